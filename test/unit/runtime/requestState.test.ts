/** The state of a request that waits for answers: sealed, bound to its caller and its request, and no good for anything else. */

import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { canonicalJson, type Binding, type RequestState } from '../../../runtime/src/stateless/requestState.js';
import { Runs } from '../../../runtime/src/stateless/runs.js';
import { StateSealer, type RequestStateOptions } from '../../../runtime/src/stateless/stateSealer.js';
import { stopDates } from '../../support/clock.js';

const KEY = 'k'.repeat(32);
const BINDING: Binding = {
  server: 'shop',
  caller: 'alice',
  method: 'tools/call',
  params: { name: 'pay', arguments: { to: 'bob', sum: 5 } },
};

const stateOf = (sealer: StateSealer, onceValues: RequestState['onceValues'] = {}): RequestState => ({
  id: 'state-1',
  expires: sealer.expires,
  asked: { who: ['elicitation/create', 'abc', 0] },
  answers: { before: ['def', { action: 'accept' }] },
  onceValues,
});

async function seal(options: RequestStateOptions = {}) {
  const sealer = new StateSealer(options);
  const state = stateOf(sealer);
  return { sealer, state, text: await sealer.seal(state, BINDING) };
}

test('what was sealed is opened for the same caller and the same request', async () => {
  const { sealer, state, text } = await seal();
  expect(await sealer.open(text, BINDING)).toEqual(state);
  expect(text).toMatch(/^[\w-]+$/);
});

test('nothing of it can be read, and two seals of one state differ', async () => {
  const { sealer, state, text } = await seal();
  expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('accept');
  expect(await sealer.seal(state, BINDING)).not.toBe(text);
});

describe('it is refused', () => {
  test.each<readonly [option: string, options: RequestStateOptions, other: RequestStateOptions, change: string]>([
    ['requestState.keys', {}, { keys: [KEY] }, ''],
    ['requestState.sizeLimit', {}, {}, 'A'.repeat(2_000_000)],
    ['it was changed, or belongs to another caller or request', { keys: [KEY] }, { keys: [KEY] }, 'AAAA'],
    ['requestState.lifetime is 1 ms', { keys: [KEY], lifetime: 1 }, { keys: [KEY], lifetime: 1 }, ''],
    ['requestState.usedStates', { keys: [KEY] }, { keys: [KEY], usedStates: { use: () => false } }, ''],
  ])('with a reason that names the option: %s', async (reason, options, other, change) => {
    stopDates();
    const { text } = await seal(options);
    if (options.lifetime !== undefined) vi.advanceTimersByTime(1);
    const reasons: string[] = [];
    const open = (): unknown => new StateSealer(other).open(text + change, BINDING, (told) => reasons.push(told));
    expect(await open()).toBeUndefined();
    expect(reasons).toEqual([expect.stringContaining(reason)]);
  });

  test('if any character of it was changed', async () => {
    covers('rounds-state-integrity', 'rounds-state-refused');
    const { sealer, text } = await seal();
    for (let at = 0; at < text.length; at += 7) {
      const other = text[at] === 'A' ? 'B' : 'A';
      expect(await sealer.open(text.slice(0, at) + other + text.slice(at + 1), BINDING)).toBeUndefined();
    }
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, -1)],
    ['longer', (text: string) => `${text}A`],
    ['empty', () => ''],
    ['not base64url', (text: string) => `${text}!`],
    ['of another key', () => 'A'.repeat(200)],
    ['larger than any that was made', () => 'A'.repeat(2_000_000)],
  ])('if it is %s', async (_, change) => {
    covers('rounds-state-distrusted');
    const { sealer, text } = await seal();
    expect(await sealer.open(change(text), BINDING)).toBeUndefined();
  });

  test.each<[string, Partial<Binding>]>([
    ['another server', { server: 'bank' }],
    ['another caller', { caller: 'mallory' }],
    ['a caller who is not known', { caller: undefined }],
    ['another method', { method: 'prompts/get' }],
    ['other arguments', { params: { name: 'pay', arguments: { to: 'mallory', sum: 5 } } }],
    ['another tool', { params: { name: 'steal', arguments: { to: 'bob', sum: 5 } } }],
    ['more arguments', { params: { name: 'pay', arguments: { to: 'bob', sum: 5, tip: 1 } } }],
  ])('for %s', async (_, change) => {
    const { sealer, text } = await seal();
    expect(await sealer.open(text, { ...BINDING, ...change })).toBeUndefined();
  });

  test('by another process, unless both have the same keys', async () => {
    const { text } = await seal();
    expect(await new StateSealer({ keys: ['o'.repeat(32)] }).open(text, BINDING)).toBeUndefined();
    const { text: shared, state } = await seal({ keys: [KEY] });
    expect(await new StateSealer({ keys: [KEY] }).open(shared, BINDING)).toEqual({
      ...state,
      expires: expect.any(Number) as number,
    });
  });

  test('when it has expired', async () => {
    covers('rounds-state-expires');
    stopDates();
    const { sealer, text } = await seal({ lifetime: 1_000 });
    vi.advanceTimersByTime(999);
    expect(await sealer.open(text, BINDING)).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(await sealer.open(text, BINDING)).toBeUndefined();
  });

  test('the second time, where states are used once', async () => {
    covers('rounds-state-once');
    const used = new Set<string>();
    const { sealer, text } = await seal({
      usedStates: { use: (id) => Promise.resolve(!used.has(id) && used.add(id).has(id)) },
    });
    expect(await sealer.open(text, BINDING)).toBeDefined();
    expect(await sealer.open(text, BINDING)).toBeUndefined();
  });
});

