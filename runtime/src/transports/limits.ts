/** The default limit of one message, in bytes: 64 MiB. */
export const MESSAGE_LIMIT: number = 64 * 1024 * 1024;

/**
 * Characters of answers that may wait for a server that asks without reading. Reading less of it is no way out: it may be
 * waiting for us to read.
 */
export const UNREAD_LIMIT: number = 16 * 1024 * 1024;

/** Why a connection is given up beyond {@link UNREAD_LIMIT}. */
export const UNREAD_REASON = 'The server asks and asks, and does not read the answers';
