/** A link addresses any state of the explorer. */

import { expect, test } from 'vitest';
import { EXAMPLES } from '../../site/explorer/examples.js';
import { pack, unpack } from '../../site/explorer/pack.js';
import { fitsInLink, linkTo, MAX_IN_LINK, PARAMETERS, stateOf, VIEWS, type State } from '../../site/explorer/state.js';
import { Random } from '../../generator/cases/random.js';

const VALUES = ['tools/call', '2025-11-25', 'a b&c=d#e?f+g%20', 'ÄÖ 🌍 中文', '{"a": [1]}\n', '\u0000"<>'];

test('every state is the one that its link leads to', () => {
  const random = new Random(1);
  for (let round = 0; round < 2_000; round++) {
    const entries = PARAMETERS.filter(() => random.chance(40)).map((name) => [name, random.pick(VALUES)]);
    const state = { view: random.pick(VIEWS), ...Object.fromEntries(entries) } as State;
    expect(stateOf(linkTo(state))).toEqual(state);
    // A browser reads the link once more, as part of an address.
    expect(stateOf(new URL(linkTo(state), 'https://example.org/explorer/').hash)).toEqual(state);
  }
});

test('links are short and readable where they can be', () => {
  expect(linkTo({ view: 'method', name: 'tools/call', revision: '2025-11-25' })).toBe(
    '#method?name=tools/call&revision=2025-11-25',
  );
  expect(linkTo({ view: 'overview', query: '' })).toBe('#overview');
});

test('what addresses nothing is the overview, and what a state does not have is dropped', () => {
  for (const hash of ['', '#', '#none', '#__proto__?name=x']) expect(stateOf(hash).view).toBe('overview');
  expect(stateOf('#check?other=1&__proto__=2&message=')).toEqual({ view: 'check' });
});

test('a message that is too long for a link is left out of it', () => {
  expect(stateOf(linkTo({ view: 'check', as: 'Tool', message: 'x'.repeat(MAX_IN_LINK + 1) }))).toEqual({
    view: 'check',
    as: 'Tool',
  });
});

test('a message that fits in a link can be read from one, and the limit counts bytes', async () => {
  for (const text of ['x'.repeat(MAX_IN_LINK), '中'.repeat(66_666)]) {
    expect(fitsInLink(text)).toBe(true);
    expect(await unpack(await pack(text), MAX_IN_LINK)).toBe(text);
    expect(stateOf(linkTo({ view: 'check', message: text })).message).toBe(text);
  }
  const long = '中'.repeat(100_000);
  expect(fitsInLink(long)).toBe(false);
  expect(stateOf(linkTo({ view: 'check', message: long }))).toEqual({ view: 'check' });
});

test('every example is in its link', () => {
  for (const { message } of EXAMPLES) {
    const text = JSON.stringify(message, undefined, 2);
    expect(stateOf(linkTo({ view: 'check', message: text })).message).toBe(text);
  }
});
