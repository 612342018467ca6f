/**
 * Every keyword that limits values means the same in every target, at every place: guards, explanations, zod, JSON Schema, and the derived
 * JSON Schema agree on values at and around each limit, and on random ones. ORACLE_SEED chooses the random values.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS, type LimitedType, type LimitName } from '../../generator/model/limits.js';
import { compileText } from '../support/compileText.js';
import { emitProtocols } from '../support/emitProtocols.js';
import { loadJudges } from '../support/loadGenerated.js';
import { Random } from '../../generator/cases/random.js';
import { derivedGuards, jsonSchemaGuards, zodGuards, type Guards } from './targetGuards.js';

const SEED = Number(process.env['ORACLE_SEED'] ?? 34);

/** A revision of each dialect of JSON Schema. */
const DIALECTS = { 'draft-07': '2025-03-27', '2020-12': '2026-07-29' };

/** The tags of each keyword, one limit each. */
const TAGS: { readonly [Name in LimitName]: readonly string[] } = {
  minLength: ['0', '1', '2'],
  maxLength: ['0', '2'],
  pattern: ['^a', '^[a-z0-9-]+$', '^(?:é|𝒳){1,2}$', 'b', '^a/b"\\\\$'],
  minimum: ['0', '-1.5'],
  maximum: ['2', '1e2'],
  exclusiveMinimum: ['0', '0.5'],
  exclusiveMaximum: ['3'],
  multipleOf: ['2', '0.25'],
  minItems: ['1', '2'],
  maxItems: ['0', '1'],
  uniqueItems: ['true'],
  minProperties: ['1', '2'],
  maxProperties: ['0', '1'],
};

/** Types whose values the keywords of each type limit. */
const TYPES: { readonly [Type in LimitedType]: readonly string[] } = {
  string: ['string'],
  number: ['number'],
  array: ['string[]', 'unknown[]', '{ a?: number }[]'],
  object: ['{ [key: string]: unknown }', 'Record<string, unknown>', 'object', '{ a?: string; b?: number }'],
};

/** A schema with a type at one place, and a value of the type `A` with a value there. */
interface PlaceOfType {
  readonly declare: (tag: string, type: string) => string;
  readonly hold: (value: unknown) => unknown;
  /** The only types that have such a place. Default: all. */
  readonly only?: LimitedType;
}

