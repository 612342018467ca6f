import { Holding, OverBudgetError, type AuthInfo, type Quota } from '@mcp-gen/runtime';
import { invalidParams } from './errorCodes.js';

/** Maximum number of subscriptions of a client: templates have unlimited resources. */
const MAX_SUBSCRIPTIONS = 1_000;
/** Maximum characters of the URIs, normalized and as the client wrote them. */
const MAX_CHARACTERS = 1_048_576;
/** Estimated bytes of a subscription without its URIs. */
const OVERHEAD = 200;

/** A subscription of a client to a resource. */
export interface Subscription {
  /** The URI as the client wrote it. */
  readonly uri: string;
  /** The id of the subscriber; undefined if callers are not identified. */
  readonly caller: string | undefined;
}

/** The resource subscriptions of one client. */
export class Subscriptions {
  /** By normalized URI. */
  readonly #subscriptions = new Map<string, Subscription>();
  /** The latest auth info of the subscribers, by id: a caller's roles can change during a session. */
  readonly #callers = new Map<string | undefined, AuthInfo | undefined>();
  #characters = 0;
  readonly #held: Holding | undefined;

  /** @param quota counts the memory. Undefined: not counted, since the subscriptions do not outlive a message. */
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
   * @throws {OverBudgetError} if the limit of the ledger is exceeded.
   */
  add(href: string, uri: string, auth: AuthInfo | undefined): void {
    const replaced = this.#subscriptions.get(href);
    this.#resize(replaced === undefined ? 1 : 0, charactersOf(href, uri) - charactersOf(href, replaced?.uri));
    this.#subscriptions.set(href, { uri, caller: auth?.id });
    // A later message may already have brought newer auth info.
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

  /** Counts an addition or removal before it happens. */
  #resize(subscriptions: number, characters: number): void {
    if (this.#subscriptions.size + subscriptions > MAX_SUBSCRIPTIONS) {
      throw invalidParams(
        `Too many subscriptions: at most ${MAX_SUBSCRIPTIONS} are allowed. Unsubscribe from others first`,
      );
    }
    if (characters > 0 && this.#characters + characters > MAX_CHARACTERS) {
      throw invalidParams(
        `The URIs of all subscriptions are too long: at most ${MAX_CHARACTERS} characters are allowed. Unsubscribe from others first`,
      );
    }
    if (this.#held?.add(subscriptions * OVERHEAD + characters) === false) throw new OverBudgetError('retained');
    this.#characters += characters;
  }

  /** Drops the auth info of a subscriber that has no subscriptions left. */
  #forget({ caller }: Subscription): void {
    for (const other of this.#subscriptions.values()) if (other.caller === caller) return;
    this.#callers.delete(caller);
  }

  /** Updates the auth info of the sender of a message. */
  refresh(auth: AuthInfo | undefined): void {
    if (this.#callers.has(auth?.id)) this.#callers.set(auth?.id, auth);
  }
}

/** Returns the characters of a subscription: normalized URI, and URI as the client wrote it. */
function charactersOf(href: string, uri: string | undefined): number {
  return uri === undefined ? 0 : href.length + uri.length;
}
