/**
 * The identifier of the extension skills.
 *
 * @module
 */

/** The identifier, by which both sides declare the extension. */
export const identifier = 'io.modelcontextprotocol/skills';
