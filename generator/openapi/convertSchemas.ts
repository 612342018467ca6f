/** Converts schemas of documents to self-contained JSON Schemas 2020-12 of a limited size. */

import type { Gaps } from './gaps.js';
import { arrayOf, isObject, objectOf, pointerTo, textOf, type JsonObject } from '../jsonValues.js';
import { entriesOf, sizeOf, sizeWithin } from './largeValues.js';
import { isHidden, propertiesOf, type Direction } from './properties.js';
import type { Located, References } from './references.js';
import { refusalOf, type CompileSchema } from './schemaCompiler.js';
import { shortened } from './shortened.js';
import type { ToolContext } from './toolContext.js';
import { UniqueNames } from './uniqueNames.js';

/** A JSON Schema. */
export type JsonSchema = { [keyword: string]: unknown };

/** How large the schemas of one tool may be in one direction. */
export interface SchemaLimits {
  /** The maximum characters of schemas, as JSON. */
  readonly characters: { readonly [direction in Direction]: number };
  /** The maximum nesting depth: a level is up to four levels of JSON. */
  readonly depth: number;
}

/** What a model can read. */
export const LIMITS: SchemaLimits = { characters: { input: 40_000, output: 12_000 }, depth: 16 };
/** What servers accept in any case, but for patterns that are malicious together. */
export const SMALL_LIMITS: SchemaLimits = { characters: { input: 8_000, output: 8_000 }, depth: 8 };
/** The maximum characters of a description within a schema. */
export const MAX_DESCRIPTION = 300;
/** The nesting depth beyond which a schema that is too large is cut. */
const CUT_DEPTHS = [8, 4, 2, 1];
/** The maximum number of values of an enumeration. */
const MAX_ENUM = 500;
/** The maximum characters of a pattern. */
const MAX_PATTERN = 500;

/** Keywords that are copied as they are, if their value has this type. */
const PLAIN: { readonly [keyword: string]: 'string' | 'boolean' } = {
  format: 'string',
  uniqueItems: 'boolean',
  contentEncoding: 'string',
  contentMediaType: 'string',
};

/** Keywords whose values are counts. */
const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'minProperties',
  'maxProperties',
] as const;

/** Keywords with one schema. */
const SINGLE = ['additionalProperties', 'contains', 'propertyNames'] as const;
/** Keywords with an array of schemas. */
const LISTS = ['allOf', 'anyOf', 'prefixItems'] as const;
/** Keywords without which a schema accepts more. With inner schemas that accept more than those of the document, they would refuse what the API sends. */
const LEFT_OUT = [
  'not',
  'patternProperties',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'maxContains',
  'dependencies',
  '$dynamicRef',
] as const;

/** Keywords with parts of the same value. */
const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;

const NONE: ReadonlySet<string> = new Set();

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

class TooLarge extends Error {}

/** Converts the schemas of one tool in one direction, so that they share definitions and a limit. */
export class SchemaConverter {
  readonly #references: References;
  readonly #gaps: Gaps;
  readonly #compile: CompileSchema;
  readonly #direction: Direction;
  readonly #depth: number;
  /** Names of definitions, by the pointer of what they convert. */
  readonly #names = new Map<string, string>();
  readonly #taken = new UniqueNames();
  readonly #definitions = new Map<string, JsonSchema>();
  readonly #waiting: { readonly name: string; readonly located: Located }[] = [];
  #left: number;
  /** The schemas that may still be converted, those of failed attempts included. */
  #steps: number;
  /** The number of these at which an attempt ends. */
  #end = 0;
  /** Whether an attempt has reached its depth. */
  #isCut = false;

  constructor({ references, gaps, compile }: ToolContext, direction: Direction, { characters, depth }: SchemaLimits) {
    this.#references = references;
    this.#gaps = gaps;
    this.#compile = compile;
    this.#direction = direction;
    this.#depth = depth;
    this.#left = characters[direction];
    this.#steps = 10 * characters[direction];
  }

  /** Converts a schema. Its definitions are added to those of all schemas that were converted before. */
  convert({ value, pointer }: Located): JsonSchema {
    return this.#fit(value, pointer, [this.#depth, ...CUT_DEPTHS.filter((depth) => depth < this.#depth)]);
  }