test('it is the same request whatever the order of its keys, and whatever differs from run to run', async () => {
  const { sealer, text } = await seal();
  const params = {
    requestState: text,
    inputResponses: { who: {} },
    _meta: { a: 1 },
    arguments: { sum: 5, to: 'bob' },
    name: 'pay',
  };
  expect(await sealer.open(text, { ...BINDING, params })).toBeDefined();
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});

test('keys are replaced one after another: the first seals, all open', async () => {
  const next = new Uint8Array(32).fill(7);
  const { text } = await seal({ keys: [KEY] });
  const both = new StateSealer({ keys: [next, KEY] });
  expect(await both.open(text, BINDING)).toBeDefined();
  const newer = await both.seal(stateOf(both), BINDING);
  expect(await new StateSealer({ keys: [KEY] }).open(newer, BINDING)).toBeUndefined();
  expect(await new StateSealer({ keys: [next] }).open(newer, BINDING)).toBeDefined();
});

test('a state that is too large is an error of the author', async () => {
  const sealer = new StateSealer({ sizeLimit: 1_000 });
  const large = stateOf(sealer, { report: ['x'.repeat(1_000)] });
  await expect(sealer.seal(large, BINDING)).rejects.toThrow(
    /sealed state of tools\/call has \d+ characters: at most 1000 are allowed\. The option requestState\.sizeLimit raises the limit$/,
  );
});

test('without keys, every handler of a process opens what another one has sealed', async () => {
  const { state, text } = await seal();
  expect(await new StateSealer().open(text, BINDING)).toEqual(state);
});

describe('a run', () => {
  const run = (id: number, expires = Date.now() + 60_000) => ({ id: String(id), expires });

  test('is new once', () => {
    const runs = new Runs();
    expect([runs.isNew(run(0), 'ada'), runs.isNew(run(0), 'ada'), runs.isNew(run(1), 'ada')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('of a caller with too many is not new, and those of others are', () => {
    const runs = new Runs();
    for (let id = 0; id < 1_000; id++) expect(runs.isNew(run(id), 'eve')).toBe(true);
    expect(runs.isNew(run(1_000), 'eve')).toBe(false);
    expect(runs.isNew(run(0), 'eve')).toBe(false);
    expect(runs.isNew(run(1_001), 'ada')).toBe(true);
  });

  test('is forgotten when its state has expired, and no earlier', () => {
    stopDates();
    const runs = new Runs();
    for (let id = 0; id < 1_000; id++) runs.isNew(run(id, Date.now() + (id < 500 ? 10_000 : 20_000)), 'ada');
    vi.advanceTimersByTime(10_000);
    const later = Array.from({ length: 501 }, (_, id) => runs.isNew(run(1_000 + id), 'ada'));
    expect(later.lastIndexOf(true)).toBe(499);
    expect(runs.isNew(run(500), 'ada')).toBe(false);
  });

  test('of a caller with few is new while those of all callers are too many, and the caller with the most has no new ones', () => {
    const runs = new Runs(10);
    for (let id = 0; id < 6; id++) expect(runs.isNew(run(id), 'caller eve')).toBe(true);
    for (let id = 6; id < 10; id++) expect(runs.isNew(run(id), 'caller ada')).toBe(true);
    expect(runs.isNew(run(10), 'caller eve')).toBe(false);
    expect(runs.isNew(run(11), 'caller bob')).toBe(true);
    expect(runs.isNew(run(6), 'caller ada')).toBe(false);
    // Eve has lost her first one.
    expect(runs.isNew(run(0), 'caller bob')).toBe(true);
  });
});

test.each<[string, unknown, RegExp]>([
  ['keys that are none', { keys: [] }, /"keys" for the option requestState/],
  ['a key that is not a string', { keys: [5] }, /"keys" for the option requestState/],
  ['a short key', { keys: ['short'] }, /at least 32/],
  ['no time at all', { lifetime: 0 }, /"lifetime" for the option requestState/],
  ['a size that is not a number', { sizeLimit: 'all' }, /"sizeLimit" for the option requestState/],
  ['a store without its method', { usedStates: {} }, /"usedStates" for the option requestState/],
])('an option is refused: %s', (_, options, message) => {
  expect(() => new StateSealer(options as RequestStateOptions)).toThrow(message);
});
