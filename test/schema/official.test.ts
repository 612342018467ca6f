/**
 * The same proof against the official files themselves, where MCP_OFFICIAL_SCHEMAS names a folder of them. A difference
 * shows as a difference of the definition, not of a digest.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deriveJsonSchema } from '../../generator/protocols.js';
import { definitionsOf, fingerprintsOf, withoutProse } from '../../generator/model/fingerprints.js';
import { deriveDefinitions } from '../support/compileText.js';
import { testUnless } from '../support/omissions.js';
import { officialFile, officialFileMissing, readProjectFile, REVISIONS, schemaText } from '../support/schemas.js';

interface RevisionRow {
  readonly id: string;
  readonly schema: { readonly sha256: string };
  readonly jsonSchema: { readonly sha256: string };
}

const rows = JSON.parse(readProjectFile('schema/revisions.json')) as readonly RevisionRow[];
test('every revision that is generated has a row of the official files', () => {
  expect(rows.map(({ id }) => id)).toEqual(REVISIONS.map(({ revision }) => revision));
});

for (const { id, schema, jsonSchema } of rows) {
  const missing = { ts: officialFileMissing(id, 'schema.ts'), json: officialFileMissing(id, 'schema.json') };
  const bytes = (name: 'schema.ts' | 'schema.json'): Buffer => readFileSync(officialFile(id, name) ?? '');
  const digest = (name: 'schema.ts' | 'schema.json'): string => createHash('sha256').update(bytes(name)).digest('hex');
  const official = (): unknown => JSON.parse(bytes('schema.json').toString());

  testUnless(missing.ts, `the official ${id}/schema.ts is the one on record`, () => {
    expect(digest('schema.ts')).toBe(schema.sha256);
  });

  testUnless(missing.json, `the official ${id}/schema.json is the one on record`, () => {
    expect(digest('schema.json')).toBe(jsonSchema.sha256);
  });

  testUnless(missing.json, `the official schema.json of ${id} has the same definitions`, () => {
    expect(structures(deriveDefinitions(schemaText(id), id))).toEqual(structures(definitionsOf(official())));
  });

  testUnless(missing.json, `the official schema.json of ${id} has the committed fingerprints`, () => {
    expect(fingerprintsOf(official())).toEqual(JSON.parse(readProjectFile(`schema/${id}/fingerprints.json`)));
  });

  testUnless(
    missing.ts ?? missing.json,
    `the official schema.ts of ${id} derives its schema.json, byte for byte`,
    async () => {
      expect(await deriveJsonSchema(officialFile(id, 'schema.ts') ?? '')).toBe(bytes('schema.json').toString());
    },
  );
}

function structures(definitions: { readonly [name: string]: unknown }): unknown {
  return Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [name, withoutProse(definition)]));
}