  /** Converts the definitions that were referred to, those that were found first, until the limit is reached. */
  definitions(): ReadonlyMap<string, JsonSchema> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { name, located } = next;
      // A definition is cut as a whole, so that it is the same in most tools.
      this.#definitions.set(name, this.#fit(located.value, located.pointer, [this.#depth]));
    }
    return this.#definitions;
  }

  /** Converts a schema, and cuts it if it is larger than what is left. */
  #fit(value: unknown, pointer: string, depths: readonly number[]): JsonSchema {
    for (const depth of depths) {
      const waiting = this.#waiting.length;
      const schema = this.#attempt(value, pointer, depth);
      const size = schema === undefined ? Infinity : sizeWithin(schema, this.#left);
      if (schema !== undefined && size <= this.#left) {
        this.#left -= size;
        if (this.#isCut) this.#cut(pointer);
        return schema;
      }
      // What only this attempt referred to is forgotten.
      const forgotten = this.#waiting.splice(waiting);
      for (const { located } of forgotten) this.#names.delete(located.pointer);
      this.#taken.giveBack(forgotten.length);
    }
    this.#cut(pointer);
    return stubOf(value);
  }

  /** Converts a schema; undefined if it has more parts than fit. */
  #attempt(value: unknown, pointer: string, depth: number): JsonSchema | undefined {
    // Each part takes two characters at least.
    this.#end = Math.max(0, this.#steps - this.#left / 2);
    this.#isCut = false;
    try {
      return this.#schema(value, pointer, depth);
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  }

  #cut(pointer: string): void {
    const what = this.#direction === 'input' ? 'arguments' : 'results';
    this.#gaps.add(
      pointer,
      `the schema of the ${what} is too large, so it is cut here: any value of the type is accepted`,
    );
  }

  /** @param outer the properties that the whole leaves out, of which this is a part */
  #schema(value: unknown, pointer: string, depth: number, outer: ReadonlySet<string> = NONE): JsonSchema {
    if (--this.#steps < this.#end) throw new TooLarge();
    if (value === false) return { not: {} };
    if (!isObject(value)) return {};
    if (depth < 0) {
      this.#isCut = true;
      return stubOf(value);
    }
    const whole = this.#references.whole(value);
    if (whole !== value) return this.#schema(whole, pointer, depth, outer);
    if (textOf(value['$ref']) !== undefined) return this.#reference(value, pointer);
    const hidden = this.#hiddenIn(value, outer);
    const schema: JsonSchema = {};
    this.#types(value, pointer, schema);
    this.#texts(value, schema);
    for (const [keyword, type] of Object.entries(PLAIN)) {
      if (typeof value[keyword] === type) schema[keyword] = value[keyword];
    }
    limits(value, schema);
    this.#pattern(value, pointer, schema);
    this.#binary(schema);
    this.#properties(value, pointer, schema, depth, hidden);
    this.#items(value, pointer, schema, depth);
    for (const keyword of SINGLE) {
      const inner = value[keyword];
      if (inner === true || inner === undefined) continue;
      if (keyword === 'additionalProperties' && 'patternProperties' in value) continue;
      schema[keyword] = inner === false ? false : this.#schema(inner, `${pointer}/${keyword}`, depth - 1);
    }
    for (const keyword of LISTS) {
      const list = value[keyword];
      if (!Array.isArray(list) || list.length === 0) continue;
      const hiddenInside = keyword === 'prefixItems' ? NONE : hidden;
      schema[keyword] = list.map((each, index) =>
        this.#part(each, pointerTo(pointer, keyword, index), depth - 1, hiddenInside),
      );
    }
    this.#oneOf(value, pointer, schema, depth, hidden);
    for (const keyword of LEFT_OUT) {
      if (keyword in value) this.#gaps.add(pointer, `the keyword ${keyword} is left out`);
    }
    return nullable(value, schema);
  }

  /** Converts a part of a whole, in which no property may be required that another part leaves out. */
  #part(part: unknown, pointer: string, depth: number, hidden: ReadonlySet<string>): JsonSchema {
    const target = hidden.size === 0 ? undefined : this.#references.peek(part);
    const required = isObject(target) ? arrayOf(target['required']) : [];
    this.#steps -= required.length;
    const requires = required.some((name) => hidden.has(String(name)));
    // A definition is the same for all that refer to it, so such a part does not become one.
    return this.#schema(requires ? target : part, pointer, depth, hidden);
  }

  /** Adds the properties that a schema, or a part of it, leaves out to those of the whole. */
  #hiddenIn(schema: JsonObject, outer: ReadonlySet<string>): ReadonlySet<string> {
    if (!COMBINATORS.some((keyword) => keyword in schema)) return outer;
    const properties = propertiesOf(schema, this.#references);
    this.#steps -= properties.length;
    const own = properties.flatMap(([name, each]) => (isHidden(each, this.#direction, this.#references) ? [name] : []));
    return own.length === 0 ? outer : new Set([...outer, ...own]);
  }

  /** Parts that were cut may accept the same value, so one or more of them have to. */
  #oneOf(value: JsonObject, pointer: string, schema: JsonSchema, depth: number, hidden: ReadonlySet<string>): void {
    const list = arrayOf(value['oneOf']);
    if (list.length === 0) return;
    const anyOf = list.map((each, index) => this.#part(each, pointerTo(pointer, 'oneOf', index), depth - 1, hidden));
    if (schema['anyOf'] === undefined) schema['anyOf'] = anyOf;
    else schema['allOf'] = [...arrayOf(schema['allOf']), { anyOf }];
  }

  #reference(value: JsonObject, pointer: string): JsonSchema {
    const { value: target, pointer: place } = this.#references.followSchema(value, pointer);
    if (target === undefined) return {};
    let name = this.#names.get(place);
    if (name === undefined) {
      name = this.#nameOf(place);
      this.#names.set(place, name);
      this.#waiting.push({ name, located: { value: target, pointer: place } });
    }
    const schema: JsonSchema = { $ref: `#/$defs/${name}` };
    this.#texts(value, schema);
    return nullable(value, schema);
  }

  #nameOf(pointer: string): string {
    const last = pointer.split('/').at(-1) ?? '';
    const plain = last.replaceAll(/~[01]|%[0-9A-Fa-f]{2}|[^A-Za-z0-9_]+/g, '_').slice(0, 60);
    const base = /^[A-Za-z]/.test(plain) ? plain : `Schema${plain}`;
    return this.#taken.take(base);
  }

  #types(value: JsonObject, pointer: string, schema: JsonSchema): void {
    const types = (Array.isArray(value['type']) ? (value['type'] as unknown[]) : [value['type']]).filter(
      (type): type is string => typeof type === 'string' && TYPES.has(type),
    );
    if (types.length > 0) schema['type'] = types.length === 1 ? types[0] : [...new Set(types)];
    else if (isObject(value['properties'])) schema['type'] = 'object';
    else if (value['type'] === 'file') schema['type'] = 'string';
    if ('const' in value && this.#isJson(value['const'], pointer)) schema['const'] = value['const'];
    const allowed = value['enum'];
    if (!Array.isArray(allowed) || allowed.length === 0) return;
    if (allowed.length > MAX_ENUM)
      this.#gaps.add(pointer, `the enumeration has more than ${MAX_ENUM} values, so it is left out`);
    else if (this.#isJson(allowed, pointer)) schema['enum'] = uniqueValues(allowed);
  }

  /** YAML has numbers that JSON does not have. */
  #isJson(value: unknown, pointer: string): boolean {
    if (sizeOf(value) === Infinity) throw new TooLarge();
    if (isJsonValue(value)) return true;
    this.#gaps.add(pointer, 'infinite numbers are left out');
    return false;
  }

  #texts(value: JsonObject, schema: JsonSchema): void {
    const description = textOf(value['description']);
    if (description !== undefined) schema['description'] = shortened(description, MAX_DESCRIPTION);
    if (value['deprecated'] === true) schema['deprecated'] = true;
    const { default: stated } = value;
    const isShort = stated !== undefined && sizeOf(stated) < 200;
    if (this.#direction === 'input' && isShort && isJsonValue(stated)) schema['default'] = stated;
  }

  #pattern(value: JsonObject, pointer: string, schema: JsonSchema): void {
    const pattern = value['pattern'];
    if (typeof pattern !== 'string') return;
    if (
      pattern.length <= MAX_PATTERN &&
      isUnicodePattern(pattern) &&
      refusalOf({ pattern }, this.#compile) === undefined
    )
      schema['pattern'] = pattern;
    else this.#gaps.add(pointer, 'the pattern is too long, invalid, or may take too long, so it is left out');
  }

  /** Bytes are strings of base64 in JSON. */
  #binary(schema: JsonSchema): void {
    const isBinary = schema['format'] === 'binary' || schema['contentMediaType'] === 'application/octet-stream';
    if (!isBinary) return;
    delete schema['format'];
    schema['contentEncoding'] = 'base64';
  }

  #properties(
    value: JsonObject,
    pointer: string,
    schema: JsonSchema,
    depth: number,
    hidden: ReadonlySet<string>,
  ): void {
    const stated = entriesOf(value['properties']);
    this.#steps -= stated.length + arrayOf(value['required']).length;
    if (this.#steps < this.#end) throw new TooLarge();
    const properties = stated.filter(([, each]) => !isHidden(each, this.#direction, this.#references));
    if (isObject(value['properties'])) {
      schema['properties'] = Object.fromEntries(
        properties.map(([name, each]) => [name, this.#schema(each, pointerTo(pointer, 'properties', name), depth - 1)]),
      );
    }
    const names = new Set(properties.map(([name]) => name));
    const all = objectOf(value['properties']);
    const required = arrayOf(value['required']).filter(
      (name): name is string =>
        typeof name === 'string' && !hidden.has(name) && (names.has(name) || !Object.hasOwn(all, name)),
    );
    if (required.length > 0) schema['required'] = [...new Set(required)];
  }

  #items(value: JsonObject, pointer: string, schema: JsonSchema, depth: number): void {
    const items = value['items'];
    if (isObject(items)) schema['items'] = this.#schema(items, `${pointer}/items`, depth - 1);
    else if (items === false) schema['items'] = false;
  }
}

/** In OpenAPI 3.0, `exclusiveMinimum: true` changes what `minimum` means. */
function limits(value: JsonObject, schema: JsonSchema): void {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const limit = value[bound];
    if (Number.isFinite(value[exclusive])) schema[exclusive] = value[exclusive];
    if (Number.isFinite(limit)) schema[value[exclusive] === true ? exclusive : bound] = limit;
  }
  const { multipleOf } = value;
  if (Number.isFinite(multipleOf) && Number(multipleOf) > 0) schema['multipleOf'] = multipleOf;
  for (const keyword of COUNTS) {
    const bound = value[keyword];
    if (Number.isSafeInteger(bound) && (bound as number) >= 0) schema[keyword] = bound;
  }
}

/** In OpenAPI 3.0, `nullable: true` adds null to the types. */
function nullable(value: JsonObject, schema: JsonSchema): JsonSchema {
  if (value['nullable'] !== true && value['x-nullable'] !== true) return schema;
  const allowed = schema['enum'] as unknown[] | undefined;
  if (allowed !== undefined && !allowed.includes(null)) schema['enum'] = [...allowed, null];
  const { type } = schema;
  const isWhole = ['allOf', 'anyOf', '$ref'].every((keyword) => !(keyword in schema));
  if (isWhole && typeof type === 'string') return { ...schema, type: type === 'null' ? type : [type, 'null'] };
  if ((isWhole && type !== undefined) || Object.keys(schema).every((keyword) => keyword === 'description'))
    return schema;
  const { description, ...rest } = schema;
  return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] };
}

/** Returns a schema that accepts what a schema accepts, and other values of its type. */
function stubOf(value: unknown): JsonSchema {
  const given = objectOf(value);
  const { type } = given;
  const isNull = given['nullable'] === true || given['x-nullable'] === true;
  if (typeof type === 'string' && TYPES.has(type)) return { type: isNull && type !== 'null' ? [type, 'null'] : type };
  return isObject(given['properties']) && type === undefined && !isNull ? { type: 'object' } : {};
}

/** Clients compile patterns, too, and many of them in the Unicode mode alone, as JSON Schema recommends. */
function isUnicodePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function isJsonValue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isJsonValue);
  return typeof value !== 'number' || Number.isFinite(value);
}

function uniqueValues(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
