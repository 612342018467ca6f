/** The numbers that doc comments call defaults are those that the code has. */

import { expect, test } from 'vitest';
import { modulesIn } from '../architecture/modules.js';
import { declarations } from '../limits/declarations.js';
import { readProjectFile } from '../support/schemas.js';

const PACKAGES = ['runtime/src', 'sdk/src'];

/** Options whose default stands in the code in another way than behind the option's name. */
const ELSEWHERE = [
  'completions',
  'connectTimeout',
  'discoverTimeout',
  'limits',
  'logRate',
  'logs',
  'notifications',
  'output',
  'prompts',
  'reading',
  'requestTimeout',
  'resourceReads',
  'retained',
  'sampling',
  'size',
  'toolCalls',
  'ttlMs',
];

const DOC = /(\/\*\*(?:(?!\*\/).)*\*\/)\s*readonly (\w+)\?:/gs;
const SAID = /Default (\d(?:[\d,]*\d)?)( Mi)?/g;
const CONSTANT = /^(?:export )?const ([A-Z_]+)(?:: number)? = (\d[\d_ *]*);/gm;
/** `{ delay = 1_000 }`, `options.delay ?? MAX_DELAY`, and `options.sessionLimit ?? OPEN_SESSIONS.most`. */
const CODED = /(?:[{,]\s*(\w+)(?:: \w+)? = |\b(\w+) \?\? )(\d[\d_ *]*|[A-Z_]{2,}(?:\.most)?)/g;

const texts = PACKAGES.flatMap(modulesIn).map(({ path }) => readProjectFile(path));
const constants = new Map([
  ...texts.flatMap((text) => [...text.matchAll(CONSTANT)].map(([, name, value]) => [name, value] as const)),
  ...[...(await declarations())].map(([name, { most }]) => [`${name}.most`, String(most)] as const),
]);

test('each default that a comment names is the one of the code, and the only one', () => {
  const said = numbersByName(
    texts.flatMap((text) =>
      [...text.matchAll(DOC)].flatMap(([, comment = '', name = '']) =>
        [...comment.matchAll(SAID)].map(([, number = '', mebi]) => [
          name,
          `${number.replaceAll(',', '')}${mebi ? '*1048576' : ''}`,
        ]),
      ),
    ),
  );
  const coded = numbersByName(
    texts.flatMap((text) =>
      [...text.replaceAll(/\/\*\*.*?\*\//gs, '').matchAll(CODED)].map(([, destructured, chosen, value = '']) => [
        destructured ?? chosen ?? '',
        constants.get(value) ?? value,
      ]),
    ),
  );
  const named = [...said].filter(([name]) => !ELSEWHERE.includes(name));
  expect(named.length).toBeGreaterThan(30);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(named.map(([name]) => [name, coded.get(name) ?? []])));
});

test('no default is looked for elsewhere without need', () => {
  const options = texts.flatMap((text) => [...text.matchAll(DOC)].map(([, , name]) => name));
  expect(ELSEWHERE.filter((name) => !options.includes(name))).toEqual([]);
});

/** The numbers behind each name, as products of digits: `64 * 1024 * 1024`. */
function numbersByName(pairs: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, Set<number>>();
  for (const [name = '', product = ''] of pairs) {
    const number = product.split('*').reduce((total, factor) => total * Number(factor.replaceAll('_', '')), 1);
    if (!Number.isNaN(number)) numbers.set(name, (numbers.get(name) ?? new Set()).add(number));
  }
  return new Map([...numbers].map(([name, found]) => [name, [...found].sort((a, b) => a - b)]));
}
