import type { Quota } from '@mcp-gen/runtime';
import type { ResourceUpdatedNotificationParams } from '@mcp-gen/protocol/author';
import { Subscription } from './subscription.js';

/** What subscriptions are asked for through. */
export interface Subscriber {
  subscribe(uri: string): Promise<unknown>;
  unsubscribe(uri: string): Promise<unknown>;
}

/** The subscriptions of one client. However many follow a resource, the server is asked once. */
export class Subscriptions {
  readonly #server: Subscriber;
  readonly #quota: Quota;
  readonly #followed = new Map<string, Followed>();

  /** @param quota counts the updates that wait to be taken */
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

  /** Hands an update to the subscriptions that it concerns: a server may report a part of a resource that is followed. */
  updated(update: ResourceUpdatedNotificationParams): void {
    for (const [uri, followed] of this.#followed) {
      if (concerns(update.uri, uri)) followed.put(update);
    }
  }

  /** Tells all that updates may have been missed. */
  mayHaveMissed(): void {
    for (const [uri, followed] of this.#followed) followed.put({ uri });
  }

  /** Asks a new session for what the last one had. */
  async restore(server: Subscriber): Promise<void> {
    await Promise.all([...this.#followed.values()].map((followed) => followed.restore(server)));
  }

  /** Ends all of them: with an error where that was not the client's own wish. */
  close(how: { readonly error?: unknown }): void {
    for (const followed of this.#followed.values()) followed.end(how);
    this.#followed.clear();
  }
}

/** One resource, and those who follow it. */
class Followed {
  readonly #uri: string;
  readonly #server: Subscriber;
  readonly #followers = new Set<Subscription>();
  /** Whether the server has agreed to tell of updates. */
  #agreed = false;
  /** What is being asked of the server, one thing after another. */
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

  /** Never rejects, and never asks on behalf of those that stay: each of them asks for itself. */
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

  /** What is refused now ends for those who follow it. */
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
    // A server that no longer knows of the subscription does not tell of updates either.
    await this.#server.unsubscribe(this.#uri).catch(() => undefined);
  }
}

/** Whether a resource is the one that is followed, or a part of it. */
function concerns(updated: string, followed: string): boolean {
  return updated === followed || updated.startsWith(followed.endsWith('/') ? followed : `${followed}/`);
}
