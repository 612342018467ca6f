import { checkOptions, count, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';
import type { AuthorNotifications } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { announcedMethods } from '../filteredChanges.js';
import type { AnnouncedNotification } from '../registry.js';

export type { ListChanged } from '../registry.js';

/** A change that clients are notified of: plain data, JSON-serializable for other processes. */
export type Change =
  | {
      /** A notification that clients can follow: that a list has changed, for example. */
      readonly method: AnnouncedNotification;
      /** Its params, in the unified types. Default: none. */
      readonly params?: object | undefined;
    }
  | {
      /** The notification that a resource was updated. */
      readonly method: typeof Method.notificationsResourcesUpdated;
      /** The resource's URI in its normal form. */
      readonly uri: string;
    };

/** A client that listens for changes without a session. */
export interface Listener {
  /** The notifications that it follows, besides those of resources. */
  readonly changes: ReadonlySet<AnnouncedNotification>;
  /** The resources that it follows: the URI as the client wrote it, by the normalized URI. */
  readonly resources: ReadonlyMap<string, string>;
  /** Returns whether a resource exists and its access rule refuses the client now. */
  isRefused(href: string): boolean;
  /** Sends a notification. Never throws. */
  deliver(method: keyof AuthorNotifications, params: object): void;
}

/** Ends a subscription of a {@link ChangeBus}. Repeated calls do nothing. */
export type Unsubscribe = () => void | Promise<void>;

/**
 * Carries changes from the servers that publish them to all servers that have clients. Implement it to notify the clients of several
 * processes; `changeBusContract` of `@mcp-gen/sdk/testing` checks an implementation. Its errors are reported to `onError`.
 */
export interface ChangeBus {
  /** Delivers a change to every listener, including those of the publisher. */
  publish(change: Change): void | Promise<void>;
  /** Adds a listener. It is called once with every later change, in the order of publishing. It never throws. */
  subscribe(listener: (change: Change) => void): Unsubscribe | Promise<Unsubscribe>;
}

/** Options of {@link MemoryChangeBus}. */
export interface MemoryChangeBusOptions {
  /** Maximum number of listeners: one for each server that has clients. Default 1,000. */
  readonly listeners?: number | undefined;
}

export const MEMORY_CHANGE_BUS_OPTIONS: OptionTable<MemoryChangeBusOptions> = { listeners: count(1_000) };

/** Carries changes between the servers of this process. The default. */
export class MemoryChangeBus implements ChangeBus {
  readonly #limit: number;
  readonly #listeners = new Set<{ readonly deliver: (change: Change) => void }>();

  /**
   * @throws {TypeError} if an option is unknown, or not a number.
   * @throws {RangeError} if a number is NaN, or less than 1.
   */
  constructor(options: MemoryChangeBusOptions = {}) {
    checkOptions('MemoryChangeBus', options, MEMORY_CHANGE_BUS_OPTIONS);
    this.#limit = withDefaults<MemoryChangeBusOptions>(options, MEMORY_CHANGE_BUS_OPTIONS).listeners;
  }

  /** @throws {AggregateError} after all listeners have been called, if some of them failed. */
  publish(change: Change): void {
    const errors: unknown[] = [];
    for (const { deliver } of [...this.#listeners]) {
      try {
        deliver(change);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} listeners of the change bus failed`);
  }

  /** @throws {RangeError} if there are too many listeners. */
  subscribe(listener: (change: Change) => void): Unsubscribe {
    if (this.#listeners.size >= this.#limit)
      throw new RangeError(`The change bus already has the maximum of ${this.#limit} listeners`);
    const added = { deliver: listener };
    this.#listeners.add(added);
    return () => void this.#listeners.delete(added);
  }
}

/** Maximum number of changes that wait for the bus. */
const MAX_WAITING = 1_000;

/** A server's connection to a change bus. It subscribes while the server has clients. */
export class Changes {
  readonly #bus: ChangeBus;
  readonly #deliver: (change: Change) => void;
  readonly #report: (error: unknown) => void;
  #clients = 0;
  #waiting = 0;
  /** The number of ended subscriptions. A bus may still deliver changes to a subscription that is ending. */
  #ended = 0;
  #subscription: Promise<Unsubscribe> | Unsubscribe | undefined;

  constructor(bus: ChangeBus, deliver: (change: Change) => void, report: (error: unknown) => void) {
    this.#bus = bus;
    this.#deliver = deliver;
    this.#report = report;
  }

  /** Publishes a change. Never throws. */
  publish(change: Change): void {
    if (this.#waiting >= MAX_WAITING) {
      this.#report(new Error(`Dropped ${change.method}: ${MAX_WAITING} changes are waiting for the change bus`));
      return;
    }
    this.#attempt(() => this.#bus.publish(change));
  }

  /** Called when a client has connected. Subscribes to the bus, also if an earlier attempt failed. */
  addClient(): void {
    this.#clients++;
    if (this.#subscription !== undefined) return;
    this.#attempt(() => {
      const ended = this.#ended;
      const subscription = this.#bus.subscribe((change) => {
        if (ended === this.#ended) this.#take(change);
      });
      this.#subscription = subscription;
      if (!(subscription instanceof Promise)) return;
      return subscription.then(
        () => undefined,
        (error: unknown) => {
          if (this.#subscription === subscription) this.#subscription = undefined;
          throw error;
        },
      );
    });
  }

  /** Called when a client has disconnected. */
  removeClient(): void {
    const subscription = this.#subscription;
    if (--this.#clients > 0 || subscription === undefined) return;
    this.#subscription = undefined;
    this.#ended++;
    this.#attempt(() => {
      if (!(subscription instanceof Promise)) return subscription();
      // The failure of the subscription has already been reported.
      return subscription.catch(() => undefined).then((unsubscribe) => unsubscribe?.());
    });
  }

  /** Validates the change, since it may come from another process. */
  #take(change: unknown): void {
    if (isChange(change)) this.#deliver(change);
    else this.#report(new TypeError('The change bus delivered something that is not a change'));
  }

  #attempt(act: () => void | Promise<void>): void {
    try {
      const acting = act();
      if (!(acting instanceof Promise)) return;
      this.#waiting++;
      acting.catch(this.#report).finally(() => this.#waiting--);
    } catch (error) {
      this.#report(error);
    }
  }
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null) return false;
  const { method, uri, params } = value as { readonly [name: string]: unknown };
  if (method === Method.notificationsResourcesUpdated) return typeof uri === 'string';
  return typeof method === 'string' && announcedMethods().has(method) && (params === undefined || isObject(params));
}
