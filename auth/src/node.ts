/**
 * Logs a person in with a browser, and keeps credentials in a file. For Node alone.
 *
 * @module
 */

export {};
