/** Clients that listen for changes on a separate stream (specification, 2026-07-28: Subscriptions). */

import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { MetaKey, RequestCancelledError, type ErrorListener, type HandlerContext } from '@mcp-gen/runtime';
import { changesIn, checkResources, filteredMethods, filterFor, isPartOf } from '../filteredChanges.js';
import { bridgeError } from './bridgeErrors.js';
import { withMeta } from './meta.js';
import { filterOfExtensions } from './unknownStreams.js';
import type { Upstream } from './upstream.js';

/** One stream. */
interface Listener {
  /** The notifications that it follows, besides those of resources. */
  readonly changes: ReadonlySet<string>;
  /** The resources for which the server sends updates. */
  readonly uris: Set<string>;
  readonly deliver: (method: string, params: unknown) => void;
}

/** A resource that one or more streams follow. */
interface Followed {
  /** The number of streams. */
  streams: number;
  /** Whether the server has accepted the subscription. Never rejects. */
  readonly agreed: Promise<boolean>;
}

/** Maximum number of streams for one connection to a server. */
const MAX_STREAMS = 100;

/** Notifies the listening clients of one connection of changes at its server. */
export class ChangeListeners {
  readonly #upstream: Upstream;
  readonly #report: ErrorListener;
  readonly #listeners = new Set<Listener>();
  readonly #followed = new Map<string, Followed>();
  /** Resources that are being unsubscribed from. They can be followed again afterwards. */
  readonly #leaving = new Map<string, Promise<unknown>>();

  constructor(upstream: Upstream, report: ErrorListener) {
    this.#upstream = upstream;
    this.#report = report;
  }

  /** Passes a notification on to the listening clients. Returns false for notifications that are not about changes. */
  notified(method: string, params: unknown): boolean {
    const isUpdate = method === Method.notificationsResourcesUpdated;
    if (!isUpdate && !filteredMethods().has(method)) return false;
    for (const { changes, uris, deliver } of this.#listeners) {
      if (isUpdate ? concerns((params as { readonly uri: string }).uri, uris) : changes.has(method))
        deliver(method, params);
    }
    return true;
  }

  /**
   * Handles `subscriptions/listen`: resolves when the client stops listening.
   *
   * @throws {JsonRpcError} if too many streams are open, or the filter names too many resources.
   */
  async listen(
    { notifications: filter }: { readonly notifications: SubscriptionFilter },
    context: HandlerContext,
  ): Promise<object> {
    if (this.#listeners.size >= MAX_STREAMS) throw bridgeError('Too many open streams');
    const { resourceSubscriptions } = filter;
    const wanted = new Set(resourceSubscriptions);
    checkResources([...wanted]);
    const { requestId, notify } = context;
    const _meta = { [MetaKey.SubscriptionId]: requestId };
    const deliver = (method: string, params: unknown): void =>
      void notify(method, withMeta(params, _meta)).catch(this.#report);
    const declared = this.#upstream.changes;
    const changes = changesIn(filter, context.revision).filter((change) => declared.includes(change));
    const uris = new Set<string>();
    const listener: Listener = { changes: new Set(changes.map(({ method }) => method)), uris, deliver };
    this.#listeners.add(listener);
    const followed = new Map<string, Followed>();
    const over = this.#endOf(context);
    const stop = new AbortController();
    let acknowledge!: () => void;
    const acknowledged = new Promise<void>((resolve) => (acknowledge = resolve));
    try {
      if (changes.length > 0) this.#upstream.followChanges();
      for (const uri of wanted) followed.set(uri, this.#follow(uri));
      const agreed = Array.from(followed, async ([uri, { agreed: isAgreed }]) => {
        if (await isAgreed) uris.add(uri);
      });
      const isListening = await Promise.race([over.then(() => false), Promise.all(agreed).then(() => true)]);
      if (isListening) {
        const later = (method: string, params: unknown): void => void acknowledged.then(() => deliver(method, params));
        const others = await Promise.race([over.then(() => undefined), this.#followOthers(filter, later, stop.signal)]);
        deliver(Method.notificationsSubscriptionsAcknowledged, {
          notifications: {
            ...filterFor(changes),
            ...(resourceSubscriptions !== undefined && { resourceSubscriptions: [...uris] }),
            ...others,
          },
        });
        acknowledge();
      }
      await over;
    } finally {
      stop.abort(new RequestCancelledError('The client stopped listening'));
      this.#listeners.delete(listener);
      for (const [uri, each] of followed) this.#unfollow(uri, each);
    }
    return { _meta };
  }

  /** Requests the notifications of unknown extensions. Resolves with what the server has agreed to; undefined if there are none. */
  #followOthers(
    filter: SubscriptionFilter,
    deliver: Listener['deliver'],
    signal: AbortSignal,
  ): Promise<object> | undefined {
    const { streams, takesUnknown } = this.#upstream;
    const others = takesUnknown ? filterOfExtensions(filter) : undefined;
    return others && streams?.follow(others, deliver, signal);
  }

  /** Whether no client listens. */
  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Resolves when a client stops listening, or the connection to its server has ended. */
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
    // The server may accept the subscription of a later stream.
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
      if (!this.#upstream.declaresFor(Method.resourcesSubscribe))
        throw new Error(`The server does not support subscriptions: ${uri}`);
      await this.#upstream.follow(uri);
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Removes one stream from the followers of a resource. */
  #unfollow(uri: string, followed: Followed): void {
    if (--followed.streams > 0) return;
    this.#forget(uri, followed);
    const left = followed.agreed
      .then((isAgreed) => (isAgreed && this.#upstream.session.isOpen ? this.#upstream.unfollow(uri) : undefined))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        if (this.#leaving.get(uri) === left) this.#leaving.delete(uri);
      });
    this.#leaving.set(uri, left);
  }

  /** Subscriptions end with the connection, which nobody need be told. */
  #failed(error: unknown): void {
    if (this.#upstream.session.isOpen) this.#report(error);
  }
}

/** Returns whether an update concerns a followed resource: it may name a part of one. */
function concerns(uri: string, followed: ReadonlySet<string>): boolean {
  if (followed.has(uri)) return true;
  for (const each of followed) if (isPartOf(uri, each)) return true;
  return false;
}
