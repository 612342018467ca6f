import { anyOf, group, methods, OBJECT, orElse, type OptionKind } from '@mcp-gen/runtime/options';
import {
  FallbackRateLimiter,
  MemoryRateLimiter,
  RATE_LIMIT_OPTIONS,
  type Admission,
  type RateLimiter,
  type RateLimitOptions,
} from '../guard/index.js';
import { tooMany } from './errorCodes.js';

/** The limit of one kind: options of the default limiter, your own implementation, or `false` for no limit. */
export type Limit = RateLimitOptions | RateLimiter | false;

/**
 * Rate limits for each caller. A caller without an id from `authenticate` is limited by network address over HTTP (IPv6 by the first 64
 * bits), and by connection over other transports. Behind a proxy, set `trustProxy`: otherwise all callers have the address of the proxy,
 * and share their limits.
 *
 * Options replace the defaults as a whole: omitted properties have the defaults of {@link RateLimitOptions}. If a {@link RateLimiter}
 * fails, the error is reported, and the default limits in this process apply instead.
 *
 * A request above the limit is answered with the error -32603, with the milliseconds to wait as `retryAfter` in its data. Over HTTP the status
 * is 429 with `Retry-After` in seconds, unless the response is already a stream, or answers a batch.
 */
export interface RateLimits {
  /** Tool calls. Default 200 a second, 1,000 at once. */
  readonly toolCalls?: Limit | undefined;
  /** Resource reads. Default 200 a second, 1,000 at once. */
  readonly resourceReads?: Limit | undefined;
  /** Prompt requests. Default 200 a second, 1,000 at once. */
  readonly prompts?: Limit | undefined;
  /** Completion requests. Default 50 a second, 200 at once. */
  readonly completions?: Limit | undefined;
  /**
   * Log messages; those above the limit are dropped silently. Default 100 a second, 1,000 at once.
   *
   * @deprecated From revision 2026-07-28 on, and supported: write logs to stderr, or use OpenTelemetry.
   */
  readonly logs?: Limit | undefined;
  /**
   * Sampling requests. Default 5 a second, 50 at once.
   *
   * @deprecated From revision 2026-07-28 on, and supported: call the API of a model's provider instead.
   */
  readonly sampling?: Limit | undefined;
  /**
   * Notifications of clients; those above the limit are dropped, and reported once a minute. Default 100 a second, 1,000 at once. Cancellation
   * and progress do not count.
   */
  readonly notifications?: Limit | undefined;
}

/** The name of a limit. */
export type LimitName = keyof RateLimits;

const LIMITER = methods('take');

/** A limit: its options, or a limiter of the application. */
const LIMIT = orElse(false, { ...anyOf(LIMITER, group(RATE_LIMIT_OPTIONS)), expected: OBJECT.expected });

function rate(perSecond: number, burst: number): OptionKind<RateLimitOptions> {
  return { ...LIMIT, default: { perSecond, burst } };
}

/** {@link RateLimits}. */
export const RATE_LIMITS: { readonly [Name in LimitName]: OptionKind<RateLimitOptions> } = {
  toolCalls: rate(200, 1_000),
  resourceReads: rate(200, 1_000),
  prompts: rate(200, 1_000),
  completions: rate(50, 200),
  logs: rate(100, 1_000),
  sampling: rate(5, 50),
  notifications: rate(100, 1_000),
};

const NAMES: { readonly [Name in LimitName]: string } = {
  toolCalls: 'tool calls',
  resourceReads: 'resource reads',
  prompts: 'prompt requests',
  completions: 'completion requests',
  logs: 'log messages',
  sampling: 'sampling requests',
  notifications: 'notifications',
};

/** Applies the limits of a server. Synchronous if the limiters are. */
export class Limits {
  readonly #limiters: { readonly [Name in LimitName]: RateLimiter | undefined };

  constructor(options: RateLimits | false = {}, report: (error: unknown) => void) {
    const limiter = (name: LimitName): RateLimiter | undefined => {
      const given = options === false ? false : (options[name] ?? RATE_LIMITS[name].default);
      if (given === false) return undefined;
      if (!isLimiter(given)) return new MemoryRateLimiter(given);
      return new FallbackRateLimiter(given, new MemoryRateLimiter(RATE_LIMITS[name].default), report);
    };
    this.#limiters = {
      toolCalls: limiter('toolCalls'),
      resourceReads: limiter('resourceReads'),
      prompts: limiter('prompts'),
      completions: limiter('completions'),
      logs: limiter('logs'),
      sampling: limiter('sampling'),
      notifications: limiter('notifications'),
    };
  }

  /** Returns whether the caller is admitted. */
  admits(name: LimitName, caller: string): boolean | Promise<boolean> {
    const admission = this.#limiters[name]?.take(caller);
    if (admission instanceof Promise) return admission.then(({ allowed }) => allowed);
    return admission?.allowed ?? true;
  }

  /** @throws {JsonRpcError} if the caller is not admitted. */
  admit(name: LimitName, caller: string): void | Promise<void> {
    const admission = this.#limiters[name]?.take(caller);
    if (admission instanceof Promise) return admission.then((later) => check(name, later));
    if (admission !== undefined) check(name, admission);
  }
}

function isLimiter(given: RateLimitOptions | RateLimiter): given is RateLimiter {
  return LIMITER.accepts(given);
}

/** @throws {JsonRpcError} if a call is not admitted. */
function check(name: LimitName, admission: Admission): void {
  if (!admission.allowed) throw tooMany(NAMES[name], admission.retryAfter, `rateLimits.${name}`, name === 'sampling');
}
