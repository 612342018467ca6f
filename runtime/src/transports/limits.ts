/** The default maximum size of one message, in bytes: 64 MiB. */
export const MESSAGE_LIMIT: number = 64 * 1024 * 1024;

/** The default maximum number of consecutive lines that are not messages. */
export const MALFORMED_LIMIT: number = 1_000;

/**
 * Returns the error message for a connection that is closed because the other side does not read its responses. Pausing reading is not a
 * solution: the other side may be waiting for this side to read.
 *
 * @param other the other side: `server`
 */
export function unreadReason(other: 'client' | 'server'): string {
  return (
    `The ${other} does not read the responses to its requests: too many characters are waiting. ` +
    `The ${other} must read responses while it sends requests, or send fewer requests at a time`
  );
}
