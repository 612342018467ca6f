/**
 * Prepares JSON Schemas of servers for json-schema-to-typescript. It only receives their structure: names, values, and descriptions are
 * placeholders, its own keywords are removed, references stay within the schema, and the size is limited.
 */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { namesInCycles, resolve, shorten, typesOf, type JsonObject } from '../compiler.js';
import type { Placeholders } from './placeholders.js';

/** A schema in the form that json-schema-to-typescript receives. */
export interface PreparedSchema {
  /** The type to emit for the schema. */
  tsType?: 'unknown';
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  properties?: { [name: string]: PreparedSchema };
  required?: string[];
  additionalProperties?: boolean | PreparedSchema;
  items?: PreparedSchema | PreparedSchema[];
  additionalItems?: boolean | PreparedSchema;
  minItems?: number;
  maxItems?: number;
  enum?: (string | number | boolean | null)[];
  anyOf?: PreparedSchema[];
  allOf?: PreparedSchema[];
  $ref?: string;
}

/** A prepared schema. */
export interface PreparedType {
  /** The names of its definitions; the root comes first. */
  readonly names: readonly string[];
  /** Definitions by the placeholders of their names. */
  readonly definitions: ReadonlyMap<string, PreparedSchema>;
}

/** Maximum number of subschemas. */
const MAX_SCHEMAS = 2_000;
/** Maximum nesting depth of schemas. */
const MAX_DEPTH = 40;
/** Maximum number of values of an enumeration, and of members of a union. */
const MAX_MEMBERS = 500;
/** Maximum number of items of a tuple. Types of tuples with optional items grow quadratically. */
const MAX_TUPLE = 12;
/** Maximum characters of a description. */
const MAX_TEXT = 10_000;
/** Maximum characters of a default value in a description. */
const MAX_DEFAULT = 200;

/** A schema that rejects all values. */
const nothing = (): PreparedSchema => ({ anyOf: [] });

/** A schema that accepts all values. Without a type, json-schema-to-typescript assumes an object if there is a description. */
export const anything = (): PreparedSchema => ({ tsType: 'unknown' });

/** A schema is too large or too deeply nested for a readable type. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Converts one schema to the form that json-schema-to-typescript receives.
 *
 * @param name the name of its type
 * @throws {TooLargeError} if the schema is too large.
 */
export function prepare(schema: unknown, name: string, placeholders: Placeholders): PreparedType {
  return new Preparation(schema, name, placeholders).run();
}

class Preparation {
  readonly #root: unknown;
  readonly #name: string;
  readonly #placeholders: Placeholders;
  readonly #definitions = new Map<string, PreparedSchema>();
  /** The placeholders of referenced schemas. */
  readonly #referred = new Map<unknown, string>();
  readonly #waiting: { readonly placeholder: string; readonly schema: unknown }[] = [];
  #count = 0;

  constructor(root: unknown, name: string, placeholders: Placeholders) {
    this.#root = root;
    this.#name = name;
    this.#placeholders = placeholders;
  }

