/** The types of values, read from their schemas. The compiler checks them; each sample shows that the schema means the same. */

import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { InferInput, InferJson, InferOutput, InputSchema } from '../../../sdk/src/schema/infer.js';
import { compileJsonSchema } from '../../../sdk/src/schema/json/compileJsonSchema.js';
import { prepareSchema } from '../../../sdk/src/schema/prepare.js';

/** Takes a schema as the methods of servers do: without `as const`. */
function taken<const Schema extends InputSchema>(schema: Schema): Schema {
  return schema;
}

/** Whether a value of the type that was read from a schema is one of the schema's own. */
function fits<const Schema extends object>(schema: Schema, value: InferJson<Schema>): boolean {
  return compileJsonSchema(schema)(value).length === 0;
}

const forecast = taken({
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    units: { enum: ['metric', 'imperial'] },
    tags: { type: 'array', items: { type: ['string', 'null'] } },
    place: {
      type: 'object',
      properties: { north: { type: 'number' }, east: { type: 'number' } },
      required: ['north', 'east'],
    },
  },
  required: ['city', 'units'],
});

test('a plain schema, as people would write its type', () => {
  interface Forecast {
    city: string;
    days?: number;
    units: 'metric' | 'imperial';
    tags?: (string | null)[];
    place?: { north: number; east: number };
  }
  expectTypeOf<InferInput<typeof forecast>>().toEqualTypeOf<{ [Name in keyof Forecast]: Forecast[Name] }>();
  expectTypeOf<InferOutput<typeof forecast>>().toEqualTypeOf<InferInput<typeof forecast>>();
  expect(fits(forecast, { city: 'Oslo', units: 'metric', tags: ['a', null], place: { north: 60, east: 11 } })).toBe(
    true,
  );
  // @ts-expect-error -- the type refuses what the schema refuses
  expect(fits(forecast, { city: 'Oslo', units: 'kelvin' })).toBe(false);
  // @ts-expect-error -- and what it wants
  expect(fits(forecast, { city: 'Oslo' })).toBe(false);
});

test('unions, literals, and maps', () => {
  const either = taken({
    anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { const: 5 } }, required: ['a'] }],
  });
  expectTypeOf<InferJson<typeof either>>().toEqualTypeOf<string | { a: 5 }>();
  expect(fits(either, { a: 5 })).toBe(true);

  const one = taken({ oneOf: [{ type: 'boolean' }, { type: 'null' }] });
  expectTypeOf<InferJson<typeof one>>().toEqualTypeOf<boolean | null>();
  expect(fits(one, null)).toBe(true);

  const map = taken({ type: 'object', additionalProperties: { type: 'number' } });
  expectTypeOf<InferJson<typeof map>>().toEqualTypeOf<{ [name: string]: number }>();
  expect(fits(map, { a: 1 })).toBe(true);

  const open = taken({ type: 'object' });
  expectTypeOf<InferJson<typeof open>>().toEqualTypeOf<{ [name: string]: unknown }>();
  expect(fits(open, { a: 1 })).toBe(true);
});

test('what narrows without being understood makes no type wrong', () => {
  const either = taken({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  });
  expectTypeOf<InferJson<typeof either>>().toEqualTypeOf<{ a?: string; b?: string }>();
  expect(fits(either, { b: 'x' })).toBe(true);

  const tuple = taken({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } });
  expectTypeOf<InferJson<typeof tuple>>().toEqualTypeOf<unknown[]>();
  expect(fits(tuple, ['a', 1])).toBe(true);

  const reference = taken({ $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' });
  expectTypeOf<InferJson<typeof reference>>().toBeUnknown();
  expect(fits(reference, 'x')).toBe(true);

  const read: { readonly [keyword: string]: unknown } = JSON.parse('{"type":"string"}');
  expectTypeOf<InferJson<typeof read>>().toBeUnknown();
  expect(fits(read, 'x')).toBe(true);
});

test('the types of libraries, before and after', async () => {
  const zod = taken(z.object({ days: z.number().default(3), city: z.string() }));
  expectTypeOf<InferInput<typeof zod>>().toEqualTypeOf<{ days?: number | undefined; city: string }>();
  expectTypeOf<InferOutput<typeof zod>>().toEqualTypeOf<{ days: number; city: string }>();
  expect(await prepareSchema(zod, { what: 'x' }).validate({ city: 'Oslo' })).toEqual({
    value: { city: 'Oslo', days: 3 },
  });

  const valibot = taken(toStandardJsonSchema(v.object({ days: v.optional(v.number(), 3) })));
  expectTypeOf<InferInput<typeof valibot>>().toEqualTypeOf<{ days?: number | undefined }>();
  expectTypeOf<InferOutput<typeof valibot>>().toEqualTypeOf<{ days: number }>();
  expect(await prepareSchema(valibot, { what: 'x' }).validate({})).toEqual({ value: { days: 3 } });

  const arktype = taken(type({ days: 'number = 3' }));
  expectTypeOf<InferInput<typeof arktype>>().toEqualTypeOf<{ days?: number }>();
  expectTypeOf<InferOutput<typeof arktype>>().toEqualTypeOf<{ days: number }>();
  expect(await prepareSchema(arktype, { what: 'x' }).validate({})).toEqual({ value: { days: 3 } });
});

test('a library that cannot state its schemas does not compile, either', () => {
  // @ts-expect-error -- toStandardJsonSchema is missing
  expect(() => prepareSchema(v.object({}), { what: 'x' })).toThrow(/toStandardJsonSchema/);
});
