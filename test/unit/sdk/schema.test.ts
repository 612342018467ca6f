/** The schemas of authors: those of libraries, and plain JSON Schema. */

import { runInNewContext } from 'node:vm';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { Server } from '@mcp-gen/sdk';
import { testClient } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import type { InputSchema } from '../../../sdk/src/schema/infer.js';
import { describeIssues } from '../../../sdk/src/schema/issues.js';
import { prepareSchema } from '../../../sdk/src/schema/prepare.js';
import { covers } from '../../support/covers.js';
import { readProjectFile } from '../../support/schemas.js';

const what = 'the input of tool forecast';

const SCHEMAS: { readonly [library: string]: InputSchema } = {
  zod: z.object({ city: z.string(), days: z.number().optional() }),
  valibot: toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number()) })),
  arktype: type({ city: 'string', 'days?': 'number' }),
  'plain JSON Schema': {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'number' } },
    required: ['city'],
  },
};

describe.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
  const prepared = prepareSchema(schema, { what, object: true });

  test('is stated as JSON Schema', () => {
    const stated = { ...prepared.jsonSchema };
    delete stated['$schema'];
    expect(stated).toEqual(SCHEMAS['plain JSON Schema']);
  });

  test('accepts what fits', async () => {
    const value = { city: 'Oslo', days: 3 };
    expect(await prepared.validate(value)).toEqual({ value });
  });

  test('says where something else stands', async () => {
    const { issues = [] } = await prepared.validate({ city: 5, days: 3 });
    expect(issues.map(({ pointer }) => pointer)).toEqual(['/city']);
    expect(describeIssues(issues)).toMatch(/^\/city: .*string.*(number|5)/);
  });

  test('is prepared once, and cannot be changed', () => {
    expect(prepareSchema(schema, { what: 'something else' })).toBe(prepared);
    expect(Object.isFrozen(prepared)).toBe(true);
    expect(Object.isFrozen(prepared.jsonSchema['properties'])).toBe(true);
  });
});

test('what a schema takes and what it makes of that are stated apart', () => {
  const schema = z.object({ days: z.number().default(3) });
  expect(prepareSchema(schema, { what, side: 'input' }).jsonSchema).not.toHaveProperty('required');
  expect(prepareSchema(schema, { what, side: 'output' }).jsonSchema).toMatchObject({ required: ['days'] });
});

test('the value comes as the schema made it', async () => {
  const schema = z.object({ day: z.iso.date().transform((text) => text.length) });
  expect(await prepareSchema(schema, { what }).validate({ day: '2026-01-01' })).toEqual({ value: { day: 10 } });
});

test('a library may take its time', async () => {
  const schema = z.object({ city: z.string().refine((city) => Promise.resolve(city === 'Oslo'), 'unknown city') });
  const { validate } = prepareSchema(schema, { what });
  expect(await validate({ city: 'Oslo' })).toEqual({ value: { city: 'Oslo' } });
  expect(await validate({ city: 'Rome' })).toEqual({ issues: [{ pointer: '/city', message: '/city: unknown city' }] });
});

test('without a schema, objects have no properties', async () => {
  const { jsonSchema, validate } = prepareSchema(undefined, { what, object: true });
  expect(jsonSchema).toEqual({ type: 'object', additionalProperties: false });
  expect(await validate({})).toEqual({ value: {} });
  expect((await validate({ x: 1 })).issues?.[0]?.message).toBe('/x: expected no property with this name, got number');
});

test.each([
  ['a number', { type: 'number' }, 'expected number, got Infinity'],
  ['a number or null', { type: ['number', 'null'] }, 'expected number or null, got Infinity'],
  ['an integer', { type: 'integer' }, 'expected integer, got Infinity'],
  ['a number with a minimum', { type: 'number', minimum: 0 }, 'expected number, got Infinity'],
  ['a multiple of 1', { multipleOf: 1 }, 'expected a multiple of 1, got Infinity'],
  ['a multiple of 0.1', { multipleOf: 0.1 }, 'expected a multiple of 0.1, got Infinity'],
  ['an object with null', { const: { x: null } }, 'expected'],
])('1e400, which JSON.parse makes Infinity of, is not %s', async (_, schema, message) => {
  const value: unknown = JSON.parse('const' in schema ? '{ "x": 1e400 }' : '1e400');
  const { issues } = await prepareSchema(schema, { what }).validate(value);
  expect(issues?.[0]?.message).toContain(message);
});

test('what is changed later does not count', async () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const { jsonSchema, validate } = prepareSchema(schema, { what });
  schema.properties.city.type = 'number';
  expect(jsonSchema).toMatchObject({ properties: { city: { type: 'string' } } });
  expect((await validate({ city: 'Oslo' })).issues).toBeUndefined();
});

