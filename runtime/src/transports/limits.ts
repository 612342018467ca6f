/** The default limit of one message, in bytes: 64 MiB. */
export const MESSAGE_LIMIT: number = 64 * 1024 * 1024;

/** The default limit of lines in a row that are not messages. */
export const MALFORMED_LIMIT: number = 1_000;

/**
 * The message of the error that closes a connection whose other side lets answers pile up. Reading less from it is not a solution: it may
 * be waiting for this side to read.
 *
 * @param other the other side: `server`
 */
export function unreadReason(other: 'client' | 'server'): string {
  return (
    `The ${other} does not read the answers to its requests: too many characters are waiting. ` +
    `The ${other} must read answers while it sends requests, or send fewer requests at a time`
  );
}
