/** Clients that listen to changes on a stream of their own (specification, 2026-07-28: Subscriptions). */

import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import { MetaKey, type ErrorListener, type HandlerContext } from '@mcp-gen/runtime';
import { bridgeError } from './errors.js';
import { withMeta } from './meta.js';
import type { Upstream } from './upstream.js';

/** One stream. */
interface Listener {
  readonly lists: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
  readonly tell: (method: string, params: unknown) => void;
}

/** Streams that one connection to a server has. */
const MOST_STREAMS = 100;
/** Resources that one stream may follow. */
const MOST_RESOURCES = 1_000;

/** The parts of a filter about lists: who declares them, and what is told. */
const LISTS = {
  toolsListChanged: ['tools', 'notifications/tools/list_changed'],
  promptsListChanged: ['prompts', 'notifications/prompts/list_changed'],
  resourcesListChanged: ['resources', 'notifications/resources/list_changed'],
} as const satisfies { readonly [Name in keyof SubscriptionFilter]: readonly [capability: string, method: string] };

/** Tells the listening clients of one connection of what changes at its server. */
export class ChangeListeners {
  readonly #upstream: Upstream;
  readonly #report: ErrorListener;
  readonly #listeners = new Set<Listener>();
  /** How many streams follow a resource. */
  readonly #followed = new Map<string, number>();

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

  /** Answers `subscriptions/listen`, when the client no longer listens. */
  async listen(
    { notifications: filter }: { readonly notifications: SubscriptionFilter },
    context: HandlerContext,
  ): Promise<object> {
    if (this.#listeners.size >= MOST_STREAMS) throw bridgeError('Too many streams are open');
    const { requestId, signal, notify, onClosing } = context;
    const _meta = { [MetaKey.SubscriptionId]: requestId };
    const tell = (method: string, params: unknown): void =>
      void notify(method, withMeta(params, _meta)).catch(this.#report);
    const names = (Object.keys(LISTS) as (keyof typeof LISTS)[]).filter(
      (name) => filter[name] === true && this.#upstream.declares(LISTS[name][0], 'listChanged'),
    );
    const uris = new Set<string>();
    const listener: Listener = { lists: new Set(names.map((name) => LISTS[name][1])), uris, tell };
    this.#listeners.add(listener);
    try {
      if (names.length > 0) this.#upstream.followLists();
      for (const uri of (filter.resourceSubscriptions ?? []).slice(0, MOST_RESOURCES)) {
        if (await this.#follow(uri)) uris.add(uri);
      }
      tell('notifications/subscriptions/acknowledged', {
        notifications: {
          ...Object.fromEntries(names.map((name) => [name, true])),
          ...(filter.resourceSubscriptions !== undefined && { resourceSubscriptions: [...uris] }),
        },
      });
      await new Promise<void>((resolve) => {
        const stopWaiting = onClosing(resolve);
        const end = (): void => {
          stopWaiting();
          resolve();
        };
        void this.#upstream.session.closed.then(end);
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      });
    } finally {
      this.#listeners.delete(listener);
      for (const uri of uris) this.#unfollow(uri);
    }
    return { _meta };
  }

  /** Whether anyone listens. */
  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Returns whether the server tells of updates. */
  async #follow(uri: string): Promise<boolean> {
    const streams = this.#followed.get(uri) ?? 0;
    this.#followed.set(uri, streams + 1);
    if (streams > 0) return true;
    try {
      if (!this.#upstream.declares('resources', 'subscribe'))
        throw new Error(`The server has no subscriptions: ${uri}`);
      await this.#upstream.follow(uri);
      return true;
    } catch (error) {
      this.#followed.delete(uri);
      this.#report(error);
      return false;
    }
  }

  #unfollow(uri: string): void {
    const streams = this.#followed.get(uri) ?? 0;
    if (streams > 1) return void this.#followed.set(uri, streams - 1);
    this.#followed.delete(uri);
    if (this.#upstream.session.isOpen) this.#upstream.unfollow(uri).catch(this.#report);
  }
}

const LIST_METHODS: ReadonlySet<string> = new Set(Object.values(LISTS).map(([, method]) => method));

/** A server may tell of a part of what is followed. */
function concerns(uri: string, followed: ReadonlySet<string>): boolean {
  if (followed.has(uri)) return true;
  for (const each of followed) if (uri.startsWith(each.endsWith('/') ? each : `${each}/`)) return true;
  return false;
}