test('a library that names no issue has rejected the value', async () => {
  const stated = () => ({ type: 'object' });
  const schema = {
    '~standard': { ...ACME, validate: () => ({ issues: [] }), jsonSchema: { input: stated, output: stated } },
  };
  expect(await prepareSchema(schema, { what }).validate({})).toEqual({
    issues: [{ pointer: '', message: 'rejected without a reason' }],
  });
});

test('a library that names no place has its own words alone', async () => {
  const schema = z.object({}).refine(() => false, 'not today');
  expect(await prepareSchema(schema, { what }).validate({})).toEqual({
    issues: [{ pointer: '', message: 'not today' }],
  });
});

test('a schema of another realm is plain JSON', async () => {
  const schema = runInNewContext("({ type: 'object', properties: { city: { type: 'string' } } })") as InputSchema;
  expect((await prepareSchema(schema, { what }).validate({ city: 5 })).issues).toHaveLength(1);
});

test('a missing property is described by its types', async () => {
  const schema = { type: 'object', properties: { city: { type: ['string', 'null'] } }, required: ['city'] } as const;
  expect((await prepareSchema(schema, { what }).validate({})).issues).toMatchObject([
    { pointer: '/city', message: '/city: expected string or null, got nothing' },
  ]);
});

const ACME = { version: 1, vendor: 'acme', validate: (value: unknown) => ({ value }) } as const;

function thrown(value: unknown): never {
  throw value;
}

const nested = (levels: number): InputSchema => (levels === 0 ? {} : { not: nested(levels - 1) });

test.each<[message: RegExp, schema: unknown]>([
  [/expected a schema of objects, got the type string\. Wrap it: .* { value: ... }/, z.string()],
  [/got a schema that does not say `type: "object"` at its top/, z.union([z.object({}), z.null()])],
  [/this schema of valibot .* `toStandardJsonSchema\(schema\)`, from @valibot\/to-json-schema/, v.object({})],
  [/this schema of zod .* Install zod 4\.2 or newer/, mini.object({})],
  [/this schema of acme .*standardschema\.dev/, { '~standard': { vendor: 'acme', validate: () => ({}) } }],
  // The vendor is named as a member of Object.prototype.
  [/this schema of toString .*standardschema\.dev/, { '~standard': { vendor: 'toString' } }],
  [/zod cannot convert it to JSON Schema: Date .* a string in a date format/, z.object({ day: z.date() })],
  // The library throws something that is not an error.
  [
    /acme cannot convert it to JSON Schema: no types\. Use JSON types/,
    { '~standard': { ...ACME, jsonSchema: { input: () => thrown('no types..') } } },
  ],
  [/at \/enum\/0: expected a JSON value, got nothing/, { type: 'object', enum: [undefined] }],
  [/at \/\$schema: Unsupported dialect 5\. Omit it/, { $schema: 5 }],
  [/at \/\$defs\/a: expected \$ref to be a string, got number/, { $defs: { a: { $ref: 5 } } }],
  [
    /at \/items: expected \$ref to be a URI of at most 2000 characters, got "http:\/\/\["/,
    { items: { $ref: 'http://[' } },
  ],
  // An external reference where only a reference makes a schema.
  [
    /at \/custom\/x\/items: "b" is an external reference/,
    { $ref: '#/custom/x', custom: { x: { items: { $ref: 'b' } } } },
  ],
  // A reference to a list.
  [/"#\/required" is not found in this schema/, { $ref: '#/required', required: ['a'] }],
  // A keyword of 2019-09 alone.
  [
    /at \/items\/\$recursiveRef: expected \$ref or \$dynamicRef: this keyword is not supported/,
    { items: { $recursiveRef: '#' } },
  ],
  [/at \/minLength: expected a non-negative integer, got -1/, { minLength: -1 }],
  [/at \/items\/maxItems: expected a non-negative integer, got 0\.5/, { items: { maxItems: 0.5 } }],
  [/at \/pattern: expected a string, got number/, { pattern: 5 }],
  [/expected a JSON Schema as an object, got string/, 'string'],
  [/expected a JSON Schema as an object, got array/, []],
  [/at \/properties: expected an object, got null/, { type: 'object', properties: null }],
  [/expected a JSON Schema as an object, got true/, true],
  [
    /"https:\/\/example\.org\/s\.json" is an external reference/,
    { type: 'object', $ref: 'https://example.org/s.json' },
  ],
  [
    /at \/properties\/a: "file:\/\/\/etc\/passwd" is an external reference.* \$defs/,
    { type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } },
  ],
  [/"#\/\$defs\/a" is not found in this schema/, { type: 'object', $ref: '#/$defs/a' }],
  [/at most 64 levels of nesting/, nested(65)],
  [/at most 10000 values in it/, { enum: Array.from({ length: 10_000 }, (_, i) => i) }],
  [/at \/default: expected a JSON value, got function/, { type: 'object', default: () => 5 }],
  [/at \/properties: expected an object, got array/, { type: 'object', properties: [] }],
  [/at \/type: expected a JSON type \(string, .*\), got "objekt"/, { type: 'objekt' }],
  // A mistake in what nothing refers to.
  [/at \/\$defs\/a\/minLength: expected a number, got string/, { type: 'object', $defs: { a: { minLength: 'x' } } }],
  [/at \/\$schema: Unsupported dialect/, { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }],
])('refused, and said why: %s', (message, schema) => {
  covers('base-schema-dialect-refused', 'base-schema-valid');
  expect(() => prepareSchema(schema as InputSchema, { what, object: true })).toThrow(message);
  expect(() => prepareSchema(schema as InputSchema, { what, object: true })).toThrow(
    /^the input of tool forecast[,:] /,
  );
});

