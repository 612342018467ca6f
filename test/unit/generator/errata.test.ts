/** Errata correct the declarations that code is generated from; a row without a place is reported. */

import * as v20241105 from '@mcp-gen/protocol/2024-11-05';
import * as v20250326 from '@mcp-gen/protocol/2025-03-26';
import { describe, expect, test } from 'vitest';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { encodeShapes } from '../../../generator/analyze/encodeShapes.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import { checkProtocol } from '../../../generator/model/checkProtocol.js';
import { correct } from '../../../generator/model/correct.js';
import { Definitions } from '../../../generator/model/definitions.js';
import type { Correction, Erratum } from '../../../generator/model/errata.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { REVISIONS, schemaText } from '../../support/schemas.js';
import { errataOf, TABLES } from '../../support/tables.js';

const SCHEMA = [
  'interface Base { id: string }',
  'interface Thing extends Base { name: string; list: string[]; inner: { deep: { values: number[] } }; level?: number }',
  'interface Other { id: string; list: string[] }',
  'type List = Thing[];',
  'type Box = { thing: Thing; values: string[] };',
  "type Name = 'a' | 'b';",
  'const LIMIT = 5;',
].join('\n');
const declarations = readTypeScript(SCHEMA, 'schema.ts');

describe('corrections', () => {
  test.each<[place: string, correction: Correction, definition: string, want: unknown]>([
    ['Other.id', { kind: 'optional' }, 'Other', { has: { list: { items: 'string' } }, may: { id: 'string' } }],
    [
      'Other.id',
      { kind: 'nullable' },
      'Other',
      { has: { id: { any: ['string', 'null'] }, list: { items: 'string' } } },
    ],
    [
      'Other.list',
      { kind: 'minItems', count: 1 },
      'Other',
      { has: { id: 'string', list: { items: 'string', least: 1 } } },
    ],
    [
      'Other.list',
      { kind: 'maxItems', count: 2 },
      'Other',
      { has: { id: 'string', list: { items: 'string', most: 2 } } },
    ],
    ['List', { kind: 'minItems', count: 3 }, 'List', { items: 'Thing', least: 3 }],
    ['List', { kind: 'maxItems', count: 4 }, 'List', { items: 'Thing', most: 4 }],
    [
      'Box.values',
      { kind: 'maxItems', count: 1 },
      'Box',
      { has: { thing: 'Thing', values: { items: 'string', most: 1 } } },
    ],
    ['Box.thing', { kind: 'optional' }, 'Box', { has: { values: { items: 'string' } }, may: { thing: 'Thing' } }],
  ])('%s: %o', (place, correction, definition, want) => {
    const { shapes, unused } = corrected({ place, correction });
    expect(shapes[definition]).toEqual(want);
    expect(unused).toEqual([]);
    const before = encodeShapes(shapesOf(new Definitions(declarations)));
    expect({ ...shapes, [definition]: before[definition] }).toEqual(before);
  });

  test('a place may lie deep', () => {
    const { shapes } = corrected({ place: 'Thing.inner.deep.values', correction: { kind: 'maxItems', count: 9 } });
    expect(shapes['Thing']).toMatchObject({
      has: { inner: { has: { deep: { has: { values: { items: 'integer', most: 9 } } } } } },
    });
  });

  test('heirs inherit a correction', () => {
    const { shapes } = corrected({ place: 'Base.id', correction: { kind: 'nullable' } });
    expect(shapes).toMatchObject({
      Thing: { has: { id: { any: ['string', 'null'] } } },
      Other: { has: { id: 'string' } },
    });
  });

  test('two corrections of one place add up, in the order of the rows', () => {
    const { shapes, unused } = corrected(
      { place: 'Other.id', correction: { kind: 'nullable' } },
      { place: 'Other.id', correction: { kind: 'optional' } },
    );
    expect(shapes['Other']).toMatchObject({ may: { id: { any: ['string', 'null'] } } });
    expect(unused).toEqual([]);
  });

  test('rules for senders alone do not change shapes', () => {
    const { shapes, unused } = corrected({
      place: 'Other.list',
      direction: 'sent',
      correction: { kind: 'maxItems', count: 1 },
    });
    expect(shapes).toEqual(encodeShapes(shapesOf(new Definitions(declarations))));
    expect(unused).toEqual([]);
  });

  test('a format or a maximum is a constraint of the property that is sent', () => {
    const rules: readonly Correction[] = [
      { kind: 'format', format: 'file-uri' },
      { kind: 'maxItems', count: 3 },
    ];
    const errata = rules.map((correction) => row({ place: 'Other.list', direction: 'sent', correction }));
    const found = correct(declarations, errata);
    expect(found.unused).toEqual([]);
    expect(found.declarations.find(({ name }) => name === 'Other')).toMatchObject({
      properties: [{ name: 'id' }, { name: 'list', constraints: { format: 'file-uri', maxItems: 3 } }],
    });
  });

  test.each<[place: string, correction: Correction, direction: Erratum['direction']]>([
    ['Other', { kind: 'fractional' }, 'both'],
    ['List', { kind: 'maxItems', count: 1 }, 'sent'],
    ['Other.list', { kind: 'minItems', count: 1 }, 'sent'],
  ])('%s cannot be corrected by %o where it is %s: the row is unused', (place, correction, direction) => {
    const erratum = row({ place, correction, direction });
    expect(correct(declarations, [erratum])).toEqual({ declarations, unused: [erratum] });
  });

  test('what is declared as it is written counts as used, and changes nothing', () => {
    for (const place of ['Other', 'Other.list']) {
      const found = correct(declarations, [row({ place, correction: { kind: 'declared' } })]);
      expect(found).toEqual({ declarations, unused: [] });
    }
  });

  test.each([
    'Nothing',
    'Nothing.id',
    'Other.idea',
    'Other.id.deeper',
    'Thing.id',
    'List.id',
    'Thing.inner.values',
    'LIMIT',
    'LIMIT.x',
    '',
  ])('unknown place %j', (place) => {
    const erratum = row({ place });
    expect(correct(declarations, [erratum])).toEqual({ declarations, unused: [erratum] });
  });

  test.each(['optional', 'nullable'] as const)('a definition as a whole cannot be %s: the row is unused', (kind) => {
    const erratum = row({ place: 'List', correction: { kind } });
    expect(correct(declarations, [erratum])).toEqual({ declarations, unused: [erratum] });
  });
});

