/**
 * Each broken server fails the checks of its fault, and no others. Of the others a part is judged, another one for each server;
 * `BROKEN_SERVERS=all` judges all of them.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from './broken/fault.js';
import { FAULTS } from './broken/index.js';
import type { Check } from '../../../conformance/src/check.js';
import { SERVER_CHECKS } from '../../../conformance/src/checks/server/index.js';
import { serveHere, serveProtectedHere } from './inProcess.js';
import { applies, judgePeer, type CheckResult } from '../../../conformance/src/judge.js';
import { limited } from '../../../conformance/src/limited.js';
import { surveyOf, type Offer } from '../../../conformance/src/offer.js';
import { Peer } from '../../../conformance/src/peer.js';
import { mediumOf, type Protection, type Target } from '../../../conformance/src/target.js';
import { Connection } from '../../../conformance/src/wire/connection.js';
import type { Timing } from '../../../conformance/src/wire/waiting.js';

/** Where something fails because it does not come, a short time is enough. */
const SHORT: Timing = { answer: 1_000, open: 5_000, quiet: 50 };
/** What fails without a reason gets a second chance: the machine may be busy. */
const LONG: Timing = { answer: 20_000, quiet: 200 };
/** How many servers are judged at a time. Most of the time is spent waiting. */
const CONCURRENCY = 8;
const TEST_TIMEOUT = 600_000;
/** One of how many checks is judged that a server should not fail. */
const PART = process.env['BROKEN_SERVERS'] === 'all' ? 1 : 30;

let guarded: { readonly target: Protection; close(): Promise<void> } | undefined;
beforeAll(async () => {
  guarded = await serveProtectedHere();
});
afterAll(() => guarded?.close());

describe('a server that', () => {
  const judge = limited(CONCURRENCY, judgeBroken);
  let judged: ReadonlyMap<Fault, Promise<readonly CheckResult[]>> = new Map();
  beforeAll(() => {
    judged = new Map(FAULTS.map((fault) => [fault, judge(fault)]));
  });

  test.each(FAULTS)('$fault fails the checks of that, and no others', { timeout: TEST_TIMEOUT }, async (fault) => {
    const rows = (await judged.get(fault)) ?? expect.fail('not judged');
    const wrong = rows.filter(isWrong);
    expect(wrong.map(({ check }) => check).toSorted()).toEqual(expectedOf(fault).toSorted());
    for (const { check, reason } of wrong) expect(reason, check).toMatch(fault.fails[check] ?? /./);
  });
});

test('for every check there is a server that it refuses', () => {
  // Whether a server can be reached from outside depends on the machine: servers.test.ts has those two.
  const refusing = new Set(FAULTS.flatMap(({ fails }) => Object.keys(fails)).concat('http-localhost', 'sse-localhost'));
  expect(SERVER_CHECKS.map(({ id }) => id).filter((id) => !refusing.has(id))).toEqual([]);
});

function expectedOf({ fails, alsoFails = {} }: Fault): readonly string[] {
  return [...Object.keys(fails), ...Object.keys(alsoFails)];
}

function isWrong({ failed, warnings }: CheckResult): boolean {
  return failed + warnings > 0;
}

/** Judges a server with a fault by all checks. What it has is taken from the one without. */
async function judgeBroken(fault: Fault): Promise<readonly CheckResult[]> {
  const { revision, transport = 'http' } = fault;
  const expected = expectedOf(fault);
  const part = FAULTS.indexOf(fault) % PART;
  const checks = SERVER_CHECKS.filter(
    (check, at) => applies(check, revision, transport) && (expected.includes(check.id) || at % PART === part),
  );
  const { target, close } = await serveHere();
  try {
    const offer = await offerOf(target, fault);
    const rows = await judgeBy(checks, fault, target, offer, SHORT);
    // On a busy machine, a check can also fail before it comes to the fault, for another reason.
    const isExpected = (row: CheckResult): boolean =>
      isWrong(row) === expected.includes(row.check) &&
      (!isWrong(row) || (fault.fails[row.check] ?? /./).test(row.reason ?? ''));
    const doubtful = rows.filter((row) => !isExpected(row)).map(({ check }) => check);
    const again = checks.filter(({ id }) => doubtful.includes(id));
    const second = again.length === 0 ? [] : await judgeBy(again, fault, target, offer, LONG);
    return rows.map((row) => second.find(({ check }) => check === row.check) ?? row);
  } finally {
    await close();
  }
}

function judgeBy(
  checks: readonly Check[],
  { revision, transport = 'http', alter, fetch, program }: Fault,
  good: Target,
  offer: Offer,
  timing: Timing,
): Promise<readonly CheckResult[]> {
  const { startProgram = () => expect.fail('no program') } = good;
  const target = {
    ...good,
    ...(guarded && { protection: guarded.target }),
    ...(program && { startProgram: async () => program(await startProgram()) }),
    ...(fetch && { fetch: fetch(globalThis.fetch) }),
  };
  const makeMedium = mediumOf(target, transport) ?? expect.fail(`The fixture does not have ${transport}`);
  const peer = new Peer(() => new Connection(makeMedium(), revision, timing, alter?.()), target);
  return judgePeer(peer, checks, offer);
}

const offers = new Map<string, Promise<Offer>>();

/** What the fixture has, without a fault: the same each time. */
function offerOf(target: Target, fault: Fault): Promise<Offer> {
  const key = `${fault.revision} ${fault.transport}`;
  const offer = offers.get(key) ?? readOffer(target, fault);
  offers.set(key, offer);
  return offer;
}

async function readOffer(target: Target, { revision, transport = 'http' }: Fault): Promise<Offer> {
  const makeMedium = mediumOf(target, transport) ?? expect.fail(`The fixture does not have ${transport}`);
  const connection = new Connection(makeMedium(), revision, LONG);
  try {
    await connection.start();
    await connection.open();
    return await surveyOf(connection);
  } finally {
    await connection.close();
  }
}