describe('a dialect', () => {
  const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
  const pair = { type: 'array', items: [{ type: 'string' }, { type: 'number' }] };

  test('that no schema names is 2020-12', async () => {
    covers('base-schema-2020-12', 'base-schema-valid');
    expect(() => prepareSchema(pair, { what })).toThrow('use prefixItems');
    const prefixed = prepareSchema({ type: 'array', prefixItems: pair.items }, { what });
    expect([(await prefixed.validate(['a', 1])).issues, (await prefixed.validate([1])).issues]).toMatchObject([
      undefined,
      [{ pointer: '/0' }],
    ]);
  });

  test('that a schema names is heeded', async () => {
    covers('base-schema-valid');
    const older = prepareSchema({ $schema: DRAFT_7, ...pair }, { what });
    expect([(await older.validate(['a', 1])).issues, (await older.validate([1])).issues]).toMatchObject([
      undefined,
      [{ pointer: '/0' }],
    ]);
  });

  test('that is older has "dependencies"', async () => {
    const dependencies = { card: ['address'], phone: { required: ['country'] } };
    const { validate } = prepareSchema({ $schema: DRAFT_7, type: 'object', dependencies }, { what });
    const valid = [{}, { card: 1, address: 2 }, { phone: 1, country: 2 }];
    for (const value of valid) expect((await validate(value)).issues).toBeUndefined();
    for (const value of [{ card: 1 }, { phone: 1, address: 2 }]) expect((await validate(value)).issues).toHaveLength(1);
    const named = { phone: { $id: '#home', required: ['country'] }, card: { $ref: '#home' } };
    const referring = prepareSchema({ $schema: DRAFT_7, type: 'object', dependencies: named }, { what });
    expect((await referring.validate({ card: 1 })).issues).toHaveLength(1);
    expect((await referring.validate({ card: 1, country: 2 })).issues).toBeUndefined();
    const newest = prepareSchema({ type: 'object', dependencies }, { what });
    expect((await newest.validate({ card: 1 })).issues).toBeUndefined();
  });

  test('stands in the docs', () => {
    covers('base-schema-dialects-documented');
    let refused = '';
    try {
      prepareSchema({ $schema: 'http://json-schema.org/draft-04/schema#' }, { what });
    } catch (error) {
      refused = String(error);
    }
    const spoken = [...refused.slice(refused.indexOf('Supported:')).matchAll(/(?:draft-?\/?)([\d-]+)\/schema/g)].map(
      ([, name]) => name,
    );
    expect(spoken).toEqual(['2020-12', '2019-09', '07', '06']);
    const docs = readProjectFile('docs/server.md');
    const names = spoken.map((name = '') => (name.length === 2 ? `draft-${name}` : name));
    expect(
      names.filter((name) => !docs.includes(name)),
      'Name these dialects in docs/server.md',
    ).toEqual([]);
  });
});

test('as deep and as large as allowed', () => {
  expect(() => prepareSchema(nested(64), { what })).not.toThrow();
  expect(() => prepareSchema({ enum: Array.from({ length: 9_998 }, (_, i) => i) }, { what })).not.toThrow();
});

test('only a few of many issues are told', () => {
  const issues = Array.from({ length: 12 }, (_, i) => ({ pointer: `/${i}`, message: `/${i}: wrong` }));
  expect(describeIssues(issues).split('\n')).toEqual([
    ...issues.slice(0, 10).map(({ message }) => message),
    '... and 2 more',
  ]);
});

test('a library is asked for JSON Schema 2020-12, for what goes in and for what comes out', async () => {
  covers('base-schema-recommended');
  const asked: unknown[] = [];
  const stated = (options: unknown): Record<string, unknown> => {
    asked.push(options);
    return { type: 'object', properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }] } } };
  };
  const validate = (value: unknown) => ({ value });
  const schema = {
    '~standard': { version: 1, vendor: 'acme', validate, jsonSchema: { input: stated, output: stated } },
  } as const;
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('a', { input: schema, output: schema }, () => ({}));
  await using client = await testClient(server);
  const [tool] = await client.tools().all();
  expect(tool?.inputSchema).toEqual(stated(undefined));
  expect(asked.slice(0, 2)).toEqual([{ target: 'draft-2020-12' }, { target: 'draft-2020-12' }]);
});
