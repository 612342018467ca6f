import type { AuthorNotifications } from '@mcp-gen/protocol/author';
import { LIST_METHODS, type ListChanged } from '../listening.js';
import { checkNumbers, checkOptions, type OptionNames } from '../options.js';

export type { ListChanged } from '../listening.js';

/** A change that clients are notified of: plain data, which can be sent to other processes as JSON. */
export type Change =
  | {
      /** The notification: a list has changed. */
      readonly method: ListChanged;
    }
  | {
      /** The notification: a resource was updated. */
      readonly method: 'notifications/resources/updated';
      /** The resource's URI in its normal form. */
      readonly uri: string;
    };

/** A client that listens, as those see it who tell it of changes. */
export interface Listener {
  /** The lists whose changes it is told of. */
  readonly lists: ReadonlySet<ListChanged>;
  /** The resources whose updates it is told of: the URI as the client wrote it, by the URI in its normal form. */
  readonly resources: ReadonlyMap<string, string>;
  /** Returns whether a resource exists and its access refuses the client now. */
  isRefused(href: string): boolean;
  /** Tells it of a change. Never throws. */
  tell(method: keyof AuthorNotifications, params: object): void;
}

/** Ends a subscription of a {@link ChangeBus}. More than once does nothing. */
export type Unsubscribe = () => void | Promise<void>;

/**
 * Carries changes from the servers that publish them to all servers that have clients. Implement it to notify the clients of several
 * processes; `changeBusContract` of `@mcp-gen/sdk/testing` checks an implementation. What it throws is reported to `onError`.
 */
export interface ChangeBus {
  /** Delivers a change to every listener, also those of the publisher. */
  publish(change: Change): void | Promise<void>;
  /** Adds a listener. It is called with every change from then on, once each and in the order of publishing. It never throws. */
  subscribe(listener: (change: Change) => void): Unsubscribe | Promise<Unsubscribe>;
}

/** Options of {@link MemoryChangeBus}. */
export interface MemoryChangeBusOptions {
  /** Maximum number of listeners: one for each server that has clients. Default 1,000. */
  readonly listeners?: number | undefined;
}

const OPTIONS: OptionNames<MemoryChangeBusOptions> = { listeners: true };

/** Carries changes between the servers of this process. */
export class MemoryChangeBus implements ChangeBus {
  readonly #limit: number;
  readonly #listeners = new Set<{ readonly tell: (change: Change) => void }>();

  /**
   * @throws {TypeError} if an option is unknown, or not a number.
   * @throws {RangeError} if a number is NaN, or less than 1.
   */
  constructor(options: MemoryChangeBusOptions = {}) {
    checkOptions('MemoryChangeBus', options, OPTIONS);
    checkNumbers('MemoryChangeBus', options, { listeners: 'count' });
    this.#limit = options.listeners ?? 1_000;
  }

  /** @throws {AggregateError} after all listeners have been called, if some of them failed. */
  publish(change: Change): void {
    const errors: unknown[] = [];
    for (const { tell } of [...this.#listeners]) {
      try {
        tell(change);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} listeners of the change bus failed`);
  }

  /** @throws {RangeError} if there are too many listeners. */
  subscribe(listener: (change: Change) => void): Unsubscribe {
    if (this.#listeners.size >= this.#limit)
      throw new RangeError(`The change bus has ${this.#limit} listeners already`);
    const added = { tell: listener };
    this.#listeners.add(added);
    return () => void this.#listeners.delete(added);
  }
}

/** Changes that may wait for the bus at a time. */
const MOST_WAITING = 1_000;

/** A server's end of a change bus. It listens as long as the server has clients. */
export class Changes {
  readonly #bus: ChangeBus;
  readonly #tell: (change: Change) => void;
  readonly #report: (error: unknown) => void;
  #clients = 0;
  #waiting = 0;
  /** How many subscriptions have ended. A bus may deliver changes to one that is ending. */
  #ended = 0;
  #subscription: Promise<Unsubscribe> | Unsubscribe | undefined;

  constructor(bus: ChangeBus, tell: (change: Change) => void, report: (error: unknown) => void) {
    this.#bus = bus;
    this.#tell = tell;
    this.#report = report;
  }

  /** Publishes a change. Never throws. */
  publish(change: Change): void {
    if (this.#waiting >= MOST_WAITING) {
      this.#report(new Error(`${MOST_WAITING} changes wait for the change bus: ${change.method} was dropped`));
      return;
    }
    this.#attempt(() => this.#bus.publish(change));
  }

  /** A client has come. Listens for changes, also if an earlier attempt failed. */
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

  /** A client has gone. */
  removeClient(): void {
    const subscription = this.#subscription;
    if (--this.#clients > 0 || subscription === undefined) return;
    this.#subscription = undefined;
    this.#ended++;
    this.#attempt(() => {
      if (!(subscription instanceof Promise)) return subscription();
      // A subscription that failed has been reported.
      return subscription.catch(() => undefined).then((unsubscribe) => unsubscribe?.());
    });
  }

  /** What arrives may come from another process. */
  #take(change: unknown): void {
    if (isChange(change)) this.#tell(change);
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
  const { method, uri } = value as { readonly method?: unknown; readonly uri?: unknown };
  if (method === 'notifications/resources/updated') return typeof uri === 'string';
  return typeof method === 'string' && LIST_METHODS.has(method);
}