const PLACES: { readonly [place: string]: PlaceOfType } = {
  property: { declare: (tag, type) => `interface A {\n${tag}\na: ${type} }`, hold: (a) => ({ a }) },
  'optional property': { declare: (tag, type) => `interface A {\n${tag}\na?: ${type} }`, hold: (a) => ({ a }) },
  'property with a fraction': {
    declare: (tag) => `interface A {\n/** @TJS-type number\n${tag.slice('/**'.length)}\na: number }`,
    hold: (a) => ({ a }),
    only: 'number',
  },
  alias: { declare: (tag, type) => `${tag}\ntype A = ${type};`, hold: (a) => a },
  'property of an alias': {
    declare: (tag, type) => `${tag}\ntype N = ${type};\ninterface A { a: N }`,
    hold: (a) => ({ a }),
  },
  items: { declare: (tag, type) => `${tag}\ntype N = ${type};\ninterface A { a: N[] }`, hold: (a) => ({ a: [a] }) },
  'items of items': { declare: (tag, type) => `${tag}\ntype N = ${type};\ntype A = N[][];`, hold: (a) => [[a]] },
  'index signature': {
    declare: (tag, type) => `${tag}\ntype N = ${type};\ninterface A { [key: string]: N }`,
    hold: (a) => ({ a }),
  },
  'index signature beside properties': {
    declare: (tag, type) => `${tag}\ntype N = ${type};\ninterface A { b: N; [key: string]: N }`,
    hold: (a) => ({ a, b: a }),
  },
  'inline union': {
    declare: (tag, type) => `interface A {\n${tag}\na: ${bracket(type)} | boolean }`,
    hold: (a) => ({ a }),
  },
  'union with all other types': {
    declare: (tag, type) =>
      `interface A {\n${tag}\na: ${bracket(type)} | Other }\ntype Other = number | string | boolean;`,
    hold: (a) => ({ a }),
  },
  'member of a union, repeated at the union': {
    declare: (tag, type) => `${tag}\ntype N = ${type};\ninterface A {\n${tag}\na: N | boolean }`,
    hold: (a) => ({ a }),
  },
  'array in a union': {
    declare: (tag, type) => `${tag}\ntype N = ${type};\ninterface A { a: N | boolean }`,
    hold: (a) => ({ a }),
    only: 'array',
  },
  'object in a union': {
    declare: (tag) => `${tag}\ntype N = { a?: string; b?: number };\ninterface A { a: N | boolean }`,
    hold: (a) => ({ a }),
    only: 'object',
  },
  'alias of a union': { declare: (tag, type) => `${tag}\ntype A = ${bracket(type)} | boolean;`, hold: (a) => a },
  'property of a union alias': {
    declare: (tag, type) => `type N = ${bracket(type)} | boolean;\ninterface A {\n${tag}\na: N }`,
    hold: (a) => ({ a }),
  },
  anything: { declare: (tag) => `interface A {\n${tag}\na: unknown }`, hold: (a) => ({ a }) },
  nested: {
    declare: (tag, type) => `interface A { a: { b: {\n${tag}\nc: ${type} }[] } }`,
    hold: (c) => ({ a: { b: [{ c }] } }),
  },
  inherited: {
    declare: (tag, type) => `interface B {\n${tag}\na: ${type} }\ninterface A extends B { b?: string }`,
    hold: (a) => ({ a }),
  },
  interface: { declare: (tag) => `${tag}\ninterface A { a?: string; b?: number }`, hold: (a) => a, only: 'object' },
  'property of an interface type': {
    declare: (tag) => `interface B { a?: string; b?: number }\ninterface A {\n${tag}\na: B }`,
    hold: (a) => ({ a }),
    only: 'object',
  },
  intersection: {
    declare: (tag) => `interface B { a?: string }\ninterface C { b?: number }\ninterface A {\n${tag}\na: B & C }`,
    hold: (a) => ({ a }),
    only: 'object',
  },
  'tagged union': {
    declare: (tag) =>
      `interface B { kind: 'b'; a?: string }\ninterface C { kind: 'c' }\ninterface A {\n${tag}\na: (B | C)[] }`,
    hold: (a) => (Array.isArray(a) ? { a: a.map(() => ({ kind: 'c' })) } : { a }),
    only: 'array',
  },
  'members of a tagged union': {
    declare: (tag) => `${tag}\ninterface B { kind: 'b'; a?: unknown }\ninterface C { kind: 'c' }\ntype A = B | C;`,
    hold: (a) => (typeof a === 'object' && !Array.isArray(a) ? { ...a, kind: 'b' } : a),
    only: 'object',
  },
  recursive: {
    declare: (tag, type) => `interface A {\n${tag}\na?: ${type};\nnext?: A }`,
    hold: (a) => ({ next: { next: { a } } }),
  },
};

/** Values at and around the limits. Ajv divides numbers of 1e21 and more as texts. */
const VALUES: readonly unknown[] = [
  ...['', 'a', 'ab', 'abc', 'b', 'a/b"\\', 'é', '𝒳', '𝒳𝒳', '𝒳𝒳𝒳', '\ud835', '\ud835\ud835', 'a-b', 'A', 'a\nb'],
  ...[0, -0, 1, 2, 3, 4, 100, 101, -1, -1.5, -2, 0.25, 0.3, 0.5, 0.75, 1.5, 2.5, 1e20],
  ...[[], ['a'], ['a', 'b'], ['a', 'a'], [1, 1], [1, '1'], [0, -0], [true, 1], [null, null], [[1], [1]], [[1], [2]]],
  ...[
    [{}],
    [{ a: 1 }, { a: 1 }],
    [
      { a: 1, b: [] },
      { b: [], a: 1 },
    ],
    [{ a: 1 }, { a: 2 }],
    [{}, []],
  ],
  ...[{}, { a: 'x' }, { a: 'x', b: 1 }, { a: 'x', b: 1, c: null }, { c: {} }, { constructor: 1, toString: 2 }],
  ...[null, true, false],
];

interface Case {
  readonly place: string;
  readonly name: LimitName;
  readonly tag: string;
  readonly type: string;
  readonly schema: string;
  readonly hold: (value: unknown) => unknown;
}

