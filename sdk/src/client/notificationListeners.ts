import { describe } from '@mcp-gen/runtime/options';
import type { ErrorListener } from '@mcp-gen/runtime';
import { apiFor } from '../apiFor.js';
import { NOTIFICATIONS } from '../registry.js';
import { rateLimited } from './rateLimits.js';

type Listener = (params: never) => unknown;

/** The listeners of an application for the notifications of a server, by method. */
export class NotificationListeners {
  readonly #listeners = new Map<string, readonly Listener[]>();
  readonly #report: ErrorListener;
  readonly #onFollowed: (method: string) => void;
  #unknown: ((message: readonly [method: string, params: unknown]) => void) | undefined;

  /**
   * @param report receives the errors of listeners
   * @param onFollowed called when the first listener for a method has been added, and when the last one has been removed
   */
  constructor(report: ErrorListener, onFollowed: (method: string) => void = () => undefined) {
    this.#report = report;
    this.#onFollowed = onFollowed;
  }

  /** Whether there are listeners for a method. */
  has(method: string): boolean {
    return this.#listeners.has(method);
  }

  /**
   * Adds a listener. Returns a function that removes it.
   *
   * @throws {TypeError} if no server sends such a notification to applications, or the listener is not a function.
   */
  add(method: string, listener: Listener): () => void {
    const facts = Object.hasOwn(NOTIFICATIONS, method) ? NOTIFICATIONS[method] : undefined;
    if (facts === undefined || facts.lifecycle === true || facts.sender === 'client') {
      throw new TypeError(
        `${JSON.stringify(method)} is not a notification that servers send to applications${apiFor(method)}`,
      );
    }
    const given: unknown = listener;
    if (typeof given !== 'function') {
      throw new TypeError(`Invalid listener for ${method}: expected a function, got ${describe(given)}`);
    }
    const own: Listener = rateLimited(
      (params) => void this.#call(listener, params),
      `messages ${method}`,
      this.#report,
    );
    const before = this.#listeners.get(method);
    this.#listeners.set(method, [...(before ?? []), own]);
    if (before === undefined) this.#onFollowed(method);
    return () => {
      const all = this.#listeners.get(method) ?? [];
      const others = all.filter((each) => each !== own);
      if (others.length === all.length) return;
      if (others.length > 0) {
        this.#listeners.set(method, others);
        return;
      }
      this.#listeners.delete(method);
      this.#onFollowed(method);
    };
  }

  /** Calls the listeners for a method, within a rate. An error of one is reported, and does not affect the others. */
  deliver(method: string, params: unknown): void {
    for (const listener of this.#listeners.get(method) ?? []) listener(params as never);
  }

  /** Sets the listener for notifications that the revision does not have. */
  setUnknown(listener: (method: string, params: unknown) => void): void {
    this.#unknown = rateLimited((message) => listener(...message), 'unknown notifications', this.#report);
  }

  /** Calls the listener for notifications that the revision does not have, within a rate. Returns false if there is none. */
  deliverUnknown(method: string, params: unknown): boolean {
    this.#unknown?.([method, params]);
    return this.#unknown !== undefined;
  }

  async #call(listener: Listener, params: never): Promise<void> {
    try {
      await listener(params);
    } catch (error) {
      this.#report(error);
    }
  }
}
