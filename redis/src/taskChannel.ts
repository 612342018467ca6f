import type { EndSubscription, TaskChannel } from '@mcp-gen/sdk/tasks';
import type { Connection } from './connection.js';
import { parsed } from './sessionStore.js';

/** Carries messages about tasks on a Redis channel, which all processes subscribe to that run tasks or send such messages. */
export class RedisTaskChannel implements TaskChannel {
  readonly #connection: Connection;
  readonly #name: string;
  readonly #listeners = new Set<{ readonly deliver: (message: unknown) => void }>();
  /** Subscriptions of this process, and those that are about to be. */
  #users = 0;
  #subscription: Promise<() => Promise<void>> | undefined;

  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = name;
  }

  async publish(message: object): Promise<void> {
    await this.#connection.publish(this.#name, JSON.stringify(message));
  }

  async subscribe(listener: (message: unknown) => void): Promise<EndSubscription> {
    const added = { deliver: listener };
    this.#users++;
    const subscription = (this.#subscription ??= this.#connection.subscribe(this.#name, {
      message: (text) => this.#deliver(text),
      // A sender whose message was lost tries again.
      resumed: () => undefined,
    }));
    try {
      await subscription;
    } catch (error) {
      this.#users--;
      if (this.#subscription === subscription) this.#subscription = undefined;
      throw error;
    }
    this.#listeners.add(added);
    return async () => {
      if (!this.#listeners.delete(added) || --this.#users > 0) return;
      this.#subscription = undefined;
      await (
        await subscription
      )();
    };
  }

  #deliver(text: string): void {
    const message = parsed(text);
    for (const { deliver } of [...this.#listeners]) deliver(message);
  }
}
