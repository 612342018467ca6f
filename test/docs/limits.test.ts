/** The defaults in the table of limits in SECURITY.md are those that the doc comments of the options name. */

import { expect, test } from 'vitest';
import { modulesIn } from '../architecture/modules.js';
import { readProjectFile } from '../support/schemas.js';

const UNITS: { readonly [unit: string]: number } = {
  MiB: 2 ** 20,
  Mi: 2 ** 20,
  seconds: 1_000,
  minutes: 60_000,
  days: 86_400_000,
};

/** The first number of a text, in the unit that options have. */
function numberIn(text: string): number {
  const [, digits = 'NaN', unit = ''] = /(\d[\d.,]*\d|\d)(?: (MiB|Mi|seconds|minutes|days)\b)?/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1);
}

const DOC = /\/\*\*((?:(?!\*\/).)*)\*\/\s*readonly (\w+)\?:/gs;

/** The defaults that doc comments name, by option. */
const documented = new Map<string, number[]>();
for (const { path } of ['runtime/src', 'sdk/src', 'auth/src', 'redis/src'].flatMap(modulesIn)) {
  for (const [, comment = '', name = ''] of readProjectFile(path).matchAll(DOC)) {
    const [, text] = /Default:?[\s*]+(\d[^\n]*)/.exec(comment) ?? [];
    if (text !== undefined) documented.set(name, [...(documented.get(name) ?? []), numberIn(text)]);
  }
}

test('each default is the one that is documented with its option', () => {
  const page = readProjectFile('SECURITY.md');
  const limits = page.slice(page.indexOf('\n## Limits\n'));
  const rows = [...limits.matchAll(/^\|[^|]+\| `(?:\w+\.)*(\w+)`[^|]*\| ([^|]+)\|/gm)];
  const named = rows.filter(([, name = '']) => documented.has(name));
  expect(named.length).toBeGreaterThan(20);
  const wrong = named.filter(([, name = '', said = '']) => !documented.get(name)?.includes(numberIn(said)));
  expect(wrong.map(([, name, said]) => `${name}: ${said}, not ${documented.get(name ?? '')?.join(' or ')}`)).toEqual(
    [],
  );
  const unknown = rows.filter(([, name = '']) => !documented.has(name)).map(([, name]) => name);
  // Their defaults stand with the objects that they are part of: numbers of two kinds, or of each resource.
  expect([...new Set(unknown)]).toEqual(['total', 'rate']);
});
