import { Holding, OverBudgetError, type AuthInfo, type Quota } from '@mcp-gen/runtime';
import { invalidParams } from './errorCodes.js';

/** A template has resources without end, and a client could subscribe to all of them. */
const MOST_SUBSCRIPTIONS = 1_000;
/** Characters of the URIs, in their normal form and as the client wrote them. */
const MOST_CHARACTERS = 1_048_576;
/** Bytes that a subscription counts beside its URIs. */
const OVERHEAD = 200;

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
  #characters = 0;
  readonly #held: Holding | undefined;

  /** @param quota counts them for their client. Left out: nothing is counted, since they do not outlast a message. */
  constructor(quota?: Quota) {
    this.#held = quota && new Holding(quota, 'retained');
  }

  /** All URIs as the client wrote them. */
  get uris(): readonly string[] {
    return Array.from(this.#subscriptions.values(), ({ uri }) => uri);
  }

  /** All URIs in their normal form. */
  get hrefs(): readonly string[] {
    return [...this.#subscriptions.keys()];
  }

  get(href: string): Subscription | undefined {
    return this.#subscriptions.get(href);
  }

  /** Returns the auth info of a subscriber's latest message. */
  callerOf({ caller }: Subscription): AuthInfo | undefined {
    return this.#callers.get(caller);
  }

  /**
   * Adds a subscription, or replaces the one with this URI.
   *
   * @throws {JsonRpcError} if there are too many, or their URIs are too long (-32602).
   * @throws {OverBudgetError} if the ledger allows no more.
   */
  add(href: string, uri: string, auth: AuthInfo | undefined): void {
    const replaced = this.#subscriptions.get(href);
    this.#resize(replaced === undefined ? 1 : 0, charactersOf(href, uri) - charactersOf(href, replaced?.uri));
    this.#subscriptions.set(href, { uri, caller: auth?.id });
    // A message that came later may have brought newer auth info meanwhile.
    if (!this.#callers.has(auth?.id)) this.#callers.set(auth?.id, auth);
    if (replaced !== undefined) this.#forget(replaced);
  }

  remove(href: string): void {
    const subscription = this.#subscriptions.get(href);
    if (subscription === undefined) return;
    this.#resize(-1, -charactersOf(href, subscription.uri));
    this.#subscriptions.delete(href);
    this.#forget(subscription);
  }

  /** Counts what is kept, before it is added or removed. */
  #resize(subscriptions: number, characters: number): void {
    if (this.#subscriptions.size + subscriptions > MOST_SUBSCRIPTIONS) {
      throw invalidParams(`Too many subscriptions: ${MOST_SUBSCRIPTIONS} are the most. Unsubscribe from others first`);
    }
    if (characters > 0 && this.#characters + characters > MOST_CHARACTERS) {
      throw invalidParams(
        `The URIs of all subscriptions are too long: ${MOST_CHARACTERS} characters are the most. Unsubscribe from others first`,
      );
    }
    if (this.#held?.add(subscriptions * OVERHEAD + characters) === false) throw new OverBudgetError('retained');
    this.#characters += characters;
  }

  /** Drops the auth info of a subscriber without subscriptions. */
  #forget({ caller }: Subscription): void {
    for (const other of this.#subscriptions.values()) if (other.caller === caller) return;
    this.#callers.delete(caller);
  }

  /** Updates the auth info of the sender of a message. */
  refresh(auth: AuthInfo | undefined): void {
    if (this.#callers.has(auth?.id)) this.#callers.set(auth?.id, auth);
  }
}

/** What a subscription counts: its URI is kept in its normal form, and as the client wrote it. */
function charactersOf(href: string, uri: string | undefined): number {
  return uri === undefined ? 0 : href.length + uri.length;
}
