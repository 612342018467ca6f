/** Which corrections of a schema `mcp-gen lint` asks for. */

import { describe, expect, test } from 'vitest';
import { HistoryLinter, isCorrection } from '../../../scripts/lintHistory/corrections.mjs';
import { describe as describeAll, tableOf } from '../../../scripts/lintHistory/report.mjs';
import { TABLES } from '../../support/tables.js';

const linter = new HistoryLinter(TABLES);

const schema = (thing: string, unions = 'AskRequest'): string => `
  export interface Result { [key: string]: unknown }
  export interface AskRequest { method: 'ask' ; params?: { a?: string } }
  export interface AskResult extends Result { thing: Thing }
  export interface Thing {
    ${thing}
  }
  export interface MoreRequest { method: 'more'; params?: { a?: string } }
  export type MoreResult = Result;
  export type ClientRequest = ${unions};`;

const change = (before: string, after: string, beside: { json?: readonly string[]; older?: string } = {}) => ({
  date: '2026-01-01',
  commit: '0123456789abcdef',
  subject: 'Fix it',
  revision: 'draft',
  before: { script: before, json: beside.json?.[0] },
  after: { script: after, json: beside.json?.[1] },
  ...(beside.older !== undefined && { release: '2025-01-01', older: beside.older }),
});

const asked = (...args: Parameters<typeof change>): readonly string[] | undefined =>
  linter.judge(change(...args))?.asked.map(({ rule, at }) => `${rule}@${at}`);

describe('a correction', () => {
  test('is any change of a release, and one of the draft that says so', () => {
    const of = (revision: string, subject: string) => isCorrection({ revision, subject });
    expect(of('2025-03-26', 'Formatting')).toBe(true);
    expect(of('draft', 'fix: format of Root.uri')).toBe(true);
    expect(of('draft', 'chore: Add CreateTaskResult to ServerResult')).toBe(true);
    expect(of('draft', 'Add tasks')).toBe(false);
  });

  test('is asked for if it ends a finding', () => {
    const [before, after] = [schema('url: string'), schema('/** @format uri */ url: string')];
    expect(asked(before, after)).toEqual(['format-missing@Thing.url']);
    expect(linter.judge(change(before, after))?.changed).toEqual(['Thing']);
  });

  test('is asked for if a union lacks a message', () => {
    const asks = asked(schema(''), schema('', 'AskRequest | MoreRequest'));
    expect(asks).toContain('message-without-union@MoreRequest');
  });

  test('is asked for if it takes back what was removed', () => {
    const older = schema('size: number');
    expect(asked(schema(''), schema('size: number'), { older })).toEqual([]);
    expect(asked(schema('a: string'), schema('a: string; size: number'), { older })).toEqual([
      'removed-without-deprecation@Thing.size',
    ]);
  });

  test('is not asked for if it ends no finding, or removes what had one', () => {
    expect(asked(schema('a: string'), schema('a: number'))).toEqual([]);
    expect(asked(schema('url: string'), schema('a: string'))).toEqual([]);
  });

  test('does not count if it changes docs alone', () => {
    expect(linter.judge(change(schema('a: string'), schema('/** A name. */ a: string')))).toBeUndefined();
  });

  test('counts if it corrects the schema.json', () => {
    const text = schema('a: string');
    const wrong = JSON.stringify({ definitions: {} });
    const asks = asked(text, text, { json: [wrong, 'not JSON'] });
    expect(asks).toContain('json-schema-differs@Thing');
  });

  test('cannot be judged if a schema is invalid', () => {
    expect(linter.judge(change('export interface A { a: B }', schema('')))?.problem).toMatch(/Cannot find name 'B'/);
  });
});

test('the report counts releases and drafts apart, and each rule once a correction', () => {
  const finding = { rule: 'format-missing', at: 'Thing.url' };
  const one = { ...change('', ''), changed: ['Thing'], asked: [finding, { ...finding, at: 'Thing.uri' }] };
  const all = [
    one,
    { ...one, asked: [] },
    { ...one, revision: '2025-03-26' },
    { ...one, asked: [], problem: 'Invalid' },
  ];
  expect(tableOf(all)).toBe(
    [
      '| corrections of | in the history | asked for by lint |',
      '| --- | --- | --- |',
      '| releases, after their release | 1 | 1 |',
      '| the draft | 2 | 1 |',
      '',
      '| rule | corrections that it asks for |',
      '| --- | --- |',
      '| `format-missing` | 2 |',
    ].join('\n'),
  );
  expect(describeAll(all).split('\n')).toEqual([
    '+ 2026-01-01 01234567 draft: Fix it',
    '    1 declarations: Thing',
    '    asked: format-missing@Thing.url',
    '    asked: format-missing@Thing.uri',
    '- 2026-01-01 01234567 draft: Fix it',
    '    1 declarations: Thing',
    '+ 2026-01-01 01234567 2025-03-26: Fix it',
    '    1 declarations: Thing',
    '    asked: format-missing@Thing.url',
    '    asked: format-missing@Thing.uri',
    '? 2026-01-01 01234567 draft: Fix it',
    '    Invalid',
    'releases, after their release: 1 of 1',
    'the draft: 1 of 2',
  ]);
});
