/** Error codes are constants in generated code: a new code must not take the name that another one has in an earlier revision. */

import { expect, test } from 'vitest';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Tables } from '../../../generator/model/facts.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

/** Builds the newest schema with the constant of an earlier revision, whose code was -32042 there. */
function build(code: number, errors: Tables['errors'] = [], completeness?: 'draft'): ReturnType<typeof buildProtocol> {
  const text = `${schemaText(NEWEST)}\nexport const URL_ELICITATION_REQUIRED = ${code};\n`;
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
