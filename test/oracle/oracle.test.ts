/**
 * Guards, explanations and Ajv agree on every definition of the JSON Schemas, without exception. `npm run oracle` checks a
 * million values; ORACLE_CHECKS and ORACLE_SEED choose how many and which.
 */

import { explainShape } from '@mcp-gen/runtime/codegen/v1/explain';
import { describe, expect, test } from 'vitest';
import { errataOf } from '../../generator/model/errata.js';
import { definitionsOf } from '../../generator/model/fingerprints.js';
import { shapes as v20250326 } from '../../generated/2025-03-26/shapes.js';
import { compileText, deriveText, REVISIONS, schemaText } from '../support/schemas.js';
import { compare } from './compare.js';
import { applyErrata, applyParamsMeta, PARAMS_META, type SchemaDefinitions } from './patchSchema.js';
import { schemas, subjectOf } from './subjects.js';
import { untaggedUnions, type UntaggedUnion } from './unions.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 20250326);
const CHECKS = Math.ceil(Number(process.env['ORACLE_CHECKS'] ?? 40_000 * schemas.length) / schemas.length);

describe.each(schemas)('the $schema schema of $revision', ({ revision, read }) => {
  test('agrees', { timeout: 20_000 + CHECKS }, async () => {
    const subject = await subjectOf(revision, read());
    const official = REVISIONS.find((row) => row.revision === revision)?.definitions ?? 0;
    expect(Object.keys(subject.definitions)).toHaveLength(official + NAMED_PARAMS);
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
    const { patched } = applyParamsMeta(definitionsOf(JSON.parse(read())) as SchemaDefinitions);
    expect(patched.toSorted()).toEqual(PATCHED_PARAMS);
  });
});

/** Params that only generated code has a name for: of 14 messages, and of their bases Request and Notification. */
const NAMED_PARAMS = 16;

/** The messages that write their params in place, in both revisions. */
const PATCHED_PARAMS = [
  'CallToolRequest',
  'CancelledNotification',
  'CompleteRequest',
  'CreateMessageRequest',
  'GetPromptRequest',
  'InitializeRequest',
  'ListPromptsRequest',
  'ListResourceTemplatesRequest',
  'ListResourcesRequest',
  'ListToolsRequest',
  'LoggingMessageNotification',
  'PaginatedRequest',
  'ProgressNotification',
  'ReadResourceRequest',
  'ResourceUpdatedNotification',
  'SetLevelRequest',
  'SubscribeRequest',
  'UnsubscribeRequest',
];

describe('a fault is reported where it is, but in unions without a tag', () => {
  const CONTENTS = 'TextResourceContents | BlobResourceContents';
  const RESULTS = 'ListResourcesResult | ListResourceTemplatesResult';
  const inBoth = (messages: readonly UntaggedUnion[], lists: string): readonly UntaggedUnion[] => [
    ...messages,
    ['ProgressToken', '', 'string | number'],
    ['RequestId', '', 'string | number'],
    ['JSONRPCError', '/id', 'RequestId | null'],
    ['ReadResourceResult', '/contents/*', CONTENTS],
    ['EmbeddedResource', '/resource', CONTENTS],
    ['CreateMessageResult', '/stopReason', '"endTurn" | "stopSequence" | "maxTokens" | string'],
    ['ClientResult', '', 'EmptyResult | CreateMessageResult | ListRootsResult'],
    [
      'ServerResult',
      '',
      `EmptyResult | InitializeResult | CompleteResult | GetPromptResult | ListPromptsResult | ${lists} | ReadResourceResult | CallToolResult | ListToolsResult`,
    ],
  ];

  test.each([
    {
      revision: '2024-11-05',
      unions: inBoth(
        [['JSONRPCMessage', '', 'JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError']],
        RESULTS,
      ),
    },
    {
      revision: '2025-03-26',
      unions: inBoth(
        [
          [
            'JSONRPCMessage',
            '',
            'JSONRPCRequest | JSONRPCNotification | JSONRPCBatchRequest | JSONRPCResponse | JSONRPCError | JSONRPCBatchResponse',
          ],
          ['JSONRPCBatchRequest', '/*', 'JSONRPCRequest | JSONRPCNotification'],
          ['JSONRPCBatchResponse', '/*', 'JSONRPCResponse | JSONRPCError'],
        ],
        'ListResourceTemplatesResult | ListResourcesResult',
      ),
    },
  ])('of $revision', ({ revision, unions }) => {
    expect(untaggedUnions(compileText(schemaText(revision), revision))).toEqual(unions);
  });
});

