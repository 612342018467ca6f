import { RateLimits, type RateLimitOptions } from '../guard/index.js';
import type { OptionNames } from '../options.js';
import { tooMany } from './errorCodes.js';

/**
 * How often each caller may have what; `false` for as often as it likes. Who is not identified is limited by the session. Options that
 * are given stand for themselves: what they leave out is as {@link RateLimitOptions} says, not as it would be here by default.
 *
 * What is refused is the error -32603, with the milliseconds to wait as `retryAfter` in its data.
 */
export interface LimitOptions {
  /** Calls of tools. Default 200 a second, 1,000 at once. */
  readonly toolCalls?: RateLimitOptions | false | undefined;
  /** Requests for suggestions. Default 50 a second, 200 at once. */
  readonly completions?: RateLimitOptions | false | undefined;
  /** Log messages; those beyond are dropped, and nobody is told. Default 100 a second, 1,000 at once. */
  readonly logs?: RateLimitOptions | false | undefined;
  /** Questions to the client's model. Default 5 a second, 50 at once. */
  readonly sampling?: RateLimitOptions | false | undefined;
}

/** The names of {@link LimitOptions}. */
export const LIMIT_OPTIONS: OptionNames<LimitOptions> = {
  toolCalls: true,
  completions: true,
  logs: true,
  sampling: true,
};

/** What is limited. */
export type Limited = keyof LimitOptions;

const DEFAULTS: { readonly [Name in Limited]: RateLimitOptions } = {
  toolCalls: { perSecond: 200, burst: 1_000 },
  completions: { perSecond: 50, burst: 200 },
  logs: { perSecond: 100, burst: 1_000 },
  sampling: { perSecond: 5, burst: 50 },
};

const NAMES: { readonly [Name in Limited]: string } = {
  toolCalls: 'calls of tools',
  completions: 'requests for suggestions',
  logs: 'log messages',
  sampling: 'questions to the model',
};

/** Keeps each caller within what it may have. */
export class Limits {
  readonly #limits: { readonly [Name in Limited]: RateLimits | undefined };

  /** @throws {TypeError} or {RangeError} if a number is invalid, naming the option. */
  constructor(options: LimitOptions | false = {}) {
    const limit = (name: Limited): RateLimits | undefined => {
      const given = options === false ? false : (options[name] ?? DEFAULTS[name]);
      return given === false ? undefined : new RateLimits(given, `the option limits.${name} of the server`);
    };
    this.#limits = {
      toolCalls: limit('toolCalls'),
      completions: limit('completions'),
      logs: limit('logs'),
      sampling: limit('sampling'),
    };
  }

  /** Takes one of the caller's. Whether it had one left. */
  admits(name: Limited, caller: string): boolean {
    return this.#retryAfter(name, caller) === undefined;
  }

  /** @throws {JsonRpcError} if the caller has none left. */
  admit(name: Limited, caller: string): void {
    const retryAfter = this.#retryAfter(name, caller);
    if (retryAfter !== undefined) throw tooMany(NAMES[name], retryAfter);
  }

  #retryAfter(name: Limited, caller: string): number | undefined {
    const admission = this.#limits[name]?.admit(caller);
    return admission === undefined || admission.allowed ? undefined : admission.retryAfter;
  }
}
