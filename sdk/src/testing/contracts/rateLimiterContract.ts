import { pause } from '@mcp-gen/runtime';
import {
  expectTrue,
  storeCases,
  type ContractCase,
  type ContractRule,
  type Disposable,
  type StoreContractOptions,
} from '@mcp-gen/runtime/testing';
import type { Admission, RateLimiter } from '../../guard/index.js';

/** A limiter for one case of {@link rateLimiterContract}: 20 calls per second, 4 at once, without earlier calls. */
export interface RateLimiterSubject extends Disposable {
  /** The limiter under test. */
  readonly limiter: RateLimiter;
  /** Advances the clock of the limiter. Default: waits in real time. */
  readonly advance?: ((milliseconds: number) => void | Promise<void>) | undefined;
}

/** Maximum calls at once. */
const BURST = 4;

/** Calls that are admitted a second. */
const RATE = 20;

/** Milliseconds in which a whole burst is refilled, with some margin. */
const REFILL = 1_000;

const RULES: readonly ContractRule<RateLimiterSubject, never>[] = [
  {
    name: 'a burst is admitted, and no further call',
    async check({ limiter }) {
      await expectAdmitted(limiter, 'a', BURST);
    },
  },
  {
    name: 'calls at the same time are not admitted beyond the burst',
    async check(subject) {
      const refilled = refilling(subject);
      const admissions = await Promise.all(Array.from({ length: 50 }, async () => subject.limiter.take('a')));
      const { length } = admissions.filter(({ allowed }) => allowed);
      expectTrue(length >= BURST && length <= BURST + refilled(), `${length} calls were admitted, not ${BURST}`);
    },
  },
  {
    name: 'callers are limited independently',
    async check({ limiter }) {
      const callers = ['a', 'a ', 'A', '__proto__', 'ü🙂', 'a:b/c*', ''];
      for (const caller of callers) await expectAdmitted(limiter, caller, BURST);
    },
  },
  {
    name: 'a refused call returns a correct retryAfter',
    async check(subject) {
      await expectAdmitted(subject.limiter, 'a', BURST);
      const { retryAfter } = refused(await subject.limiter.take('a'));
      await advance(subject, retryAfter);
      expectTrue(
        (await subject.limiter.take('a')).allowed,
        `A call after retryAfter (${retryAfter} ms) was not admitted`,
      );
    },
  },
  {
    name: 'a pause refills one burst at most',
    async check(subject) {
      await expectAdmitted(subject.limiter, 'a', BURST);
      await advance(subject, REFILL);
      await expectAdmitted(subject.limiter, 'a', BURST);
    },
  },
  {
    name: 'a refused call is not counted',
    async check(subject) {
      // What is refilled while the burst is admitted counts, too.
      const refilled = refilling(subject);
      await expectAdmitted(subject.limiter, 'a', BURST);
      for (let n = 0; n < 20; n++) {
        const admission = await subject.limiter.take('a', BURST);
        if (admission.allowed && refilled() >= BURST) break;
        refused(admission);
      }
      await advance(subject, REFILL);
      expectTrue((await subject.limiter.take('a')).allowed, 'Calls that were not admitted were counted');
    },
  },
  {
    name: 'a cost counts as several calls',
    async check({ limiter }) {
      const taken = await Promise.all([BURST - 1, 2, 1, 1].map(async (cost) => limiter.take('a', cost)));
      const [most, excess, rest, none] = taken as [Admission, Admission, Admission, Admission];
      expectTrue(most.allowed, `A cost of ${BURST - 1} was not admitted`);
      refused(excess);
      expectTrue(rest.allowed, 'The rest of the burst was not admitted');
      refused(none);
    },
  },
];

/**
 * Returns the requirements of a rate limiter as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemoryRateLimiter } from '@mcp-gen/sdk';
 * import { rateLimiterContract } from '@mcp-gen/sdk/testing';
 *
 * const makeLimiter = () => ({ limiter: new MemoryRateLimiter({ perSecond: 20, burst: 4 }) });
 * for (const { name, run } of rateLimiterContract(makeLimiter)) test(name, run);
 * ```
 *
 * @param makeLimiter creates a limiter of 20 calls per second, 4 at once. Called once for each case.
 */
export function rateLimiterContract(
  makeLimiter: () => RateLimiterSubject | Promise<RateLimiterSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeLimiter, options);
}

/** @throws {Error} unless exactly `count` calls in a row are admitted. */
async function expectAdmitted(limiter: RateLimiter, caller: string, count: number): Promise<void> {
  // At the same time, so that a slow machine does not refill the burst meanwhile.
  const taken = await Promise.all(Array.from({ length: count + 1 }, async () => limiter.take(caller)));
  for (const [at, { allowed }] of taken.slice(0, count).entries()) {
    expectTrue(allowed, `Call ${at + 1} of the caller ${JSON.stringify(caller)} was not admitted`);
  }
  refused(taken[count] as Admission);
}

/** @throws {Error} if a call was admitted, or has no valid `retryAfter`. */
function refused(admission: Admission): { readonly retryAfter: number } {
  if (admission.allowed) throw new Error('A call beyond the limit was admitted');
  const { retryAfter } = admission;
  expectTrue(
    retryAfter > 0 && retryAfter <= REFILL,
    `retryAfter must be more than 0 and at most ${REFILL}, not ${retryAfter}`,
  );
  return admission;
}

/** Returns how many calls may have become possible since now: in real time, a slow machine refills the burst meanwhile. */
function refilling({ advance }: RateLimiterSubject): () => number {
  const started = performance.now();
  return () => (advance === undefined ? Math.floor(((performance.now() - started) * RATE) / 1_000) : 0);
}

async function advance({ advance }: RateLimiterSubject, milliseconds: number): Promise<void> {
  if (advance !== undefined) await advance(milliseconds);
  else await pause(milliseconds + 5);
}
