/** Converts JSON Schemas to shapes, which the rules of `diff` compare. */

import { ANY, type Field, type Shape, type ShapeTable } from '../analyze/shape.js';
import { isObject, type JsonObject } from '../jsonValues.js';
import { namesInCycles } from './cycles.js';
import { resolve, typesOf } from './schemaParts.js';

/** A schema as a shape, with the definitions that it references. */
export interface SchemaShape {
  readonly shape: Shape;
  readonly table: ShapeTable;
}

/** Maximum number of subschemas for a comparison. */
const MAX_SCHEMAS = 2_000;
const MAX_DEPTH = 64;

/** Keywords that a shape expresses. */
const STRUCTURE = new Set([
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'definitions', 'deprecated'],
]);

/** Keywords that are stored beside a shape, under their own names. All others are stored together. */
export const NOTED_KEYWORDS = new Set([
  ...['default', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minProperties', 'maxProperties', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems'],
]);

/** Text that models read. It is compared separately. */
export const TEXT_KEYWORDS = new Set(['title', 'description', '$comment', 'examples']);

/** Keywords whose values are not text for humans. */
export const SHAPE_KEYWORDS: ReadonlySet<string> = new Set([...STRUCTURE, ...NOTED_KEYWORDS]);

/** The name under which all keywords are stored that are compared literally. */
export const OTHERS = 'otherKeywords';
/** The name of the note for objects without additional properties. */
export const CLOSED = 'closed';

/**
 * Converts a schema to a shape.
 *
 * @throws {RangeError} if it is too large to be compared.
 */
export function toShape(schema: unknown): SchemaShape {
  return new Reader(schema).read();
}

class Reader {
  readonly #root: unknown;
  readonly #table = new Map<string, Shape>();
  readonly #waiting: { readonly name: string; readonly schema: unknown }[] = [];
  readonly #known = new Set<string>();
  #count = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  read(): SchemaShape {
    const shape = this.#shape(this.#root, 0);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#table.set(next.name, this.#shape(next.schema, 0));
    }
    // A definition that is its own alternative would cause an endless loop.
    for (const name of namesInCycles(this.#table.keys(), (each) => aliasesIn(this.#table.get(each)))) {
      this.#table.set(name, ANY);
    }
    return { shape, table: this.#table };
  }

  #shape(schema: unknown, depth: number): Shape {
    if (++this.#count > MAX_SCHEMAS || depth > MAX_DEPTH) throw new RangeError('The schema is too large');
    if (schema === false) return { kind: 'never' };
    if (!isObject(schema)) return ANY;
    const { $ref, anyOf, oneOf, allOf } = schema;
    const notes = notesOf(schema);
    const parts: Shape[] = [];
    const target = typeof $ref === 'string' ? this.#reference($ref) : undefined;
    if (target !== undefined) parts.push({ kind: 'reference', name: target });
    const own = this.#own(schema, depth);
    if (own !== undefined) parts.push(own);
    for (const union of [anyOf, oneOf]) {
      if (Array.isArray(union))
        parts.push({
          kind: 'union',
          members: union.map((each) => this.#shape(each, depth + 1)),
        });
    }
    if (Array.isArray(allOf)) parts.push(...allOf.map((each) => this.#shape(each, depth + 1)));
    const [first = ANY] = parts;
    const whole: Shape = parts.length > 1 ? { kind: 'intersection', members: parts } : first;
    return Object.keys(notes).length === 0 ? whole : { ...whole, notes };
  }

  #own(schema: JsonObject, depth: number): Shape | undefined {
    const values = 'const' in schema ? [schema['const']] : schema['enum'];
    if (Array.isArray(values)) return unionOf(values.map(literalShape));
    const shapes = typesOf(schema).map((type) => this.#typed(type, schema, depth));
    return shapes.length === 0 ? undefined : unionOf(shapes);
  }

  #typed(type: string, schema: JsonObject, depth: number): Shape {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return { kind: type };
      case 'number':
      case 'integer':
        return {
          kind: 'number',
          integer: type === 'integer',
          ...limits({ minimum: schema['minimum'], maximum: schema['maximum'] }),
        };
      case 'array':
        return this.#array(schema, depth);
      default:
        return this.#object(schema, depth);
    }
  }

  #array({ items, minItems, maxItems }: JsonObject, depth: number): Shape {
    const members = Array.isArray(items) ? unionOf(items.map((each) => this.#shape(each, depth + 1))) : undefined;
    return {
      kind: 'array',
      items: members ?? this.#shape(items, depth + 1),
      ...limits({ minItems, maxItems }),
    };
  }

  #object({ properties, required, additionalProperties: others }: JsonObject, depth: number): Shape {
    const needed = new Set(Array.isArray(required) ? (required as unknown[]) : []);
    const stated = isObject(properties) ? Object.entries(properties) : [];
    const names = new Set([...stated.map(([name]) => name), ...[...needed].filter((name) => typeof name === 'string')]);
    const schemas = new Map(stated);
    const fields = [...names].map((name): [string, Field] => [
      name,
      {
        optional: !needed.has(name),
        shape: this.#shape(schemas.get(name), depth + 1),
      },
    ]);
    return {
      kind: 'object',
      fields: new Map(fields.toSorted(([, a], [, b]) => Number(a.optional) - Number(b.optional))),
      ...(isObject(others) && { rest: this.#shape(others, depth + 1) }),
    };
  }

  /** Returns the name of a definition; undefined if it is not in the schema. */
  #reference(reference: string): string | undefined {
    if (!this.#known.has(reference)) {
      const { schema } = resolve(this.#root, reference);
      if (schema === undefined) return undefined;
      this.#known.add(reference);
      this.#waiting.push({ name: reference, schema });
    }
    return reference;
  }
}

function notesOf(schema: JsonObject): NonNullable<Shape['notes']> {
  const keywords = Object.entries(schema).filter(([name]) => NOTED_KEYWORDS.has(name));
  const others = Object.entries(schema).filter(([name]) => !SHAPE_KEYWORDS.has(name) && !TEXT_KEYWORDS.has(name));
  const { $ref, additionalProperties } = schema;
  // References to other documents are compared by their URLs.
  if (typeof $ref === 'string' && !$ref.startsWith('#')) others.push(['$ref', $ref]);
  others.sort(([a], [b]) => (a < b ? -1 : 1));
  const all = [
    ...keywords,
    ...(others.length > 0 ? [[OTHERS, Object.fromEntries(others)] as const] : []),
    ...(additionalProperties === false ? [[CLOSED, true] as const] : []),
  ];
  return {
    ...(all.length > 0 && { keywords: Object.fromEntries(all) }),
    ...(schema['deprecated'] === true && { deprecated: true }),
  };
}

function literalShape(value: unknown): Shape {
  if (value === null) return { kind: 'null' };
  const isLiteral = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'literal', value: isLiteral ? value : JSON.stringify(value) };
}

function unionOf(members: readonly Shape[]): Shape {
  const [first] = members;
  return members.length === 1 && first !== undefined ? first : { kind: 'union', members };
}

function limits(keywords: JsonObject): { readonly limits?: object } {
  const numbers = Object.entries(keywords).filter(([, value]) => typeof value === 'number');
  return numbers.length === 0 ? {} : { limits: Object.fromEntries(numbers) };
}

/** Returns the definitions that a shape is an alias or a combination of. */
function aliasesIn(shape: Shape = ANY): readonly string[] {
  if (shape.kind === 'reference') return [shape.name];
  return shape.kind === 'union' || shape.kind === 'intersection' ? shape.members.flatMap(aliasesIn) : [];
}
