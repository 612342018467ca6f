/** Connects two transports: what one receives, the other sends. */

import { ErrorCode, type Message, type Receiver, type Transport } from '@mcp-gen/runtime';

/** Passes messages on in both directions, as they are. Resolves when one of the two is closed; the other is closed then, too. */
export async function pipe(one: Transport, other: Transport, signal: AbortSignal): Promise<void> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const send = (target: Transport, message: Message): void => {
    // What cannot be sent ends both, however the transport says so.
    void (async () => target.send(message))().catch(end);
  };
  const to = (target: Transport): Receiver => ({
    message: (value) => send(target, value as Message),
    malformed: () => undefined,
    // The side that asked gets the reason in place of an answer.
    failed: (id, cause) =>
      send(target, { jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message: messageOf(cause) } }),
    ended: end,
    closed: end,
  });
  signal.addEventListener('abort', end, { once: true });
  await other.start(to(one));
  await one.start(to(other));
  await ended;
  await Promise.all([one.close(), other.close()]);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
