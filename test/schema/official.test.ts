/**
 * The same proof against the official files themselves, where MCP_OFFICIAL_SCHEMAS names a folder of them. A difference
 * shows as a difference of the definition, not of a digest.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deriveJsonSchema } from '../../generator/compile.js';
import { definitionsOf, fingerprintsOf, withoutProse } from '../../generator/model/fingerprints.js';
import { deriveDefinitions } from '../support/compileText.js';
import { OFFICIAL, officialFile, readProjectFile, REVISIONS, schemaText } from '../support/schemas.js';

interface RevisionRow {
  readonly id: string;
  readonly schema: { readonly sha256: string };
  readonly jsonSchema: { readonly sha256: string };
}

const rows = JSON.parse(readProjectFile('schema/revisions.json')) as readonly RevisionRow[];
const files = rows.flatMap(({ id, schema, jsonSchema }) => [
  { revision: id, name: 'schema.ts', sha256: schema.sha256 } as const,
  { revision: id, name: 'schema.json', sha256: jsonSchema.sha256 } as const,
]);
const present = files.filter(({ revision, name }) => officialFile(revision, name));
const absent = files.filter((file) => !present.includes(file));
if (absent.length > 0) {
  const left = absent.map(({ revision, name }) => `${revision}/${name}`).join(', ');
  const reason = OFFICIAL ? 'not in MCP_OFFICIAL_SCHEMAS' : 'MCP_OFFICIAL_SCHEMAS is not set';
  console.log(`No comparison with the official files ${left}: ${reason}.`);
}

test('every revision that is generated has a row of the official files', () => {
  expect(rows.map(({ id }) => id)).toEqual(REVISIONS.map(({ revision }) => revision));
});

test.each(present)('the official $revision/$name is the one on record', ({ revision, name, sha256 }) => {
  const bytes = readFileSync(officialFile(revision, name) ?? '');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
});

const jsonFiles = present.filter(({ name }) => name === 'schema.json');
describe.each(jsonFiles)('the official schema.json of $revision', ({ revision }) => {
  const official = JSON.parse(readFileSync(officialFile(revision, 'schema.json') ?? '', 'utf8')) as unknown;

  test('has the same definitions', () => {
    expect(structures(deriveDefinitions(schemaText(revision), revision))).toEqual(structures(definitionsOf(official)));
  });

  test('has the committed fingerprints', () => {
    expect(fingerprintsOf(official)).toEqual(JSON.parse(readProjectFile(`schema/${revision}/fingerprints.json`)));
  });
});

const pairs = jsonFiles.filter(({ revision }) => officialFile(revision, 'schema.ts'));
test.each(pairs)('the official schema.ts of $revision derives its schema.json, byte for byte', async ({ revision }) => {
  const derived = await deriveJsonSchema(officialFile(revision, 'schema.ts') ?? '');
  expect(derived).toBe(readFileSync(officialFile(revision, 'schema.json') ?? '', 'utf8'));
});

function structures(definitions: { readonly [name: string]: unknown }): unknown {
  return Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [name, withoutProse(definition)]));
}