describe.each(REVISIONS)('rows of $revision', ({ revision }) => {
  test('each has a place', () => {
    expect(errataOf(revision).length).toBeGreaterThan(0);
    expect(compile(schemaText(revision), revision).unusedRows).toEqual([]);
  });

  test.each(errataOf(revision))('without its place, $place: $correction.kind is reported', ({ place, wrong }) => {
    const name = place.split('.').at(-1) ?? '';
    const text = schemaText(revision).replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}Renamed`);
    expect(messagesOf(text, revision)).toContain(
      `overrides.json corrects ${place}, which the schema does not have: ${wrong}`,
    );
  });
});

test('a revision that nobody has decided about takes the errata of the newest one before it', () => {
  expect(errataOf('2025-12-01')).toEqual(errataOf('2025-11-25'));
  expect(errataOf('2027-01-01')).toEqual(errataOf('2026-07-28'));
  expect(compile(SCHEMA, '2027-01-01').unusedRows).toEqual([]);
});

test('every row says why, and where that is written', () => {
  const known: readonly string[] = REVISIONS.map(({ revision }) => revision);
  expect(TABLES.errata.length).toBeGreaterThan(10);
  for (const { from, until = from, wrong, reason, source } of TABLES.errata) {
    expect(known).toContain(from);
    expect(known.slice(known.indexOf(from))).toContain(until);
    for (const text of [wrong, reason, source]) expect(text).not.toBe('');
  }
});

describe('what is generated', () => {
  const text = (name: string) =>
    emitProtocols([compile(schemaText('2025-03-26'), '2025-03-26')]).find(({ path }) => path.endsWith(`/${name}.ts`))
      ?.text;

  test('types follow', () => {
    const error: v20250326.JSONRPCError = { jsonrpc: '2.0', error: { code: 1, message: '' } };
    const nameless: v20241105.JSONRPCError = { ...error, id: null };
    expect([v20250326.isJSONRPCError(error), v20241105.isJSONRPCError(nameless)]).toEqual([true, true]);
    expect(text('types')).toMatch(/interface JSONRPCError \{[^}]*id\?: RequestId \| null;/);
  });

  test.each([v20241105, v20250326])('guards of $revision.id follow', ({ isJSONRPCError, isJSONRPCResponse }) => {
    const error = { jsonrpc: '2.0', error: { code: 1, message: '' } };
    const ids = [null, undefined, 'a', 1, 0.5, {}];
    expect(ids.map((id) => isJSONRPCError({ ...error, id }))).toEqual([true, true, true, true, false, false]);
    expect([null, 1].map((id) => isJSONRPCResponse({ jsonrpc: '2.0', id, result: {} }))).toEqual([false, true]);
  });

  test.each(REVISIONS)(
    'types of $revision have no tag that neither their schema nor a correction has',
    ({ revision }) => {
      const tagsIn = (code: string): readonly string[] =>
        [...code.matchAll(/^ +\* @([\w-]+)/gm)].map(([, tag = '']) => tag);
      const schema = schemaText(revision);
      const types = emitProtocols([compile(schema, revision)]).find(({ path }) => path.endsWith('/types.ts'));
      const known = new Set(['module', ...tagsIn(schema), ...TABLES.errata.map(({ correction }) => correction.kind)]);
      expect(tagsIn(types?.text ?? '').filter((tag) => !known.has(tag))).toEqual([]);
      expect(tagsIn(types?.text ?? '')).toContain('format');
    },
  );

  test('batches have a message at least', () => {
    const [ask, answer] = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ];
    expect([[], [ask]].map(v20250326.isJSONRPCBatchRequest)).toEqual([false, true]);
    expect([[], [answer]].map(v20250326.isJSONRPCBatchResponse)).toEqual([false, true]);
    expect(v20250326.isJSONRPCMessage([])).toBe(false);
  });

  test.each([v20241105, v20250326])('$revision.id: a hundred values are sent, any number is read', (generated) => {
    const result = (length: number) => ({ completion: { values: Array.from({ length }, () => 'value') } });
    expect([100, 101, 10_000].map((length) => generated.isCompleteResult(result(length)))).toEqual([true, true, true]);
    expect(generated.checkCompleteResult(result(100))).toBeUndefined();
    expect(generated.checkCompleteResult(result(101))?.pointer).toBe('/completion/values');
    expect(generated.revision.server.requests['completion/complete']?.checkResult).toBe(generated.checkCompleteResult);
  });
});

function row(part: Partial<Erratum>): Erratum {
  return {
    from: 'test',
    place: 'Other.id',
    wrong: 'It is wrong.',
    direction: 'both',
    correction: { kind: 'optional' },
    reason: 'It is.',
    source: 'here',
    ...part,
  };
}

function corrected(...parts: Partial<Erratum>[]) {
  const { declarations: all, unused } = correct(declarations, parts.map(row));
  return { shapes: encodeShapes(shapesOf(new Definitions(all))), unused };
}

function compile(text: string, revision: string) {
  return buildProtocol(readTypeScript(text, 'schema.ts'), revision, TABLES);
}

/** What is wrong with a schema. */
function messagesOf(text: string, revision: string): readonly string[] {
  const read = readTypeScript(text, 'schema.ts');
  try {
    checkProtocol(buildProtocol(read, revision, TABLES), read, 'schema.ts');
  } catch (error) {
    if (error instanceof SchemaProblems) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}
