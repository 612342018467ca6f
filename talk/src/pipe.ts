/** Connects two transports: what one receives, the other sends. */

import type { Message, Receiver, Transport } from '@mcp-gen/runtime';

/** Passes messages on in both directions, as they are. Resolves when one of the two is closed; the other is closed then, too. */
export async function pipe(one: Transport, other: Transport, signal: AbortSignal): Promise<void> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const to = (target: Transport): Receiver => ({
    message: (value) => void target.send(value as Message),
    malformed: () => undefined,
    failed: () => undefined,
    ended: end,
    closed: end,
  });
  signal.addEventListener('abort', end, { once: true });
  await other.start(to(one));
  await one.start(to(other));
  await ended;
  await Promise.all([one.close(), other.close()]);
}