  run(): PreparedType {
    this.#define(this.#root, this.#name);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#definitions.set(next.placeholder, this.#schema(next.schema, 0));
    }
    const cyclic = namesInCycles(this.#definitions.keys(), (name) => aliasesIn(this.#definitions.get(name)));
    // A type that is its own alternative or a part of itself has no meaning, and TypeScript rejects it.
    for (const name of cyclic) this.#definitions.set(name, anything());
    return { names: [...this.#definitions.keys()], definitions: this.#definitions };
  }

  #define(schema: unknown, name: string): string {
    const known = this.#referred.get(schema);
    if (known !== undefined) return known;
    const placeholder = this.#placeholders.type(name);
    this.#referred.set(schema, placeholder);
    this.#waiting.push({ placeholder, schema });
    return placeholder;
  }

  #schema(schema: unknown, depth: number): PreparedSchema {
    if (++this.#count > MAX_SCHEMAS) throw new TooLargeError(`it has more than ${MAX_SCHEMAS} subschemas`);
    if (depth > MAX_DEPTH) throw new TooLargeError(`it is nested more than ${MAX_DEPTH} levels deep`);
    if (schema === false) return nothing();
    if (!isObject(schema)) return anything();
    const parts = [...this.#parts(schema, depth)];
    const [first = anything()] = parts;
    const whole = parts.length > 1 ? { allOf: parts } : first;
    return { ...whole, ...this.#notes(schema) };
  }

  /** Returns all schemas that a value must match. */
  *#parts(schema: JsonObject, depth: number): Generator<PreparedSchema> {
    const { $ref, anyOf, oneOf, allOf } = schema;
    if (typeof $ref === 'string') yield this.#reference($ref);
    const own = this.#own(schema, depth);
    if (own !== undefined) yield own;
    for (const union of [anyOf, oneOf]) {
      if (Array.isArray(union) && union.length > 0 && union.length <= MAX_MEMBERS)
        yield { anyOf: union.map((member) => this.#schema(member, depth + 1)) };
    }
    if (!Array.isArray(allOf)) return;
    for (const member of allOf.slice(0, MAX_MEMBERS)) yield this.#schema(member, depth + 1);
  }

  /** Returns the keywords of the schema besides references and combinators. */
  #own(schema: JsonObject, depth: number): PreparedSchema | undefined {
    const values = 'const' in schema ? [schema['const']] : schema['enum'];
    const listed = this.#values(values);
    if (listed !== undefined) return listed;
    const types = typesOf(schema);
    const members = types.flatMap((type): PreparedSchema[] => {
      if (type === 'object') return [this.#object(schema, depth)];
      return [type === 'array' ? this.#array(schema, depth) : { type }];
    });
    return members.length > 1 ? { anyOf: members } : members[0];
  }

  #values(values: unknown): PreparedSchema | undefined {
    if (!Array.isArray(values) || values.length === 0 || values.length > MAX_MEMBERS) return undefined;
    if (!values.every(isPrimitive)) return undefined;
    return {
      enum: [...new Set(values)].map((value) => (typeof value === 'string' ? this.#placeholders.text(value) : value)),
    };
  }

  #object(schema: JsonObject, depth: number): PreparedSchema {
    const { properties, required } = schema;
    const stated = isObject(properties) ? Object.entries(properties) : [];
    const names = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
    const known = new Set(stated.map(([name]) => name));
    const all = [...stated, ...[...names].filter((name) => !known.has(name)).map((name) => [name, true] as const)];
    const placeholders = all.map(([name]) => this.#placeholders.text(name));
    const prepared = all.map(([, each], index) => [placeholders[index] ?? '', this.#schema(each, depth + 1)] as const);
    return {
      type: 'object',
      properties: Object.fromEntries(prepared),
      required: placeholders.filter((_, index) => names.has(all[index]?.[0] ?? '')),
      additionalProperties: this.#others(schema, all.length === 0, depth),
    };
  }

  /** Returns the type of undeclared properties. Objects are typed by their declared properties, if there are any. */
  #others(
    { additionalProperties: others, patternProperties }: JsonObject,
    isEmpty: boolean,
    depth: number,
  ): boolean | PreparedSchema {
    if (isObject(patternProperties) || others === true) return true;
    if (isObject(others)) return this.#schema(others, depth + 1);
    if (others === false) return isEmpty ? nothing() : false;
    return isEmpty;
  }

  #array({ items, prefixItems, additionalItems, minItems }: JsonObject, depth: number): PreparedSchema {
    const [listed, rest] = Array.isArray(prefixItems)
      ? [prefixItems as unknown[], items]
      : [Array.isArray(items) ? (items as unknown[]) : undefined, additionalItems];
    if (listed === undefined) return { type: 'array', items: this.#schema(items, depth + 1) };
    const members = listed.slice(0, MAX_MEMBERS).map((item) => this.#schema(item, depth + 1));
    const others = rest === false ? false : this.#schema(rest, depth + 1);
    if (listed.length > MAX_TUPLE) return { type: 'array', items: anything() };
    const atLeast = typeof minItems === 'number' ? Math.min(Math.max(minItems, 0), listed.length) : 0;
    return { type: 'array', items: members, additionalItems: others, minItems: Math.floor(atLeast) };
  }

  /** Resolves a reference within the schema. Missing and external targets accept all values. */
  #reference(reference: string): PreparedSchema {
    const seen = new Set<unknown>();
    let target = resolve(this.#root, reference);
    // A definition that only references another one would have no type of its own.
    while (
      isObject(target.schema) &&
      typeof target.schema['$ref'] === 'string' &&
      Object.keys(target.schema).length === 1
    ) {
      if (seen.has(target.schema)) return anything();
      seen.add(target.schema);
      target = resolve(this.#root, target.schema['$ref']);
    }
    if (!isObject(target.schema)) return anything();
    return { $ref: `#/definitions/${this.#define(target.schema, `${this.#name} ${target.name}`)}` };
  }

  #notes(schema: JsonObject): PreparedSchema {
    const { title, description, deprecated, format, default: initial } = schema;
    const texts = [
      typeof description === 'string' ? description : title,
      typeof format === 'string' ? `Format: ${format}.` : undefined,
      initial === undefined ? undefined : `Default: ${shorten(JSON.stringify(initial), MAX_DEFAULT)}.`,
    ].filter((text) => typeof text === 'string' && text !== '');
    return {
      ...(texts.length > 0 && { description: this.#placeholders.text(shorten(texts.join('\n\n'), MAX_TEXT)) }),
      ...(deprecated === true && { deprecated }),
    };
  }
}

/** Returns the definitions whose values include those of a schema. */
function aliasesIn({ $ref, anyOf = [], allOf = [] }: PreparedSchema = {}): readonly string[] {
  const own = $ref === undefined ? [] : [$ref.slice($ref.lastIndexOf('/') + 1)];
  return [...own, ...[...anyOf, ...allOf].flatMap(aliasesIn)];
}

function isPrimitive(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
