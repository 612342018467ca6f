/** Severities and allowances, and what is wrong with them. */

import { describe, expect, test } from 'vitest';
import { checkSettings } from '../../../generator/lint/settings.js';
import { findingsIn, reportOf, schemaWith } from './lint.js';

/** A schema with two findings of one rule, and one of another. */
const TEXT = schemaWith({
  more: `export interface Other { url: string; nested: { uri: string } }
    export interface OtherError { data: Other; from: string }`,
});

const lines = (settings: Parameters<typeof checkSettings>[0]): readonly string[] =>
  findingsIn(TEXT, { settings }).map(({ severity, rule, at, allowed = '' }) =>
    [severity, rule, at, allowed].filter((each) => each !== '').join(' '),
  );

test('each rule has a severity', () => {
  expect(lines({})).toEqual([
    'warning format-missing Other.url',
    'warning format-missing Other.nested.uri',
    'note name-reserved OtherError.from',
  ]);
});

test('a project changes severities, and disables rules', () => {
  const rules = { 'format-missing': 'off', 'name-reserved': 'error' } as const;
  expect(lines({ rules })).toEqual(['error name-reserved OtherError.from']);
  expect(reportOf(TEXT, { settings: { rules } })).toMatchObject({
    counts: { error: 1, warning: 0, note: 0 },
    rules: { 'name-reserved': { severity: 'error' } },
  });
});

test.each([
  [{ 'format-missing@Other.url': 'known' }, ['Other.url'], []],
  [{ 'format-missing@Other': 'known' }, ['Other.url', 'Other.nested.uri'], []],
  [{ 'format-missing@Other.nested': 'known' }, ['Other.nested.uri'], []],
  [{ 'format-missing': 'known' }, ['Other.url', 'Other.nested.uri'], []],
  [{ 'format-missing@Oth': 'known' }, [], ['format-missing@Oth']],
  [{ 'name-reserved@Other.url': 'known' }, [], ['name-reserved@Other.url']],
])('%j allows %j', (allow, places, unused) => {
  const { findings, allowed, counts, unusedAllowances } = reportOf(TEXT, { settings: { allow } });
  expect(findings.filter((each) => each.allowed === 'known').map(({ at }) => at)).toEqual(places);
  expect({ allowed, unusedAllowances }).toEqual({ allowed: places.length, unusedAllowances: unused });
  expect(counts.warning).toBe(2 - places.length);
});

describe('settings that are wrong', () => {
  test.each([
    [{ rules: { 'format-mising': 'off' } }, 'Unknown rule "format-mising". Did you mean format-missing?'],
    [{ allow: { 'nul-or-absent@Task.ttl': 'why' } }, 'Unknown rule "nul-or-absent". Did you mean null-or-absent?'],
    [{ rules: { xyzzy: 'off' } }, 'Unknown rule "xyzzy". Valid rules: message-without-union, '],
    [{ rules: { toString: 'off' } }, 'Unknown rule "toString". Valid rules: message-without-union, '],
    [
      { rules: { 'format-missing': 'fatal' as never } },
      'Unknown severity "fatal" of the rule format-missing. Valid severities: off, note, warning, error.',
    ],
  ] as const)('%j', (settings, message) => {
    expect(() => checkSettings(settings)).toThrow(message);
  });
});
