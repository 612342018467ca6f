/** Error codes are constants in generated code: a new code must not take the name that another one has. */

import { expect, test } from 'vitest';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Tables } from '../../../generator/model/facts.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

/** Builds the newest schema with the constant of an earlier revision, whose code was -32042 there. */
function build(code: number, errors: Tables['errors'] = [], completeness?: 'draft'): ReturnType<typeof buildProtocol> {
  return buildWith(`export const URL_ELICITATION_REQUIRED = ${code};`, errors, completeness);
}

/** Builds the newest schema with further declarations. */
function buildWith(
  declarations: string,
  errors: Tables['errors'] = [],
  completeness?: 'draft',
): ReturnType<typeof buildProtocol> {
  const text = `${schemaText(NEWEST)}\n${declarations}\n`;
  const tables = { ...TABLES, errors: [...TABLES.errors, ...errors] };
  return buildProtocol(readTypeScript(text, 'schema.ts'), NEWEST, tables, completeness);
}

const MESSAGE =
  'The name of the error code -32043 would be "UrlElicitationRequired", which is that of -32042 in an earlier revision';

test('a code that comes back has its name', () => {
  expect(build(-32042).vocabulary.errors).toContainEqual(
    expect.objectContaining({ name: 'UrlElicitationRequired', value: -32042 }),
  );
});

test('another code does not get the name', () => {
  expect(() => build(-32043)).toThrow(MESSAGE);
});

test('another code has a name of its own in drafts, until it is named', () => {
  const { vocabulary, openDecisions } = build(-32043, [], 'draft');
  expect(vocabulary.errors).toContainEqual(
    expect.objectContaining({ name: 'UrlElicitationRequired32043', value: -32043 }),
  );
  expect(openDecisions.map(({ message }) => message)).toEqual([`${MESSAGE}. Guess: UrlElicitationRequired32043`]);
});

test('a row names the code, once', () => {
  const row = { name: 'VisitRequired', what: 'It is.', code: -32043, from: NEWEST, source: 'a page' };
  const found = build(-32043, [row]).vocabulary.errors.filter(({ value }) => value === -32043);
  expect(found.map(({ name }) => name)).toEqual(['VisitRequired']);
});

test.each([
  [
    'a type with two codes',
    'export type QuotaError = { code: -32043; message: string } | { code: -32044; message: string };',
    'The name of the error code -32044 would be "Quota", which is that of -32043, too',
    ['Quota', 'Quota32044'],
  ],
  [
    'a type with the name of a constant',
    'export const QUOTA = -32043;\nexport interface QuotaError { code: -32044; message: string }',
    'The name of the error code -32044 would be "Quota", which is that of -32043, too',
    ['Quota', 'Quota32044'],
  ],
  [
    'a type whose name is not a name without its end',
    'export const ERROR32044 = -32043;\nexport interface $Error { code: -32044; message: string }',
    'The name of the error code -32044 would be "$", which is not a name in code',
    ['Error32044', 'Error3204432044'],
  ],
])('%s is refused, and guessed in drafts', (_, declarations, message, names) => {
  expect(() => buildWith(declarations)).toThrow(message);
  const { vocabulary, openDecisions } = buildWith(declarations, [], 'draft');
  const added = vocabulary.errors.filter(({ value }) => value === -32043 || value === -32044);
  expect(added.map(({ name }) => name)).toEqual(names);
  expect(openDecisions.map((each) => each.message)).toContain(`${message}. Guess: ${names[1]}`);
});

test('a name that a row gives to another code is taken', () => {
  const row = { name: 'Quota', what: 'It is.', code: -32099, from: NEWEST, source: 'a page' };
  expect(() => buildWith('export const QUOTA = -32043;', [row])).toThrow('"Quota", which is that of -32099, too');
});

test('an open decision about a code that only a type has is at its place', () => {
  const revisions = TABLES.revisions.map((row) => (row.id === NEWEST ? { ...row, open: ['errors/-32043'] } : row));
  const text = `${schemaText(NEWEST)}\nexport interface QuotaError { code: -32043; message: string }`;
  const { openDecisions } = buildProtocol(readTypeScript(text, 'schema.ts'), NEWEST, { ...TABLES, revisions }, 'draft');
  const line = text.split('\n').length;
  expect(openDecisions).toEqual([expect.objectContaining({ decision: 'errors/-32043', line, column: 31 })]);
});