const CASES = Object.entries(PLACES).flatMap(([place, { declare, hold, only }]) =>
  (Object.keys(LIMITS) as LimitName[]).flatMap((name) => {
    const { of } = LIMITS[name];
    if (only !== undefined && only !== of) return [];
    return TAGS[name].flatMap((value) =>
      TYPES[of].map((type): Case => {
        const tag = `@${name} ${value}`;
        return { place, name, tag, type, schema: declare(`/** ${tag} */`, type), hold };
      }),
    );
  }),
);

/** A random value around the limits. */
function randomValue(random: Random): unknown {
  switch (random.below(4)) {
    case 0:
      return Array.from({ length: random.below(4) }, () => random.pick(['a', 'b', '𝒳', 'é', '-', '/'])).join('');
    case 1:
      return (random.below(41) - 20) / random.pick([1, 1, 2, 4, 8]);
    case 2:
      return Array.from({ length: random.below(3) }, () => random.pick(['a', 'b', 1, { a: 1 }, { a: 2 }, []]));
    default:
      return Object.fromEntries(
        ['a', 'b', 'c'].flatMap((key) => (random.chance(40) ? [[key, random.pick(['x', 1])]] : [])),
      );
  }
}

/** The schemas of all cases as one, with names of their own. Without tags, if it is not limited. */
function schemaOf(isLimited: boolean): string {
  const texts = CASES.map(({ schema }, index) =>
    schema.replaceAll(/\b(A|B|C|N|Other)\b/g, (name) => `${name}${index}`),
  );
  // The tag is not code: its letters are kept.
  const kept = texts.map((text, index) => text.replaceAll(/@(?!TJS).*(?= \*\/)/g, () => CASES[index]?.tag ?? ''));
  return (isLimited ? kept : kept.map((text) => text.replaceAll(/@(?!TJS).*(?= \*\/)/g, ''))).join('\n');
}

describe.each(Object.entries(DIALECTS))('in a revision with %s', (_, revision) => {
  let judges: { readonly [judge: string]: Guards } = {};
  let unlimited: Guards = {};
  beforeAll(() => {
    const text = schemaOf(true);
    const { guards, explain } = loadJudges(emitProtocols([compileText(text, revision)]));
    judges = {
      guard: guards,
      explain: Object.fromEntries(
        Object.keys(guards).map((name) => [name, (value) => explain(name, value).length === 0]),
      ),
      zod: zodGuards(text, revision),
      'JSON Schema': jsonSchemaGuards(text, revision),
      'derived JSON Schema': derivedGuards(text, revision),
    };
    unlimited = loadJudges(emitProtocols([compileText(schemaOf(false), revision)])).guards;
  }, 120_000);

  test.each(Object.keys(PLACES))('at the place: %s', (place) => {
    const random = new Random(SEED);
    const without: string[] = [];
    const disagreements: string[] = [];
    for (const [index, each] of CASES.entries()) {
      if (each.place !== place) continue;
      const name = `A${index}`;
      let isEffective = false;
      for (const value of [...VALUES, ...Array.from({ length: 40 }, () => randomValue(random))]) {
        const held = JSON.parse(JSON.stringify(each.hold(value))) as unknown;
        const verdicts = Object.entries(judges).map(([judge, guards]) => [judge, guards[name]?.(held)] as const);
        const [first] = verdicts;
        if (verdicts.some(([, verdict]) => verdict !== first?.[1])) {
          const said = verdicts.map(([judge, verdict]) => `${judge} ${verdict}`);
          disagreements.push(`${JSON.stringify(held)} as ${each.schema}: ${said.join(', ')}`);
        }
        isEffective ||= first?.[1] !== unlimited[name]?.(held);
      }
      if (!isEffective) without.push(each.schema);
    }
    expect(disagreements.slice(0, 20)).toEqual([]);
    // A limit that refuses nothing proves nothing. A minimum of 0 is none, and every integer is a multiple of 0.25.
    const isNone = (schema: string): boolean =>
      /@min(Length|Items|Properties) 0|@multipleOf 0\.25|@minProperties 1 \*\/\ninterface B \{ kind/.test(schema);
    expect(without.filter((schema) => !isNone(schema))).toEqual([]);
  });
});

function bracket(type: string): string {
  return type.startsWith('{') ? `(${type})` : type;
}
