import type { AuthInfo } from '@mcp-gen/runtime';

/** A subscription of a client to a resource. */
export interface Subscription {
  /** The URI as the client wrote it. */
  readonly uri: string;
  /** The id of the subscriber; undefined if callers are not identified. */
  readonly caller: string | undefined;
}

/** The resources whose updates one client is notified of. */
export class Subscriptions {
  /** By the URI in its normal form. */
  readonly #subscriptions = new Map<string, Subscription>();
  /** The latest auth info of the subscribers, by their ids: a caller's roles can change during a session. */
  readonly #callers = new Map<string | undefined, AuthInfo | undefined>();

  get size(): number {
    return this.#subscriptions.size;
  }

  /** All URIs as the client wrote them. */
  get uris(): readonly string[] {
    return Array.from(this.#subscriptions.values(), ({ uri }) => uri);
  }

  has(href: string): boolean {
    return this.#subscriptions.has(href);
  }

  get(href: string): Subscription | undefined {
    return this.#subscriptions.get(href);
  }

  /** Returns the auth info of a subscriber's latest message. */
  callerOf({ caller }: Subscription): AuthInfo | undefined {
    return this.#callers.get(caller);
  }

  add(href: string, uri: string, auth: AuthInfo | undefined): void {
    this.remove(href);
    this.#subscriptions.set(href, { uri, caller: auth?.id });
    this.#callers.set(auth?.id, auth);
  }

  remove(href: string): void {
    const subscription = this.#subscriptions.get(href);
    if (subscription === undefined) return;
    this.#subscriptions.delete(href);
    const { caller } = subscription;
    for (const other of this.#subscriptions.values()) if (other.caller === caller) return;
    this.#callers.delete(caller);
  }

  /** Updates the auth info of the sender of a message. */
  refresh(auth: AuthInfo | undefined): void {
    if (this.#callers.has(auth?.id)) this.#callers.set(auth?.id, auth);
  }
}
