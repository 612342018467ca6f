/**
 * The identifier of the extension apps, and the newest version of its protocol.
 *
 * @module
 */

/** The identifier, by which both sides declare the extension. */
export const identifier = 'io.modelcontextprotocol/ui';

/** The newest version of the protocol of the extension. */
export const LATEST_PROTOCOL_VERSION = '2026-01-26';
