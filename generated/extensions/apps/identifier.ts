/**
 * The identifier of the extension apps.
 *
 * @module
 */

/** The identifier, by which both sides declare the extension. */
export const identifier = 'io.modelcontextprotocol/ui';
