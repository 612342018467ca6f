import {
  FallbackRateLimiter,
  MemoryRateLimiter,
  type Admission,
  type RateLimiter,
  type RateLimitOptions,
} from '../guard/index.js';
import type { OptionNames } from '../options.js';
import { tooMany } from './errorCodes.js';

/** A limit of one kind: numbers, an implementation of your own, or `false` for none. */
export type Limit = RateLimitOptions | RateLimiter | false;

/**
 * How often each caller may do what. A caller that `authenticate` does not identify is limited by its network address over HTTP (an
 * IPv6 address by its first 64 bits), or by its conversation elsewhere. Behind a proxy, set `trustProxy`: otherwise all callers have the
 * address of the proxy, and share their limits.
 *
 * Options that are given replace the defaults as a whole: what they leave out is as {@link RateLimitOptions} says. A
 * {@link RateLimiter} that fails is reported, and the default limits in this process count instead.
 *
 * A call that is not admitted is answered with the error -32603, with the milliseconds to wait as `retryAfter` in its data.
 */
export interface LimitOptions {
  /** Tool calls. Default 200 a second, 1,000 at once. */
  readonly toolCalls?: Limit | undefined;
  /** Reads of resources. Default 200 a second, 1,000 at once. */
  readonly resourceReads?: Limit | undefined;
  /** Requests for prompts. Default 200 a second, 1,000 at once. */
  readonly prompts?: Limit | undefined;
  /** Requests for suggestions. Default 50 a second, 200 at once. */
  readonly completions?: Limit | undefined;
  /** Log messages; those beyond are dropped silently. Default 100 a second, 1,000 at once. */
  readonly logs?: Limit | undefined;
  /** Requests for sampling. Default 5 a second, 50 at once. */
  readonly sampling?: Limit | undefined;
}

/** The names of {@link LimitOptions}. */
export const LIMIT_OPTIONS: OptionNames<LimitOptions> = {
  toolCalls: true,
  resourceReads: true,
  prompts: true,
  completions: true,
  logs: true,
  sampling: true,
};

/** What is limited. */
export type Limited = keyof LimitOptions;

const DEFAULTS: { readonly [Name in Limited]: RateLimitOptions } = {
  toolCalls: { perSecond: 200, burst: 1_000 },
  resourceReads: { perSecond: 200, burst: 1_000 },
  prompts: { perSecond: 200, burst: 1_000 },
  completions: { perSecond: 50, burst: 200 },
  logs: { perSecond: 100, burst: 1_000 },
  sampling: { perSecond: 5, burst: 50 },
};

const NAMES: { readonly [Name in Limited]: string } = {
  toolCalls: 'calls of tools',
  resourceReads: 'reads of resources',
  prompts: 'requests for prompts',
  completions: 'requests for suggestions',
  logs: 'log messages',
  sampling: 'questions to the model',
};

/** Applies the limits of a server. Where limiters answer at once, so does this. */
export class Limits {
  readonly #limiters: { readonly [Name in Limited]: RateLimiter | undefined };

  /** @throws {TypeError} or {RangeError} if a number is invalid, naming the option. */
  constructor(options: LimitOptions | false = {}, report: (error: unknown) => void) {
    const limiter = (name: Limited): RateLimiter | undefined => {
      const given = options === false ? false : (options[name] ?? DEFAULTS[name]);
      if (given === false) return undefined;
      if (!isLimiter(given)) return new MemoryRateLimiter(given, `the option limits.${name} of the server`);
      return new FallbackRateLimiter(given, new MemoryRateLimiter(DEFAULTS[name]), report);
    };
    this.#limiters = {
      toolCalls: limiter('toolCalls'),
      resourceReads: limiter('resourceReads'),
      prompts: limiter('prompts'),
      completions: limiter('completions'),
      logs: limiter('logs'),
      sampling: limiter('sampling'),
    };
  }

  /** Returns whether the caller is admitted. */
  admits(name: Limited, caller: string): boolean | Promise<boolean> {
    const admission = this.#limiters[name]?.take(caller);
    if (admission instanceof Promise) return admission.then(({ allowed }) => allowed);
    return admission?.allowed ?? true;
  }

  /** @throws {JsonRpcError} if the caller is not admitted. */
  admit(name: Limited, caller: string): void | Promise<void> {
    const admission = this.#limiters[name]?.take(caller);
    if (admission instanceof Promise) return admission.then((later) => check(name, later));
    if (admission !== undefined) check(name, admission);
  }
}

function isLimiter(given: RateLimitOptions | RateLimiter): given is RateLimiter {
  return typeof given === 'object' && 'take' in given;
}

/** @throws {JsonRpcError} if a call is not admitted. */
function check(name: Limited, admission: Admission): void {
  if (!admission.allowed) throw tooMany(NAMES[name], admission.retryAfter);
}
