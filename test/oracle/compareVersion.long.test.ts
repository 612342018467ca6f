/** The code of any version is compared with its JSON Schema. */

import { expect, test } from 'vitest';
import { makePlan } from '../../generator/analyze/plan.js';
import { targets } from '../../generator/targets/index.js';
import { compileText, deriveText } from '../support/compileText.js';
import { loadJudges } from '../support/loadGenerated.js';
import { schemaText } from '../support/schemas.js';
import { compareVersion } from './compareVersion.js';

const TEXT = `${schemaText('2025-06-18')}
export interface Plain { text: string; extra: never }
export interface Rich { extra: { [key: string]: unknown }; text?: string }
export type Either = Plain | Rich;
export type Empty = Record<string, never>;
export interface Kept {
  ttl: number | null;
  label?: string | null;
  /** @pattern ^[!-~]+$ */
  id?: string;
  /**
   * @minLength 1
   * @maxLength 4
   */
  code?: string;
}
`;
const REVISION = '2025-06-18';
const protocol = compileText(TEXT, REVISION);
const { guards, explain } = loadJudges(targets.typescript.emit(makePlan([protocol]), () => ''));
const code = Object.fromEntries(Object.entries(guards).map(([name, guard]) => [`is${name}`, guard]));
const compared = (others: object) =>
  compareVersion({ ...code, ...others, explain }, protocol, deriveText(TEXT, REVISION), 40_000);

test('guards and Ajv agree, also about a property that is always absent, one that may be null, and one with a pattern', () => {
  expect(compared({})).toEqual([]);
});

test.each([
  ['null', (value: unknown) => guards['Kept']?.(value) === true && (value as { ttl: unknown }).ttl !== null],
  ['a length', (value: unknown) => guards['Kept']?.({ ...(value as object), code: 'code' }) === true],
  ['a pattern', (value: unknown) => guards['Kept']?.({ ...(value as object), id: 'id' }) === true],
])('a guard that ignores %s is seen', (_, isKept) => {
  expect(compared({ isKept })).toContainEqual(expect.stringMatching(/^Kept, /));
});

test('a guard that takes values in a map that is always empty is seen', () => {
  const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  expect(compared({ isEmpty })).toContainEqual(expect.stringMatching(/^Empty, .*the guard says true, Ajv false/));
});

test('a guard that ignores a property that is always absent is seen', () => {
  const isPlain = (value: unknown) => typeof (value as { text?: unknown } | null)?.text === 'string';
  const isEither = (value: unknown) => isPlain(value) || guards['Rich']?.(value) === true;
  expect(compared({ isEither })).toContainEqual(expect.stringMatching(/^Either, .*the guard says true, Ajv false/));
});
