import { UnavailableError } from './tokenErrors.js';

/** How a fetched value is cached, in milliseconds. */
export interface RefreshOptions {
  /** The age at which it is fetched again. */
  readonly maxAge: number;
  /** The age until which it is used if it cannot be fetched again. */
  readonly staleAge: number;
  /** Minimum time between two fetches for `renew`. */
  readonly cooldown: number;
  /** Minimum time between two fetches after a failure. */
  readonly retryDelay: number;
}

/**
 * A cached value that is fetched when needed, and again from time to time. Requests of clients cannot cause more fetches than the options
 * allow, nor concurrent ones.
 */
export class RefreshingValue<Value> {
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

  /** @throws {UnavailableError} if the value is missing or too old. */
  async get(report: (error: unknown) => void): Promise<Value> {
    const { maxAge, staleAge } = this.#options;
    if (this.#age >= maxAge) await this.#fetch(report);
    if (this.#value !== undefined && this.#age < staleAge) return this.#value.value;
    throw new UnavailableError('the keys or metadata for verifying tokens cannot be fetched. Try again later');
  }

  /** Fetches the value again, unless the cooldown has not passed. Returns whether it was fetched. */
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
      // The dependency has already reported its error.
      if (!(error instanceof UnavailableError)) report(error);
      return false;
    }
  }
}
