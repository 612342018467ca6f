/** The default limit of one message, in bytes: 64 MiB. */
export const MESSAGE_LIMIT: number = 64 * 1024 * 1024;

/**
 * The characters of answers that may wait for a server to read them. Beyond it the connection is closed. Reading less from the
 * server is not a solution: it may be waiting for this side to read.
 */
export const UNREAD_LIMIT: number = 16 * 1024 * 1024;

/** The message of the error that closes a connection beyond {@link UNREAD_LIMIT}. */
export const UNREAD_REASON: string =
  `The server does not read the answers to its requests: more than ${UNREAD_LIMIT} characters are waiting. ` +
  'The server must read answers while it sends requests, or send fewer requests at a time';
