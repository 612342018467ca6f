/** Large bodies: they are parsed and weighed in two turns, which count as one. */

import { expect, test, vi } from 'vitest';
import { parsePosted } from '../../../runtime/src/http/server/posted.js';
import type { ServedExchange } from '../../../runtime/src/http/server/servedExchange.js';
import { Ledger, MOST_BYTES_OF_CHARACTER, textBytes, weigh } from '../../../runtime/src/ledger/index.js';
import { Turns, TurnTaker, type TurnKind } from '../../../runtime/src/ledger/turns.js';
import { slowClock, stopClock } from '../../support/clock.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Callers that take turns of some milliseconds. */
function takers() {
  stopClock();
  const turns = new Turns();
  const begun: [name: string, time: number][] = [];
  const start = performance.now();
  const taker = (): TurnTaker => new TurnTaker([], () => true);
  const take = async (by: TurnTaker, work: TurnKind, name: string, milliseconds: number): Promise<void> => {
    await turns.take(by, work);
    begun.push([name, performance.now() - start]);
    vi.advanceTimersByTime(milliseconds);
  };
  const all = async (...taken: readonly Promise<void>[]): Promise<void> => {
    const state = { isOver: false };
    const over = Promise.all(taken).then(() => {
      state.isOver = true;
    });
    for (let count = 0; count < 1_000 && !state.isOver; count++) {
      for (let turn = 0; turn < 30; turn++) await nextTurn();
      vi.advanceTimersByTime(1);
    }
    await over;
  };
  return { taker, take, all, begun };
}

test('short turns of others come between the two turns for a body, and turns for other bodies do not', async () => {
  const { taker, take, all, begun } = takers();
  const [ada, bob, eve, mal] = [taker(), taker(), taker(), taker()];
  let late: Promise<void> | undefined;
  const twoTurns = async (by: TurnTaker, name: string): Promise<void> => {
    await take(by, 'body', name, 4);
    // He comes now, and has taken the least time.
    late ??= twoTurns(bob, 'bob');
    await take(by, 'rest', `${name}, rest`, 4);
  };
  // From now on, their last turns are long.
  await all(take(eve, 'body', 'eve before', 2));
  await all(take(mal, 'body', 'mal before', 2));
  begun.length = 0;
  await all(twoTurns(eve, 'eve'), twoTurns(mal, 'mal'), take(ada, 'request', 'ada', 0.5));
  await all(late ?? Promise.resolve());
  const names = begun.map(([name]) => name);
  for (const name of ['eve', 'mal', 'bob']) {
    const between = names.slice(names.indexOf(name) + 1, names.indexOf(`${name}, rest`));
    expect(between.filter((other) => other !== 'ada')).toEqual([]);
  }
  expect(names).toHaveLength(7);
  // Both turns count for the rest afterwards.
  const times = new Map(begun);
  const timeOf = (name: string): number => times.get(name) ?? NaN;
  const [first, second] = timeOf('eve') < timeOf('mal') ? ['eve', 'mal'] : ['mal', 'eve'];
  expect(timeOf(second) - timeOf(`${first}, rest`)).toBeGreaterThanOrEqual(4 + 16);
});

test('a turn for a body does not count for later turns when no others are left at its end', async () => {
  const { take, all, begun } = takers();
  let isShared = true;
  const eve = new TurnTaker([], () => isShared);
  const rest = async (): Promise<void> => {
    await take(eve, 'body', 'eve', 40);
    const resting = take(eve, 'rest', 'eve, rest', 1);
    await nextTurn();
    isShared = false;
    await resting;
  };
  await all(rest());
  isShared = true;
  await all(take(eve, 'request', 'short', 0.5));
  await all(take(eve, 'request', 'next', 0.5));
  const [short = NaN, next = NaN] = begun.slice(-2).map(([, time]) => time);
  expect(next - short).toBeLessThan(20);
});

