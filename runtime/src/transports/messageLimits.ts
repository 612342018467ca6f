import { VALUE_LIMIT } from '../codec/json.js';
import { amount, count, type OptionTable } from '../options/kinds.js';

/** Limits on the messages of the other side, on all transports that read them. */
export interface MessageLimits {
  /**
   * Maximum bytes of one message. A larger one closes the connection of a client over stdio; over HTTP, its request rejects. A server drops
   * it, and answers with an error. Default 64 MiB.
   */
  readonly messageLimit?: number | undefined;
  /**
   * Maximum number of values in one message: arrays, objects, keys, and commas. More have the same effect as a message that is too large.
   * Default 1,000,000.
   */
  readonly valueLimit?: number | undefined;
}

/** Limits on what the other side sends over stdio. */
export interface LineLimits extends MessageLimits {
  /** Maximum number of consecutive lines that are not messages. One more closes the connection. Default 1,000. */
  readonly malformedLimit?: number | undefined;
}

/** {@link MessageLimits}. */
export const MESSAGE_LIMITS: OptionTable<MessageLimits> = {
  messageLimit: amount(64 * 1024 * 1024, 1),
  valueLimit: count(VALUE_LIMIT),
};

/** {@link LineLimits}. */
export const LINE_LIMITS: OptionTable<LineLimits> = {
  ...MESSAGE_LIMITS,
  malformedLimit: count(1_000),
};

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
