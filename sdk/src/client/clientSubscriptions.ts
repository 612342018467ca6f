import type { Quota } from '@mcp-gen/runtime';
import type { ResourceUpdatedNotificationParams } from '@mcp-gen/protocol/author';
import { isPartOf } from '../filteredChanges.js';
import { Subscription } from './subscription.js';

/** Sends requests for subscriptions. */
export interface Subscriber {
  subscribe(uri: string): Promise<unknown>;
  unsubscribe(uri: string): Promise<unknown>;
}

/** The subscriptions of one client. The server receives one subscription for each resource, however many follow it. */
export class Subscriptions {
  readonly #server: Subscriber;
  readonly #quota: Quota;
  readonly #followed = new Map<string, Followed>();

  /** @param quota counts the memory of pending updates */
  constructor(server: Subscriber, quota: Quota) {
    this.#server = server;
    this.#quota = quota;
  }

  open(uri: string): Subscription {
    const followed = this.#followed.get(uri) ?? new Followed(uri, this.#server);
    this.#followed.set(uri, followed);
    return new Subscription(
      uri,
      this.#quota,
      (opened) => followed.add(opened),
      async (left) => {
        await followed.remove(left);
        if (followed.isIdle && this.#followed.get(uri) === followed) this.#followed.delete(uri);
      },
    );
  }

  /** Passes an update to the matching subscriptions: a server may report a part of a followed resource. */
  updated(update: ResourceUpdatedNotificationParams): void {
    for (const [uri, followed] of this.#followed) {
      if (isPartOf(update.uri, uri)) followed.put(update);
    }
  }

  /** Tells all subscriptions that updates may have been missed. */
  mayHaveMissed(): void {
    for (const [uri, followed] of this.#followed) followed.put({ uri });
  }

  /** Subscribes again in a new session. */
  async restore(server: Subscriber): Promise<void> {
    await Promise.all([...this.#followed.values()].map((followed) => followed.restore(server)));
  }

  /** Ends all subscriptions: with an error unless the client was closed on purpose. */
  close(how: { readonly error?: unknown }): void {
    for (const followed of this.#followed.values()) followed.end(how);
    this.#followed.clear();
  }
}

/** One resource and its subscriptions. */
class Followed {
  readonly #uri: string;
  readonly #server: Subscriber;
  readonly #followers = new Set<Subscription>();
  /** Whether the server has accepted the subscription. */
  #agreed = false;
  /** The requests to the server, one after another. */
  #work: Promise<void> = Promise.resolve();

  constructor(uri: string, server: Subscriber) {
    this.#uri = uri;
    this.#server = server;
  }

  get isIdle(): boolean {
    return this.#followers.size === 0 && !this.#agreed;
  }

  /** Rejects if the server refuses. */
  async add(follower: Subscription): Promise<void> {
    this.#followers.add(follower);
    await this.#enqueue(() => this.#subscribe());
  }

  /** Never rejects. Sends nothing for the remaining followers: each of them subscribes on its own. */
  async remove(follower: Subscription): Promise<void> {
    this.#followers.delete(follower);
    await this.#enqueue(() => this.#unsubscribe());
  }

  put(update: ResourceUpdatedNotificationParams): void {
    for (const follower of this.#followers) follower.put(update);
  }

  end(how: { readonly error?: unknown }): void {
    for (const follower of this.#followers) follower.end(how);
    this.#followers.clear();
  }

  /** Subscribes again. A refusal ends the subscriptions. */
  async restore(server: Subscriber): Promise<void> {
    this.#agreed = false;
    if (this.#followers.size === 0) return;
    try {
      await server.subscribe(this.#uri);
      this.#agreed = true;
      this.put({ uri: this.#uri });
    } catch (error) {
      this.end({ error });
    }
  }

  #enqueue(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(act, act);
    return this.#work;
  }

  async #subscribe(): Promise<void> {
    if (this.#agreed || this.#followers.size === 0) return;
    this.#agreed = true;
    try {
      await this.#server.subscribe(this.#uri);
    } catch (error) {
      this.#agreed = false;
      throw error;
    }
  }

  async #unsubscribe(): Promise<void> {
    if (!this.#agreed || this.#followers.size > 0) return;
    this.#agreed = false;
    // A server that no longer knows the subscription does not send updates either.
    await this.#server.unsubscribe(this.#uri).catch(() => undefined);
  }
}
