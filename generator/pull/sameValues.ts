/** Decides whether two JSON Schemas accept the same values. */

import { isRecord } from '../model/fingerprints.js';
import type { JsonSchema } from '../model/keywords.js';

/** Schemas without prose, by the names that others refer to. */
export type Schemas = ReadonlyMap<string, unknown>;

/**
 * Returns whether two definitions of the same name accept the same values, as their form shows: one may name a type that the other writes
 * out, or have its alternatives in another order or with other keywords (`enum` instead of several `const`). A reference to the same name
 * is taken as equal, since each definition is compared.
 */
export function sameValues(name: string, left: Schemas, right: Schemas): boolean {
  return new Comparison(left, right).areEqual(left.get(name), right.get(name));
}

class Comparison {
  readonly #left: Schemas;
  readonly #right: Schemas;
  /** Pairs that are being compared, or were equal. A type that contains itself is equal if nothing else differs. */
  readonly #known = new Set<string>();

  constructor(left: Schemas, right: Schemas) {
    this.#left = left;
    this.#right = right;
  }

  areEqual(left: unknown, right: unknown): boolean {
    const [name, other] = [nameIn(left), nameIn(right)];
    if (name !== undefined && name === other) return true;
    const pair = JSON.stringify([left, right]);
    if (this.#known.has(pair)) return true;
    this.#known.add(pair);
    const alternatives = alternativesOf(left, this.#left, []);
    const others = alternativesOf(right, this.#right, []);
    const isEqual = arePaired(alternatives, others, (a, b) => this.#isSame(a, b));
    // What was equal because of this pair may differ, too.
    if (!isEqual) this.#known.clear();
    return isEqual;
  }

  #isSame(left: unknown, right: unknown): boolean {
    const [name, other] = [nameIn(left), nameIn(right)];
    if (name !== undefined && name === other) return true;
    const one = name === undefined ? left : this.#left.get(name);
    const two = other === undefined ? right : this.#right.get(other);
    if (!isRecord(one) || !isRecord(two)) return JSON.stringify(one) === JSON.stringify(two);
    return haveSameKeys(one, two) && Object.keys(one).every((keyword) => this.#isSameKeyword(keyword, one, two));
  }

  #isSameKeyword(keyword: string, one: JsonSchema, two: JsonSchema): boolean {
    const [left, right] = [one[keyword], two[keyword]];
    const areEqual = (a: unknown, b: unknown): boolean => this.areEqual(a, b);
    if (keyword === 'additionalProperties' || keyword === 'items') return areEqual(left, right);
    if (keyword === 'allOf' && isList(left) && isList(right)) return arePaired(left, right, areEqual);
    if (keyword === 'properties' && isRecord(left) && isRecord(right)) {
      return haveSameKeys(left, right) && Object.keys(left).every((name) => areEqual(left[name], right[name]));
    }
    return JSON.stringify(left) === JSON.stringify(right);
  }
}

/** Returns schemas of which a value has to meet one. Names of objects and of intersections stay. */
function alternativesOf(schema: unknown, schemas: Schemas, open: readonly string[]): readonly unknown[] {
  if (!isRecord(schema)) return [schema];
  const name = nameIn(schema);
  if (name !== undefined) {
    const target = schemas.get(name);
    const isNamed = open.includes(name) || !isRecord(target) || target['type'] === 'object' || 'allOf' in target;
    return isNamed ? [schema] : alternativesOf(target, schemas, [...open, name]);
  }
  const { type, anyOf, enum: values, const: value, ...others } = schema;
  if (Object.keys(others).length > 0) return [schema];
  if (isList(anyOf)) return unique(anyOf.flatMap((each) => alternativesOf(each, schemas, open)));
  if (isList(type) && !isList(values))
    return unique(type.flatMap((each) => alternativesOf({ type: each }, schemas, open)));
  if (isList(values)) return unique(values.map((each) => ({ const: each })));
  if (type === 'boolean' && value === undefined) return [{ const: false }, { const: true }];
  // A fraction is not an integer, so that this accepts nothing.
  const isContradiction = type === 'integer' && !Number.isInteger(value);
  return value === undefined || isContradiction ? [schema] : [{ const: value }];
}

/** Returns whether each item of a list is equal to one of another list, and the other way round. */
function arePaired(left: readonly unknown[], right: readonly unknown[], areEqual: (a: unknown, b: unknown) => boolean) {
  const rest = [...right];
  return (
    left.length === right.length &&
    left.every((item) => {
      const index = rest.findIndex((other) => areEqual(item, other));
      rest.splice(index, index < 0 ? 0 : 1);
      return index >= 0;
    })
  );
}

function unique(schemas: readonly unknown[]): readonly unknown[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function haveSameKeys(left: JsonSchema, right: JsonSchema): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name));
}

/** Returns the name that a schema refers to, if it has no other keywords. */
function nameIn(schema: unknown): string | undefined {
  if (!isRecord(schema) || Object.keys(schema).length !== 1) return undefined;
  const { $ref } = schema;
  return typeof $ref === 'string' ? decodeURIComponent($ref.replace(/^#\/(?:definitions|\$defs)\//, '')) : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
