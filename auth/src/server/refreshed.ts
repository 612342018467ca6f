import { UnavailableError } from './unavailableError.js';

/** How long something that is fetched is used, in milliseconds. */
export interface RefreshOptions {
  /** After this, it is fetched again. */
  readonly maxAge: number;
  /** So long it is used if it cannot be fetched again. */
  readonly staleAge: number;
  /** Between two fetches that `renew` asks for. */
  readonly cooldown: number;
  /** Between two fetches while they fail. */
  readonly retryDelay: number;
}

/**
 * Something that is fetched when it is needed, and again from time to time. Whatever clients send, it is not fetched more often than
 * the options say, and never twice at a time.
 */
export class Refreshed<Value> {
  readonly #load: (report: (error: unknown) => void) => Promise<Value>;
  readonly #options: RefreshOptions;
  #value: { readonly value: Value } | undefined;
  /** When the value was fetched, in milliseconds of `performance.now()`. */
  #fetched = -Infinity;
  #failed = -Infinity;
  #pending: Promise<boolean> | undefined;

  constructor(load: (report: (error: unknown) => void) => Promise<Value>, options: RefreshOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** @throws {UnavailableError} if there is no value, or none that may still be used. */
  async get(report: (error: unknown) => void): Promise<Value> {
    const { maxAge, staleAge } = this.#options;
    if (this.#age >= maxAge) await this.#fetch(report);
    if (this.#value !== undefined && this.#age < staleAge) return this.#value.value;
    throw new UnavailableError('what tokens are verified with cannot be fetched');
  }

  /** Fetches the value again, unless that was done only just. Returns whether it was. */
  async renew(report: (error: unknown) => void): Promise<boolean> {
    return this.#age >= this.#options.cooldown && (await this.#fetch(report));
  }

  get #age(): number {
    return performance.now() - this.#fetched;
  }

  /** Returns whether there is a new value. */
  #fetch(report: (error: unknown) => void): Promise<boolean> {
    if (this.#pending === undefined && performance.now() - this.#failed < this.#options.retryDelay) {
      return Promise.resolve(false);
    }
    this.#pending ??= this.#attempt(report).finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  async #attempt(report: (error: unknown) => void): Promise<boolean> {
    try {
      this.#value = { value: await this.#load(report) };
      this.#fetched = performance.now();
      return true;
    } catch (error) {
      this.#failed = performance.now();
      // What this needs in turn has reported why it is not there.
      if (!(error instanceof UnavailableError)) report(error);
      return false;
    }
  }
}
