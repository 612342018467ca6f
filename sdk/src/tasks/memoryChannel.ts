import type { EndSubscription, TaskChannel } from './channel.js';

/** Carries messages between the servers of this process. */
export class MemoryTaskChannel implements TaskChannel {
  readonly #listeners = new Set<{ readonly deliver: (message: unknown) => void }>();

  publish(message: object): void {
    const json = JSON.stringify(message);
    for (const { deliver } of [...this.#listeners]) deliver(JSON.parse(json));
  }

  subscribe(listener: (message: unknown) => void): EndSubscription {
    const added = { deliver: listener };
    this.#listeners.add(added);
    return () => void this.#listeners.delete(added);
  }
}
