import type { Receiver } from '@mcp-gen/runtime';

/** Returns a receiver whose messages are passed to a function first. */
export function relay(receiver: Receiver, message: Receiver['message']): Receiver {
  return {
    message,
    malformed: (error, id) => receiver.malformed(error, id),
    failed: (id, cause) => receiver.failed(id, cause),
    ended: (cause) => receiver.ended(cause),
    closed: (cause) => receiver.closed(cause),
  };
}
