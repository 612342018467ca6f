/**
 * Guards, explanations and Ajv agree on every definition of the JSON Schemas, without exception. `npm run oracle` checks a
 * million values; ORACLE_CHECKS and ORACLE_SEED choose how many and which.
 */

import { explainShape } from '@mcp-gen/runtime/codegen/v1/explain';
import { describe, expect, test } from 'vitest';
import { shapes as v20250326 } from '../../generated/2025-03-26/shapes.js';
import { derivedDefinitions } from '../support/jsonSchemas.js';
import { deriveText } from '../support/compileText.js';
import { nonEmpty } from '../support/nonEmpty.js';
import { REVISION_IDS, REVISIONS, schemaText, type RevisionId } from '../support/schemas.js';
import { errataOf } from '../support/tables.js';
import { compare } from './compare.js';
import { applyErrata, applyParamsMeta, PARAMS_META } from './patchSchema.js';
import { subjectOf } from './subjects.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 20250326);
const CHECKS = Math.ceil(Number(process.env['ORACLE_CHECKS'] ?? 20_000 * REVISIONS.length) / REVISIONS.length);

describe.each(REVISIONS)('the JSON Schema of $revision', ({ revision, definitions }) => {
  test('agrees', { timeout: 20_000 + CHECKS }, async () => {
    const subject = await subjectOf(revision, deriveText(schemaText(revision), revision));
    expect(Object.keys(subject.definitions)).toHaveLength(definitions + NAMED_PARAMS[revision]);
    expect(Object.keys(subject.definitions).sort()).toEqual(Object.keys(subject.guards).sort());
    const started = performance.now();
    const { counts, disagreements } = compare(subject, CHECKS, SEED);
    const perSecond = Math.round((counts.checks / (performance.now() - started)) * 1000);
    console.log(`${JSON.stringify(counts)}, ${perSecond} checks per second, seed ${SEED}`);
    expect(disagreements).toEqual([]);
    expect(counts.checks).toBeGreaterThanOrEqual(CHECKS);
    for (const count of [counts.refused, counts.accepted, counts.located]) expect(count).toBeGreaterThan(CHECKS / 10);
    for (const count of [counts.missing, counts.inUnions]) expect(count).toBeGreaterThan(CHECKS / 100);
  });

  test(`is patched at ${PARAMS_META.place}`, () => {
    const { patched } = applyParamsMeta(derivedDefinitions(revision));
    expect(patched.toSorted()).toEqual(PARAMS_META.definitions[revision]);
  });
});

/** Params that only generated code has a name for: of messages that write them in place, and of bases of such. */
const NAMED_PARAMS: { readonly [Id in RevisionId]: number } = {
  '2024-11-05': 16,
  '2025-03-26': 16,
  '2025-06-18': 17,
  '2025-11-25': 4,
  '2026-07-28': 1,
};

describe('a disagreement is seen', () => {
  const revision = '2025-03-26';
  const subject = subjectOf(revision, deriveText(schemaText(revision), revision));
  /** Those over the values of some definitions: most values of the others would be of no use. */
  const disagreements = async (names: readonly string[], change: Partial<Awaited<typeof subject>>) =>
    compare({ ...(await subject), ...change }, 2_000, SEED, names).disagreements;

  test('of a guard that accepts too much', async () => {
    const { guards } = await subject;
    const isRoot = (value: unknown) => typeof value === 'object' && value !== null;
    const found = await disagreements(['Root', 'Tool'], { guards: { ...guards, Root: isRoot } });
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((each) => !/^Root, .*the guard says true, Ajv false/.test(each))).toEqual([]);
  });

  test('of a guard that refuses too much', async () => {
    const { guards } = await subject;
    const found = await disagreements(['Cursor', 'Tool'], {
      guards: { ...guards, Cursor: (value) => guards['Cursor']?.(value) === true && value !== '' },
    });
    expect(found).toContainEqual(expect.stringMatching(/^Cursor, .*the guard says false, Ajv true/));
  });

  test('of a shape without one of its properties', async () => {
    const broken = { ...v20250326, Root: { may: { name: 'string', uri: 'string' } } };
    const found = await disagreements(['Root', 'Cursor'], {
      explain: (name, value) => explainShape(broken, name, value),
    });
    expect(found).toContainEqual(expect.stringMatching(/^Root, missing at \/uri: explained as valid/));
  });

  test('of an issue at another place', async () => {
    const { explain } = await subject;
    const found = await disagreements(['Root', 'Tool'], {
      explain: (name, value) => explain(name, value).map((each) => ({ ...each, pointer: '' })),
    });
    expect(found).toContainEqual(expect.stringMatching(/missing at \/\w+: reported elsewhere/));
  });

  const rows = REVISION_IDS.flatMap((id) =>
    errataOf(id).flatMap((row) => (row.direction === 'sent' ? [] : [{ ...row, id, row }])),
  );
  test.each(nonEmpty(rows))('of $id without the erratum $place: $correction.kind', async ({ id, place, row }) => {
    const others = errataOf(id).filter((each) => each !== row);
    const without = await subjectOf(id, deriveText(schemaText(id), id), others);
    const [definition = ''] = place.split('.');
    const { disagreements: found } = compare(without, 4_000, SEED, [definition]);
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${definition}, .*the guard says`)));
  });

  test('of a schema without the _meta of params', async () => {
    const { definitions } = await subject;
    const patched = definitions['SetLevelRequestParams'];
    const SetLevelRequestParams = { ...patched, properties: { ...(patched?.['properties'] as object), _meta: {} } };
    const found = await disagreements(['SetLevelRequest', 'SetLevelRequestParams'], {
      definitions: { ...definitions, SetLevelRequestParams },
    });
    expect(found).toContainEqual(expect.stringMatching(/^SetLevelRequest.*the guard says false, Ajv true/));
  });
});

test.each(REVISIONS)('an erratum whose place is not in the schema of $revision is an error', ({ revision }) => {
  const definitions = derivedDefinitions(revision);
  const [row] = errataOf(revision);
  const astray = ['JSONRPCError.idea', 'JSONRPCErr.id'].map(
    (place) => () => applyErrata(definitions, row ? [{ ...row, place, direction: 'both' }] : []),
  );
  for (const apply of astray) expect(apply).toThrow(/^No (property|definition)/);
});
