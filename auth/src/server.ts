/**
 * Checks the tokens of callers, and publishes the protected resource metadata.
 *
 * @module
 */

export {};
