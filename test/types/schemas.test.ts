/**
 * The generated types are the same as those that json-schema-to-typescript makes of the JSON Schemas, definition by
 * definition, but for what errata correct; and with these corrections without exception. Names in unions that are open
 * to any string are not part of this: a type checker takes such a union for `string`.
 */

import { describe, expect, test } from 'vitest';
import { applyErrata, applyParamsMeta } from '../oracle/patchSchema.js';
import { derivedDefinitions } from '../support/jsonSchemas.js';
import type { SchemaDefinitions } from '../support/schemaDefinitions.js';
import { readProjectFile, REVISIONS, type RevisionId } from '../support/schemas.js';
import { errataOf } from '../support/tables.js';
import { compareTypes, type Difference } from './compareTypes.js';
import { typesOfJsonSchema } from './counterparts.js';
import { unexplained } from './knownDifferences.js';

describe.each(REVISIONS)('the JSON Schema of $revision', ({ revision, definitions: count }) => {
  const definitions = derivedDefinitions(revision);

  test('says what the generated types say, but for known differences', async () => {
    expect(Object.keys(definitions)).toHaveLength(count);
    expect(unexplained('schema.json', revision, await compare(revision, definitions))).toEqual([]);
  });

  test('says what the generated types say, once it is corrected', async () => {
    const corrected = applyParamsMeta(applyErrata(definitions, errataOf(revision))).definitions;
    expect((await compare(revision, corrected)).map(({ text }) => text)).toEqual([]);
  });
});

async function compare(revision: RevisionId, definitions: SchemaDefinitions): Promise<readonly Difference[]> {
  const generated = readProjectFile(`generated/${revision}/types.ts`);
  return compareTypes(generated, await typesOfJsonSchema(definitions), Object.keys(definitions));
}