test('a noticeable turn for a body is a long one, and other turns are not', async () => {
  const apart = async (work: TurnKind): Promise<number> => {
    const { taker, take, all, begun } = takers();
    const [eve, mal] = [taker(), taker()];
    for (const by of [eve, mal]) await all(take(by, work, 'before', 4));
    vi.advanceTimersByTime(100);
    await all(take(eve, work, 'eve', 4), take(mal, work, 'mal', 4));
    const times = begun.slice(-2).map(([, time]) => time);
    return Math.abs((times[0] ?? 0) - (times[1] ?? 0));
  };
  expect(await apart('body')).toBeGreaterThanOrEqual(12);
  expect(await apart('request')).toBeLessThan(6);
});

test('a turn for a body stays a long one after a short turn for the head of its request', async () => {
  const { taker, take, all, begun } = takers();
  const callers = Array.from({ length: 4 }, taker);
  const post = async (by: TurnTaker): Promise<void> => {
    await take(by, 'request', 'head', 0.2);
    await take(by, 'body', 'body', 4);
  };
  for (const by of callers) await all(take(by, 'body', 'before', 4));
  vi.advanceTimersByTime(100);
  begun.length = 0;
  await all(...callers.map(post));
  const times = begun.filter(([name]) => name === 'body').map(([, time]) => time);
  expect(times).toHaveLength(4);
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? NaN));
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(12);
  // The heads wait for no body.
  const heads = begun.filter(([name]) => name === 'head').map(([, time]) => time);
  expect(Math.max(...heads)).toBeLessThan(times[1] ?? 0);
});

/**
 * A POST of one of two callers.
 *
 * @param isPassedOn whether another process has read the body
 */
function posted(text: string, { retained, isPassedOn = false }: { retained?: number; isPassedOn?: boolean } = {}) {
  const ledger = new Ledger(retained === undefined ? {} : { retained: { caller: retained, total: retained } });
  for (const name of ['bob', 'ada']) ledger.account(name).admit();
  const account = ledger.account('ada');
  const exchange = {
    body: {
      readText: async (_limit: number, _quota: unknown, turn: (bytes: number) => Promise<void> | undefined) => {
        if (!isPassedOn) await turn(text.length);
        return text;
      },
    },
    account,
    takesTurns: true,
    settings: { valueLimit: 1_000_000, batchLimit: 100 },
  };
  const parsed = parsePosted(exchange as unknown as ServedExchange, 10_000_000);
  return { account, parsed };
}

const LARGE = JSON.stringify({
  jsonrpc: '2.0',
  method: 'a',
  params: { x: Array.from({ length: 10_000 }, () => ({})) },
});

/** Looks at a POST in each turn of the event loop, on a slow machine: each has one step. */
async function heldDuring({ account, parsed }: ReturnType<typeof posted>): Promise<readonly number[]> {
  slowClock(2);
  const held: number[] = [];
  const state = { isParsed: false };
  void parsed.then(() => (state.isParsed = true));
  while (!state.isParsed) {
    held.push(account.held('retained'));
    await nextTurn();
  }
  return held;
}

test('what has been parsed is counted by the most that it may weigh, until its second turn', async () => {
  const one = posted(LARGE);
  const held = await heldDuring(one);
  expect(Math.max(...held)).toBe(MOST_BYTES_OF_CHARACTER * LARGE.length);
  expect(Math.max(...held)).toBeGreaterThan(weigh(JSON.parse(LARGE)));
  expect(one.account.held('retained')).toBe(0);
  expect((await one.parsed)?.items).toHaveLength(1);
});

test('what the caller must not hold until then is weighed in the same turn, and a small body, too', async () => {
  for (const one of [posted(LARGE, { retained: 100_000 }), posted(JSON.stringify({ jsonrpc: '2.0', method: 'a' }))]) {
    expect(Math.max(...(await heldDuring(one)))).toBe(0);
    expect((await one.parsed)?.items).toHaveLength(1);
  }
});

test('a body that another process has passed on is counted while it waits for its turn', async () => {
  const one = posted(LARGE, { isPassedOn: true });
  expect(await heldDuring(one)).toContain(textBytes(LARGE));
  expect(one.account.held('retained')).toBe(0);
});
