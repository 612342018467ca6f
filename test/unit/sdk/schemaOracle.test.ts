/**
 * Our reading of JSON Schema beside that of others: Ajv's, over random schemas and values, and the test suite of JSON Schema itself, where
 * JSON_SCHEMA_TEST_SUITE names a folder of it.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileJsonSchema } from '../../../sdk/src/schema/json/compileJsonSchema.js';
import { testUnless } from '../../support/omissions.js';
import { Random } from '../../../generator/cases/random.js';

type Maker = (random: Random, depth: number) => unknown;

const NAMES = ['a', 'b', 'c', 'ab'];
const TEXTS = ['', 'a', 'b', 'ab', 'abc', 'a-b', '😀'];
const PATTERNS = ['^a', 'b$', '^[a-b]*$', '^(a|ab)(c|-b)?$', '^.$', '(?=.*b)a', '^(?!a)', '\\bb', '^\\w{2,3}$', '[^a]'];

const value: Maker = (random, depth) => {
  const kind = random.below(depth > 0 ? 9 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(50);
  if (kind === 2) return random.pick([0, 1, 2, 3, -1, 1.5, 0.3]);
  if (kind < 6) return random.pick(TEXTS);
  if (kind === 6) return list(random, 4, () => value(random, depth - 1));
  return named(random, 4, () => value(random, depth - 1));
};

const schema: Maker = (random, depth) => {
  if (depth === 0 || random.chance(10)) return random.pick([true, false, {}, { type: 'string' }, { const: 1 }]);
  return Object.fromEntries(
    list(random, 3, () => {
      const keyword = random.pick(Object.keys(KEYWORDS));
      return [keyword, KEYWORDS[keyword]?.(random, depth - 1)];
    }),
  );
};

const some: Maker = (random, depth) => [schema(random, depth), ...list(random, 2, () => schema(random, depth))];
const count: Maker = (random) => random.below(4);
const bound: Maker = (random) => random.pick([0, 1, 1.5, 2]);
const names: Maker = (random) => [...new Set(list(random, 2, () => random.pick(NAMES)))];
const schemas: Maker = (random, depth) => named(random, 3, () => schema(random, depth));

/** A value for each keyword that checks something, but for `unevaluated...`: what Ajv takes as evaluated differs where a schema is trivial. */
const KEYWORDS: { readonly [keyword: string]: Maker } = {
  type: (random) =>
    random.pick(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object', ['string', 'object']]),
  enum: (random) => [...new Set([...list(random, 2, () => random.pick(TEXTS)), 1, null])],
  const: (random) => value(random, 1),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: (random) => random.pick([1, 2, 0.5]),
  minLength: count,
  maxLength: count,
  pattern: (random) => random.pick(PATTERNS),
  required: names,
  dependentRequired: (random, depth) => named(random, 2, () => names(random, depth)),
  dependentSchemas: schemas,
  minProperties: count,
  maxProperties: count,
  propertyNames: schema,
  properties: schemas,
  patternProperties: (random, depth) => ({
    [random.pick(PATTERNS)]: schema(random, depth),
    [random.pick(PATTERNS)]: schema(random, depth),
  }),
  additionalProperties: schema,
  minItems: count,
  maxItems: count,
  uniqueItems: () => true,
  prefixItems: some,
  items: schema,
  contains: schema,
  minContains: count,
  maxContains: count,
  allOf: some,
  anyOf: some,
  oneOf: some,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  $ref: (random) => random.pick(['#/$defs/x', '#/$defs/y', '#y']),
};

test.each<[schema: object, valid: unknown, invalid: unknown]>([
  [{ properties: { a: true }, unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  [{ anyOf: [{ required: ['a'], properties: { a: true } }, true], unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  [
    { oneOf: [{ required: ['a'], properties: { a: true } }, { required: ['b'] }], unevaluatedProperties: false },
    { a: 1 },
    { b: 1 },
  ],
  [{ if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false }, { a: 1 }, { a: 2 }],
  [{ anyOf: [{ properties: { a: true }, unevaluatedProperties: false }] }, { a: 1 }, { b: 1 }],
  [{ not: { not: { properties: { a: true } } }, unevaluatedProperties: { type: 'string' } }, { a: 'x' }, { a: 1 }],
  [{ properties: { a: true }, allOf: [{ unevaluatedProperties: { const: 1 } }] }, { a: 1 }, { a: 2 }],
  [{ $ref: '#/$defs/x', $defs: { x: { properties: { a: true } } }, unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
  [{ patternProperties: { '^a': true }, unevaluatedProperties: false }, { ab: 1 }, { b: 1 }],
  [
    { dependentSchemas: { a: { properties: { a: true, b: true } } }, unevaluatedProperties: false },
    { a: 1, b: 1 },
    { b: 1 },
  ],
  [{ prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
  [{ allOf: [{ prefixItems: [true] }], items: { type: 'number' }, unevaluatedItems: false }, [1, 2], [1, 'x']],
  [{ contains: { const: 1 }, unevaluatedItems: { const: 2 } }, [1, 2, 1], [1, 3]],
])('what %j leaves unevaluated', (document, valid, invalid) => {
  const check = compileJsonSchema(document);
  expect(check(valid)).toEqual([]);
  expect(check(invalid)).not.toEqual([]);
});

test.each<[schema: object, valid: unknown, invalid: unknown]>([
  [{ not: { dependentSchemas: { a: { required: ['b'] } } } }, { a: 1 }, { a: 1, b: 1 }],
])('%j negates dependentSchemas', (document, valid, invalid) => {
  const check = compileJsonSchema(document);
  expect(check(valid)).toEqual([]);
  expect(check(invalid)).not.toEqual([]);
});

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** A tree whose nodes are those of the schema that refers to it. */
const TREE = {
  $id: 'http://localhost/tree',
  $dynamicAnchor: 'node',
  properties: { value: { type: 'number' }, children: { items: { $dynamicRef: '#node' } } },
};

test.each<[rule: string, schema: object, valid: readonly unknown[], invalid: readonly unknown[]]>([
  [
    'a dynamic reference leads to the outermost schema with its anchor',
    { $id: 'http://localhost/strict', $dynamicAnchor: 'node', $ref: 'tree', required: ['value'], $defs: { TREE } },
    [{ value: 1, children: [{ value: 2 }] }],
    [
      { value: 1, children: [{}] },
      { value: 1, children: [{ value: 'x' }] },
    ],
  ],
  [
    'the outermost schema needs no identifier',
    { $dynamicAnchor: 'node', $ref: 'http://localhost/tree', required: ['value'], $defs: { TREE } },
    [{ value: 1, children: [{ value: 2 }] }],
    [{ value: 1, children: [{}] }],
  ],
  [
    'a dynamic reference outside of that schema leads to its own anchor',
    {
      properties: {
        strict: { $id: 'http://localhost/strict', $dynamicAnchor: 'node', $ref: 'tree', required: ['value'] },
        loose: { $ref: 'http://localhost/tree' },
      },
      $defs: { TREE },
    },
    [{ strict: { value: 1, children: [{ value: 2 }] }, loose: { children: [{}] } }],
    [{ strict: { value: 1, children: [{}] } }, { loose: { children: [{ value: 'x' }] } }],
  ],
  [
    'a dynamic reference without a dynamic anchor is a reference',
    {
      $id: 'http://localhost/list',
      $ref: 'inner',
      $defs: {
        number: { $dynamicAnchor: 'text', type: 'number' },
        inner: {
          $id: 'inner',
          properties: { a: { $dynamicRef: '#text' } },
          $defs: { plain: { $anchor: 'text', type: 'string' } },
        },
      },
    },
    [{ a: 'x' }],
    [{ a: 1 }],
  ],
  [
    'additionalItems applies after the array of items, in an older dialect',
    { $schema: DRAFT_7, items: [true, true], additionalItems: { type: 'string' } },
    [[1], [1, 2], [1, 2, 'x']],
    [[1, 2, 3]],
  ],
  [
    'additionalItems does not apply after one schema of all items',
    { $schema: DRAFT_7, items: { type: 'number' }, additionalItems: false },
    [[1, 2]],
    [['x']],
  ],
  ['additionalItems means nothing in 2020-12', { additionalItems: false }, [[1]], []],
  [
    'items applies to the items after prefixItems',
    { prefixItems: [true], items: { type: 'string' } },
    [[1, 'x']],
    [[1, 2]],
  ],
  ['maxContains is a maximum', { contains: { const: 1 }, maxContains: 1 }, [[1, 2]], [[1, 1]]],
  ['uniqueItems can be false', { uniqueItems: false }, [[1, 1]], []],
  [
    'what has no items and no properties has none left',
    { unevaluatedItems: false, unevaluatedProperties: false },
    ['x', 1],
    [[1], { a: 1 }],
  ],
  [
    'a reference leads to any object of the document',
    { $ref: '#/custom/x', custom: { x: { items: { $ref: '#/custom/y' } }, y: { type: 'string' } } },
    [['x']],
    [[1]],
  ],
  ['a reference may have a percent sign', { $ref: '#/$defs/50%', $defs: { '50%': { type: 'string' } } }, ['x'], [1]],
  [
    'an $id next to a $ref is ignored in draft 7',
    {
      $schema: DRAFT_7,
      properties: { a: { $id: 'http://localhost/', $ref: '#/definitions/x' } },
      definitions: { x: { type: 'string' } },
    },
    [{ a: 'x' }],
    [{ a: 1 }],
  ],
  ['\\B is where no word begins or ends', { pattern: 'a\\B.' }, ['ab', 'xab'], ['a', 'a b', 'a-']],
  ['{2,} is at least two', { pattern: '^a{2,}$' }, ['aa', 'aaaaa'], ['a', '']],
  ['a class may contain its bracket', { pattern: '^[\\]a]b$' }, [']b', 'ab'], ['b', '\\b']],
])('%s', (_, document, valid, invalid) => {
  const check = compileJsonSchema(document);
  for (const each of valid) expect(check(each), JSON.stringify(each)).toEqual([]);
  for (const each of invalid) expect(check(each), JSON.stringify(each)).not.toEqual([]);
});

test('as Ajv does, over random schemas and values', { timeout: 120_000 }, () => {
  const random = new Random(2026);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });
  const counts = { accepted: 0, refused: 0 };
  for (let round = 0; round < 1_000; round++) {
    const root = schema(random, 4);
    const document = {
      $defs: { x: schema(random, 1), y: { $anchor: 'y', properties: { a: { $ref: '#/$defs/y' } }, maxProperties: 2 } },
      ...(typeof root === 'object' ? root : { not: {} }),
    };
    // What x is made of may refer to x: that has no end.
    if (JSON.stringify(document.$defs.x).includes('$ref')) continue;
    const judge = ajv.compile(document);
    const check = compileJsonSchema(document);
    for (let i = 0; i < 20; i++) {
      const each = value(random, 3);
      const accepted = check(each).length === 0;
      expect(accepted, JSON.stringify({ document, each })).toBe(judge(each));
      counts[accepted ? 'accepted' : 'refused']++;
    }
  }
  expect(counts.accepted).toBeGreaterThan(3_000);
  expect(counts.refused).toBeGreaterThan(3_000);
});

/** The test suite of JSON Schema: files by keyword, in a folder for each draft. */
const SUITE = process.env['JSON_SCHEMA_TEST_SUITE'];
const missing = SUITE === undefined ? 'JSON_SCHEMA_TEST_SUITE is not set' : undefined;

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** What is refused by design, by the words in which it is. */
const REFUSED = /is an external reference|Unsupported dialect|\$recursiveRef: expected \$ref/;

const DIALECTS = {
  'draft2020-12': undefined,
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  draft7: 'http://json-schema.org/draft-07/schema#',
} as const;

describe.each(Object.entries(DIALECTS))('as the test suite of JSON Schema does: %s', (draft, dialect) => {
  const folder = join(SUITE ?? '', 'tests', draft);
  const files = SUITE === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));
  /** The tests of a file that do not refer to other documents, and whether ours agree. */
  const judged = (name: string): readonly (readonly [test: string, isRight: boolean])[] =>
    readGroups(join(folder, name)).flatMap(({ description, schema: given, tests }) => {
      const check = compiled(typeof given === 'object' && dialect ? { $schema: dialect, ...given } : given);
      if (check === undefined) return [];
      return tests.map(({ description: what, data, valid }) => [
        `${description}: ${what}`,
        (check(data).length === 0) === valid,
      ]);
    });

  for (const name of files) {
    test(name, () => {
      expect(judged(name).filter(([, isRight]) => !isRight)).toEqual([]);
    });
  }

  testUnless(missing, 'which has many tests that do not refer to other documents', () => {
    expect(files.flatMap(judged).length).toBeGreaterThan(700);
  });
});

function readGroups(file: string): readonly Group[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Group[];
}

function compiled(schema: unknown): ReturnType<typeof compileJsonSchema> | undefined {
  try {
    return compileJsonSchema(schema);
  } catch (error) {
    if (error instanceof Error && REFUSED.test(error.message)) return undefined;
    throw error;
  }
}

function list<Item>(random: Random, most: number, make: () => Item): readonly Item[] {
  return Array.from({ length: random.below(most + 1) }, make);
}

function named<Item>(random: Random, most: number, make: () => Item): { [name: string]: Item } {
  return Object.fromEntries(list(random, most, () => [random.pick(NAMES), make()]));
}
