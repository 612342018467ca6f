import { VALUE_LIMIT } from '../codec/json.js';
import { amount, count, type OptionKind } from '../options/kinds.js';

/** The limits on what one message of a line or a body may hold: options of all transports that read the other side's messages. */
export const MESSAGE_LIMITS: { readonly [Name in 'messageLimit' | 'valueLimit']: OptionKind<number> } = {
  messageLimit: amount(64 * 1024 * 1024, 1),
  valueLimit: count(VALUE_LIMIT),
};

/** The limits of a transport of lines. */
export const LINE_LIMITS: { readonly [Name in keyof typeof MESSAGE_LIMITS | 'malformedLimit']: OptionKind<number> } = {
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
