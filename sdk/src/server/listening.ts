/** Clients that listen for changes on a separate stream (specification, 2026-07-28: Subscriptions). */

import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { after, MetaKey } from '@mcp-gen/runtime';
import { changesIn, checkResources, filteredMethods, filterFor } from '../filteredChanges.js';
import type { FilteredNotification } from '../registry.js';
import type { Listener } from './changes.js';
import { callerOf, clientStateOf, requestOf, sendThrough, type Context } from './context.js';
import { tooManyStreams } from './errorCodes.js';
import type { Feature } from './feature.js';
import type { FollowedByExtension, ListenHook } from './extensionServer.js';

/** The dependencies of listening. */
export interface ListeningParts {
  /** Adds a listener. Returns a function that removes it. */
  readonly add: (listener: Listener) => () => void;
  /** Returns whether this server has declared what a notification is about. */
  readonly declares: (method: FilteredNotification) => boolean;
  /** Returns the normalized URI of a resource; undefined if it does not exist for the caller. */
  readonly find: (uri: string, context: Context) => string | undefined;
  /** Returns whether a resource exists and its access rule refuses the caller. */
  readonly isRefused: (href: string, context: Context) => boolean;
  readonly report: (error: unknown) => void;
  /** What extensions add to streams of changes. */
  readonly extensions: readonly ListenHook[];
}

/** Maximum number of open streams of one caller. */
const MAX_STREAMS = 1_000;

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/**
 * Returns what handles streams of changes; undefined if no revision has them. Bundlers can evaluate the condition, and leave out the class.
 */
export function listeningOf(parts: ListeningParts): Listening | undefined {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  return typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
    ? new Listening(parts)
    : undefined;
}

/** Handles `subscriptions/listen`: each request lasts as long as its client listens. */
export class Listening implements Feature {
  readonly advice = 'the server answers it itself';
  readonly capabilities = {};
  readonly handlers: Feature['handlers'];
  readonly #parts: ListeningParts;
  /** The number of open streams by caller. */
  readonly #streams = new Map<string, { open: number }>();

  constructor(parts: ListeningParts) {
    this.#parts = parts;
    this.handlers = { 'subscriptions/listen': ({ notifications }, context) => this.#listen(notifications, context) };
  }

  #listen(filter: SubscriptionFilter, context: Context): Promise<object> {
    const followed = this.#parts.extensions
      .map((listen) => listen(filter, context))
      .filter((each) => each !== undefined);
    if (followed.length === 0) return this.#open(filter, [], context);
    return Promise.all(followed.map(async (each) => each)).then((all) => this.#open(filter, all, context));
  }

  #open(filter: SubscriptionFilter, followed: readonly FollowedByExtension[], context: Context): Promise<object> {
    const { add, isRefused, report } = this.#parts;
    const agreed = this.#agree(filter, context);
    const { requestId, signal, notify, onClosing } = requestOf(context);
    const { translator } = clientStateOf(context);
    const convert = (method: string, params: unknown): unknown =>
      filteredMethods().has(method) ? translator.toRevision(method as FilteredNotification, 'params', params) : params;
    const _meta = { [MetaKey.SubscriptionId]: requestId };
    const close = this.#count(callerOf(context));
    const { expiresAt } = context.auth ?? {};
    return new Promise((resolve) => {
      let isOver = false;
      const send = (method: string, params: object): Promise<unknown> =>
        sendThrough(context, 'notification', method, params, async (given) => {
          // Middleware may have delayed it.
          if (!isOver) await notify(method, related(convert(method, given), _meta));
        }).catch(report);
      const notifications = Object.assign({}, agreed.notifications, ...followed.map(({ agreed }) => agreed)) as object;
      // The first message of the stream, even if middleware delays it.
      let first: Promise<unknown> | undefined = send(Method.notificationsSubscriptionsAcknowledged, { notifications });
      void first.then(() => (first = undefined));
      const deliver = (method: string, params: object): void =>
        void (first === undefined ? send(method, params) : first.then(() => send(method, params)));
      const unfollow = followed.map(({ follow }) => follow(deliver));
      const remove = add({ ...agreed, isRefused: (href) => isRefused(href, context), deliver });
      // When the credentials expire, the stream ends, and the client reconnects with new ones.
      const expiry = expiresAt === undefined ? Infinity : millisecondsUntil(expiresAt);
      const stopExpiry = after(expiry, () => cancel('The credentials have expired'));
      const end = (): void => {
        stopExpiry();
        isOver = true;
        remove();
        for (const stop of unfollow) stop();
        close();
        stopWaiting();
        signal.removeEventListener('abort', end);
        resolve({ _meta });
      };
      /** Ends the stream on behalf of the server. */
      const cancel = (reason: string): void => {
        // If streams share a channel, the client must be told which of them ends. Over HTTP, each stream ends with its response.
        if (context.http === undefined)
          void notify(Method.notificationsCancelled, { requestId, reason, _meta }).catch(report);
        end();
      };
      const stopWaiting = onClosing(() => cancel('The server is closing'));
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
  }

  /** Returns the part of a filter that the server supports. */
  #agree(
    filter: SubscriptionFilter,
    context: Context,
  ): Pick<Listener, 'changes' | 'resources'> & { notifications: object } {
    const { declares, find } = this.#parts;
    const { resourceSubscriptions: uris } = filter;
    checkResources(uris ?? []);
    const changes = changesIn(filter, context.revision).filter(({ method }) => declares(method));
    const resources = new Map<string, string>();
    for (const uri of uris ?? []) {
      const href = find(uri, context);
      if (href !== undefined) resources.set(href, uri);
    }
    const notifications = {
      ...filterFor(changes),
      ...(uris !== undefined && { resourceSubscriptions: [...resources.values()] }),
    };
    return { changes: new Set(changes.map(({ method }) => method)), resources, notifications };
  }

  /** Counts a stream of a caller. Returns a function that ends the count. */
  #count(caller: string): () => void {
    const streams = this.#streams.get(caller) ?? { open: 0 };
    if (streams.open >= MAX_STREAMS) throw tooManyStreams(MAX_STREAMS);
    streams.open++;
    this.#streams.set(caller, streams);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      if (--streams.open === 0) this.#streams.delete(caller);
    };
  }
}

/** Adds the id of the stream to params, which may have metadata of middleware. */
function related(params: unknown, stream: object): object {
  const { _meta } = (params ?? {}) as { readonly _meta?: object };
  return { ...(params as object | undefined), _meta: { ..._meta, ...stream } };
}

/** @param time in seconds since 1970-01-01 */
function millisecondsUntil(time: number): number {
  return Math.max(time * 1_000 - Date.now(), 1);
}