describe('a disagreement is seen', () => {
  const revision = '2025-03-26';
  const subject = subjectOf(revision, deriveText(schemaText(revision), revision));
  const disagreements = async (change: Partial<Awaited<typeof subject>>) =>
    compare({ ...(await subject), ...change }, 40_000, SEED).disagreements;

  test('of a guard that accepts too much', async () => {
    const { guards } = await subject;
    const isRoot = (value: unknown) => typeof value === 'object' && value !== null;
    const found = await disagreements({ guards: { ...guards, Root: isRoot } });
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((each) => !/^Root, .*the guard says true, Ajv false/.test(each))).toEqual([]);
  });

  test('of a guard that refuses too much', async () => {
    const { guards } = await subject;
    const found = await disagreements({
      guards: { ...guards, Cursor: (value) => guards['Cursor']?.(value) === true && value !== '' },
    });
    expect(found).toContainEqual(expect.stringMatching(/^Cursor, .*the guard says false, Ajv true/));
  });

  test('of a shape without one of its properties', async () => {
    const broken = { ...v20250326, Root: { may: { name: 'string', uri: 'string' } } };
    const found = await disagreements({ explain: (name, value) => explainShape(broken, name, value) });
    expect(found).toContainEqual(expect.stringMatching(/^Root, missing at \/uri: explained as valid/));
  });

  test('of an issue at another place', async () => {
    const { explain } = await subject;
    const found = await disagreements({
      explain: (name, value) => explain(name, value).map((each) => ({ ...each, pointer: '' })),
    });
    expect(found).toContainEqual(expect.stringMatching(/missing at \/\w+: reported elsewhere/));
  });

  const rows = errataOf(revision).filter(({ direction }) => direction !== 'sent');
  test.each(rows)('of a schema without the erratum $place: $correction.kind', async (row) => {
    const text = deriveText(schemaText(revision), revision);
    const without = await subjectOf(
      revision,
      text,
      errataOf(revision).filter((each) => each !== row),
    );
    const { disagreements: found } = compare(without, 4_000, SEED, row.place.split('.', 1));
    expect(found).toContainEqual(expect.stringMatching(/^JSONRPC.*the guard says/));
  });

  test('of a schema without the _meta of params', async () => {
    const { definitions } = await subject;
    const patched = definitions['SetLevelRequestParams'];
    const SetLevelRequestParams = { ...patched, properties: { ...(patched?.['properties'] as object), _meta: {} } };
    const found = await disagreements({ definitions: { ...definitions, SetLevelRequestParams } });
    expect(found).toContainEqual(expect.stringMatching(/^SetLevelRequest.*the guard says false, Ajv true/));
  });
});

test.each(REVISIONS)('an erratum whose place is not in the schema of $revision is an error', ({ revision }) => {
  const definitions = definitionsOf(JSON.parse(deriveText(schemaText(revision), revision))) as SchemaDefinitions;
  const [row] = errataOf(revision);
  const astray = ['JSONRPCError.idea', 'JSONRPCErr.id'].map(
    (place) => () => applyErrata(definitions, row ? [{ ...row, place, direction: 'both' }] : []),
  );
  for (const apply of astray) expect(apply).toThrow(/^No (property|definition)/);
});
