/**
 * The identifier of the extension tasks.
 *
 * @module
 */

/** The identifier, by which both sides declare the extension. */
export const identifier = 'io.modelcontextprotocol/tasks';
