/** Clients that listen to changes on a stream of their own (specification, 2026-07-28: Subscriptions). */

import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import { MetaKey, type ErrorListener, type HandlerContext } from '@mcp-gen/runtime';
import { checkResources, isPartOf, LIST_METHODS, listFilters, LISTS } from '../listening.js';
import { bridgeError } from './errors.js';
import { withMeta } from './meta.js';
import type { Upstream } from './upstream.js';

/** One stream. */
interface Listener {
  readonly lists: ReadonlySet<string>;
  /** The resources whose updates the server tells of. */
  readonly uris: Set<string>;
  readonly tell: (method: string, params: unknown) => void;
}

/** A resource that streams follow. */
interface Followed {
  /** How many. */
  streams: number;
  /** Whether the server tells of its updates. Never rejects. */
  readonly agreed: Promise<boolean>;
}

/** Streams that one connection to a server has. */
const MOST_STREAMS = 100;

/** Tells the listening clients of one connection of what changes at its server. */
export class ChangeListeners {
  readonly #upstream: Upstream;
  readonly #report: ErrorListener;
  readonly #listeners = new Set<Listener>();
  readonly #followed = new Map<string, Followed>();
  /** Resources that the server is told to tell no longer of. They are followed again behind that. */
  readonly #leaving = new Map<string, Promise<unknown>>();

  constructor(upstream: Upstream, report: ErrorListener) {
    this.#upstream = upstream;
    this.#report = report;
  }

  /** Notifies those who listen to what has changed. Returns false for a notification that is about something else. */
  notified(method: string, params: unknown): boolean {
    const isUpdate = method === 'notifications/resources/updated';
    if (!isUpdate && !LIST_METHODS.has(method)) return false;
    for (const { lists, uris, tell } of this.#listeners) {
      if (isUpdate ? concerns((params as { readonly uri: string }).uri, uris) : lists.has(method)) tell(method, params);
    }
    return true;
  }

  /**
   * Answers `subscriptions/listen`, when the client no longer listens.
   *
   * @throws {JsonRpcError} if too many streams are open, or the filter names too many resources.
   */
  async listen(
    { notifications: filter }: { readonly notifications: SubscriptionFilter },
    context: HandlerContext,
  ): Promise<object> {
    if (this.#listeners.size >= MOST_STREAMS) throw bridgeError('Too many streams are open');
    const { resourceSubscriptions } = filter;
    const wanted = new Set(resourceSubscriptions);
    checkResources([...wanted]);
    const { requestId, notify } = context;
    const _meta = { [MetaKey.SubscriptionId]: requestId };
    const tell = (method: string, params: unknown): void =>
      void notify(method, withMeta(params, _meta)).catch(this.#report);
    const names = listFilters(
      ({ capability }, name) => filter[name] === true && this.#upstream.declares(capability, 'listChanged'),
    );
    const uris = new Set<string>();
    const listener: Listener = { lists: new Set(names.map((name) => LISTS[name].method)), uris, tell };
    this.#listeners.add(listener);
    const followed = new Map<string, Followed>();
    const over = this.#endOf(context);
    try {
      if (names.length > 0) this.#upstream.followLists();
      for (const uri of wanted) followed.set(uri, this.#follow(uri));
      const agreed = Array.from(followed, async ([uri, { agreed: isAgreed }]) => {
        if (await isAgreed) uris.add(uri);
      });
      const isListening = await Promise.race([over.then(() => false), Promise.all(agreed).then(() => true)]);
      if (isListening) {
        tell('notifications/subscriptions/acknowledged', {
          notifications: {
            ...Object.fromEntries(names.map((name) => [name, true])),
            ...(resourceSubscriptions !== undefined && { resourceSubscriptions: [...uris] }),
          },
        });
      }
      await over;
    } finally {
      this.#listeners.delete(listener);
      for (const [uri, each] of followed) this.#unfollow(uri, each);
    }
    return { _meta };
  }

  /** Whether anyone listens. */
  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Resolves when a client no longer listens, or its server has ended. */
  #endOf({ signal, onClosing }: HandlerContext): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        stopWaiting();
        resolve();
      };
      const stopWaiting = onClosing(end);
      void this.#upstream.session.closed.then(end);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Follows a resource for one more stream. */
  #follow(uri: string): Followed {
    const known = this.#followed.get(uri);
    if (known !== undefined) {
      known.streams++;
      return known;
    }
    const followed: Followed = { streams: 1, agreed: this.#ask(uri) };
    this.#followed.set(uri, followed);
    // What a server refuses now it may agree to when the next stream asks.
    void followed.agreed.then((isAgreed) => {
      if (!isAgreed) this.#forget(uri, followed);
    });
    return followed;
  }

  #forget(uri: string, followed: Followed): void {
    if (this.#followed.get(uri) === followed) this.#followed.delete(uri);
  }

  async #ask(uri: string): Promise<boolean> {
    await this.#leaving.get(uri);
    try {
      if (!this.#upstream.declares('resources', 'subscribe'))
        throw new Error(`The server has no subscriptions: ${uri}`);
      await this.#upstream.follow(uri);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  /** Follows a resource for one stream less. */
  #unfollow(uri: string, followed: Followed): void {
    if (--followed.streams > 0) return;
    this.#forget(uri, followed);
    const left = followed.agreed
      .then((isAgreed) => (isAgreed && this.#upstream.session.isOpen ? this.#upstream.unfollow(uri) : undefined))
      .catch(this.#report)
      .finally(() => {
        if (this.#leaving.get(uri) === left) this.#leaving.delete(uri);
      });
    this.#leaving.set(uri, left);
  }
}

/** A server may tell of a part of what is followed. */
function concerns(uri: string, followed: ReadonlySet<string>): boolean {
  if (followed.has(uri)) return true;
  for (const each of followed) if (isPartOf(uri, each)) return true;
  return false;
}
