/** Keys of `_meta` are constants in generated code: a new key must not take the name that another one has. */

import { expect, test } from 'vitest';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Tables } from '../../../generator/model/facts.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

/** The newest schema with a further key. */
function withKey(key: string): string {
  const line = 'export interface RequestMetaObject extends MetaObject {';
  return schemaText(NEWEST).replace(line, `$&\n  ${JSON.stringify(key)}?: string;`);
}

function keysWith(key: string, metaKeys: Tables['metaKeys'] = []): Readonly<Record<string, string>> {
  const tables = { ...TABLES, metaKeys: [...TABLES.metaKeys, ...metaKeys] };
  const { vocabulary } = buildProtocol(readTypeScript(withKey(key), 'schema.ts'), NEWEST, tables);
  return Object.fromEntries(vocabulary.metaKeys.map(({ name, value }) => [name, value]));
}

test('a key has the name of its last segment', () => {
  expect(keysWith('com.example/cost')).toMatchObject({ cost: 'com.example/cost' });
});

test.each([
  ['com.example/other/logLevel', '"logLevel", which is that of'],
  ['com.example/2fa', '"2fa", which is not a name in code'],
  ['x.y/', '"", which is not a name in code'],
])('%s is refused without a row', (key, wrong) => {
  expect(() => keysWith(key)).toThrow(`of _meta would be ${wrong}`);
});

test.each([
  ['com.example/related-task', 'comExampleRelatedTask'],
  ['com.example/2fa', 'comExample2fa'],
  ['2/', 'key2'],
  ['modelcontextprotocol.io/related-task', 'modelcontextprotocolIoRelatedTask'],
])('in a draft, %s has a name of all its segments until it is named', (key, name) => {
  const { vocabulary, openDecisions } = buildProtocol(
    readTypeScript(withKey(key), 'schema.ts'),
    NEWEST,
    TABLES,
    'draft',
  );
  expect(vocabulary.metaKeys).toContainEqual(expect.objectContaining({ name, value: key }));
  expect(openDecisions.map(({ message }) => message)).toEqual([expect.stringContaining(`. Guess: ${name}`)]);
});

test('a row states the name of a key', () => {
  const key = 'com.example/other/logLevel';
  const row = { name: 'otherLogLevel', what: 'It is.', key, from: NEWEST, source: 'a page' };
  expect(keysWith(key, [row])).toMatchObject({
    otherLogLevel: key,
    logLevel: 'io.modelcontextprotocol/logLevel',
  });
});

test('the name of a key of an earlier revision is not given to another one', () => {
  const key = 'com.example/related-task';
  expect(() => keysWith(key)).toThrow(
    'of _meta would be "relatedTask", which is that of "io.modelcontextprotocol/related-task" in an earlier revision',
  );
  const row = { name: 'otherTask', what: 'It is.', key, from: NEWEST, source: 'a page' };
  expect(keysWith(key, [row])).toMatchObject({ otherTask: key });
});

test('a key keeps the name of an earlier revision', () => {
  const { subjects } = TABLES;
  const { metadataKeys = { value: '', subject: [] }, ...others } = subjects['2025-11-25'] ?? {};
  const earlier = { ...metadataKeys, parts: 'levelOfLogs=io.modelcontextprotocol/logLevel' };
  const tables = { ...TABLES, subjects: { ...subjects, '2025-11-25': { ...others, metadataKeys: earlier } } };
  const { vocabulary } = buildProtocol(readTypeScript(schemaText(NEWEST), 'schema.ts'), NEWEST, tables);
  expect(vocabulary.metaKeys.map(({ name }) => name)).toContain('levelOfLogs');
});
