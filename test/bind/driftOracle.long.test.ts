/** What is not called breaking breaks nothing: schemas are changed at random, and Ajv says which values they accept. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { compareSchemas, type Direction } from '../../generator/drift/compareSchemas.js';
import { Random } from '../../generator/cases/random.js';

type Json = { [key: string]: unknown };

const SEEDS = Number(process.env['DRIFT_SEEDS'] ?? 500);

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

const PROPERTIES = ['p', 'q', 's'];

/** A random schema. `oneOf` is left out: another alternative can refuse what the older ones accept. */
function schemaOf(random: Random, depth = 0): Json {
  const one = (): Json => schemaOf(random, depth + 1);
  const items = <Item>(most: number, make: () => Item): Item[] => Array.from({ length: 1 + random.below(most) }, make);
  const number = (keyword: string, percent: number): Json =>
    random.chance(percent) ? { [keyword]: random.below(4) } : {};
  const some = (percent: number): string[] => PROPERTIES.filter(() => random.chance(percent));
  const made: readonly (() => Json)[] = [
    () => ({ type: 'string', ...number('maxLength', 30), ...number('minLength', 20) }),
    () => ({
      type: random.pick(['number', 'integer']),
      ...number('minimum', 30),
      ...number('maximum', 30),
      ...number('exclusiveMaximum', 15),
    }),
    () => ({ enum: [...new Set(items(3, () => random.pick<unknown>(['a', 'b', 'c', 1, 2, null, true])))] }),
    () => (random.chance(50) ? { type: random.pick(['boolean', 'null']) } : {}),
    () => ({ const: random.pick<unknown>(['a', 'b', 1]) }),
    () => ({ type: 'array', items: one(), ...number('minItems', 30), ...number('maxItems', 30) }),
    () => ({ anyOf: items(3, one) }),
    () => ({ allOf: items(2, one) }),
    () => ({ $ref: random.pick(['#/$defs/x', '#/$defs/y']), ...(random.chance(20) && one()) }),
    () => ({
      type: [random.pick(['string', 'number', 'object']), 'null'],
      ...(random.chance(30) && { properties: { p: one() } }),
    }),
    () => ({
      ...(random.chance(85) && { type: 'object' }),
      properties: Object.fromEntries(some(60).map((name) => [name, one()])),
      ...(random.chance(60) && { required: some(35) }),
      ...(random.chance(30) && { additionalProperties: random.pick<unknown>([true, false, { type: 'number' }]) }),
      ...(random.chance(8) && { patternProperties: { '^p': one() } }),
      ...number('maxProperties', 8),
    }),
  ];
  return (made[random.below(depth > 2 ? 5 : made.length)] ?? one)();
}

/** Changes a schema in one place or in two. */
function changed(random: Random, schema: Json): Json {
  const copy = structuredClone(schema);
  const places: { readonly owner: Json; readonly key: string }[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push({ owner: value as Json, key });
      collect(inner);
    }
  };
  collect(copy);
  for (let times = 1 + random.below(2); times > 0; times--) {
    const { owner, key } = random.pick(places);
    owner[key] = changedValue(random, key, owner[key]);
    if (random.chance(25) && !Array.isArray(owner) && !['$defs', 'x', 'y'].includes(key)) owner[key] = undefined;
  }
  // Without what is undefined.
  return JSON.parse(JSON.stringify(copy)) as Json;
}

function changedValue(random: Random, key: string, value: unknown): unknown {
  if (typeof value === 'number') return Math.max(0, value + random.pick([-1, 1]));
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) {
    const more: { readonly [keyword: string]: () => unknown } = {
      enum: () => random.pick<unknown>(['a', 'b', 'd', 3]),
      required: () => random.pick(PROPERTIES),
      anyOf: () => schemaOf(random, 2),
      allOf: () => schemaOf(random, 2),
    };
    const make = more[key];
    if (make === undefined) return value as unknown;
    return random.chance(50) || value.length < 2
      ? [...new Set([...(value as unknown[]), make()])]
      : (value as unknown[]).slice(1);
  }
  if (typeof value === 'object' && value !== null) {
    if (key === 'properties') return { ...value, [random.pick([...PROPERTIES, 't'])]: schemaOf(random, 2) };
    return ['$defs', 'patternProperties'].includes(key) ? value : { ...value, ...schemaOf(random, 2) };
  }
  return key === 'type' ? random.pick(['string', 'number', 'integer', 'object', 'array', 'null']) : value;
}

const VALUES: readonly unknown[] = (() => {
  const random = new Random(5);
  const plain: readonly unknown[] = ['', 'a', 'b', 'c', 'd', 'aa', 'aaaa', 0, 1, 2, 3, 4, 1.5, -1, null, true, false];
  const value = (depth: number): unknown => {
    const kind = random.below(depth > 2 ? 1 : 3);
    if (kind === 0) return random.pick(plain);
    if (kind === 1) return Array.from({ length: random.below(4) }, () => value(depth + 1));
    const names = [...PROPERTIES, 't', 'z'].filter(() => random.chance(40));
    return Object.fromEntries(names.map((name) => [name, value(depth + 1)]));
  };
  return Array.from({ length: 2_000 }, () => value(0));
})();

type Check = (value: unknown) => boolean;

/** What an older program is refused: an argument that it sends, or a result that it reads. */
function refused(direction: Direction, was: Check, is: Check): unknown {
  const [sent, read] = direction === 'input' ? [was, is] : [is, was];
  return VALUES.find((value) => sent(value) && !read(value));
}

/** Of these it is known that the name of a property had no type before, or has none now. Programs do not use it then. */
const UNTYPED = new Set(['parameter-offered', 'optional-field-added', 'optional-field-removed']);

test.each(['input', 'output'] as const)('a change of an %s that refuses a value is breaking', (direction) => {
  let compared = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed * 7_919);
    const was: Json = {
      type: 'object',
      properties: { p: schemaOf(random, 1), q: schemaOf(random, 1) },
      $defs: { x: schemaOf(random, 1), y: schemaOf(random, 2) },
    };
    const is = changed(random, was);
    const checks = compile(was, is);
    if (checks === undefined) continue;
    const drifts = compareSchemas(direction, was, is);
    if (drifts.some(({ class: of, rule }) => of === 'breaking' || UNTYPED.has(rule))) continue;
    compared++;
    const value = refused(direction, ...checks);
    expect(value, `${seed}: ${JSON.stringify({ was, is, drifts })}`).toBeUndefined();
  }
  expect(compared).toBeGreaterThan(SEEDS / 20);
});

/** Nothing if the change made a schema that Ajv does not compile. */
function compile(...schemas: readonly [Json, Json]): [Check, Check] | undefined {
  try {
    const [was, is] = schemas.map((schema) => ajv.compile(schema));
    return was && is && [guarded(was), guarded(is)];
  } catch {
    return undefined;
  }
}

/** A schema that refers to itself without end accepts nothing. */
function guarded(check: Check): Check {
  return (value) => {
    try {
      return check(value);
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
}
