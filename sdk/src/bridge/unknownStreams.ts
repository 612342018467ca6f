/** Streams of notifications of extensions that the bridge does not know, between two sides without sessions. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { MetaKey, type ErrorListener, type RequestId, type Session } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { filteredMethods } from '../filteredChanges.js';
import { without } from '../properties.js';
import { NOTIFICATIONS } from '../registry.js';

/** A part of the filter of a stream. */
type Filter = { readonly [name: string]: unknown };

/** Passes on a notification. */
type Deliver = (method: string, params: unknown) => void;

/** A stream for one stream of a client. */
interface Stream {
  readonly agree: (filter: Filter) => void;
  readonly deliver: Deliver;
  /** Whether the server has acknowledged it. Notifications before that are dropped. */
  isAgreed: boolean;
}

/** The part of a filter of tasks, which clients poll through a bridge. */
const TASKS = 'taskIds';

/** Returns the part of a filter that is of unknown extensions; undefined if there is none. */
export function filterOfExtensions(filter: object): Filter | undefined {
  const known = Array.from(filteredMethods(), (method) => NOTIFICATIONS[method]?.filter ?? '');
  const others = without(filter as Filter, ...known, 'resourceSubscriptions', TASKS);
  return Object.keys(others).length === 0 ? undefined : others;
}

/** The streams at one server. Each stream of a client has its own, whose notifications name it. */
export class UnknownStreams {
  readonly #session: Session;
  readonly #report: ErrorListener;
  readonly #open = new Map<RequestId, Stream>();

  constructor(session: Session, report: ErrorListener) {
    this.#session = session;
    this.#report = report;
  }

  /**
   * Requests notifications. Resolves with the part of the filter that the server has agreed to: nothing, if it refuses, which is reported.
   *
   * @param signal ends the stream
   */
  follow(filter: Filter, deliver: Deliver, signal: AbortSignal): Promise<Filter> {
    return new Promise((resolve) => {
      let id: RequestId | undefined;
      const end = (): void => {
        if (id !== undefined) this.#open.delete(id);
        resolve({});
      };
      const fail = (error: unknown): void => {
        end();
        if (!signal.aborted) this.#report(error);
      };
      const onRequestId = (own: RequestId): void => {
        id = own;
        this.#open.set(own, { agree: resolve, deliver, isAgreed: false });
      };
      try {
        const withdraw = this.#session.open(
          Method.subscriptionsListen,
          { notifications: filter },
          { timeout: 0, onRequestId },
          { resolve: end, reject: fail },
        );
        signal.addEventListener('abort', () => withdraw(signal.reason), { once: true });
      } catch (error) {
        fail(error);
      }
    });
  }

  /** Handles the acknowledgement of a stream. Returns whether it is one of these. */
  acknowledged(params: unknown): boolean {
    const stream = this.#streamOf(params);
    if (stream === undefined) return false;
    stream.isAgreed = true;
    stream.agree(filterOfExtensions((params as { readonly notifications: object }).notifications) ?? {});
    return true;
  }

  /** Passes a notification on to the stream that it names. Returns whether it is one of these. */
  notified(method: string, params: unknown): boolean {
    const stream = this.#streamOf(params);
    if (stream?.isAgreed === true) stream.deliver(method, params);
    return stream !== undefined;
  }

  #streamOf(params: unknown): Stream | undefined {
    const meta = isObject(params) ? params['_meta'] : undefined;
    return isObject(meta) ? this.#open.get(meta[MetaKey.SubscriptionId] as RequestId) : undefined;
  }
}
