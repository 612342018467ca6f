/**
 * Checks that data has the structure of a protocol model, by `schema/model.schema.json`. Static types do not check data that was read from
 * a file, and values that are printed unquoted (flags, names of primitives) must have their declared type. Unknown properties are ignored.
 */

import { createRequire } from 'node:module';
import { InputError } from '../problems.js';

/** The keywords that the schema uses. */
interface Schema {
  readonly $ref?: string;
  /** A union of objects with different `kind`s. */
  readonly oneOf?: readonly Schema[];
  /** The first member, or null. */
  readonly anyOf?: readonly [Schema, object];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
}

/** The maximum nesting depth of types. Each level uses call stack, and no protocol comes close to this limit. */
const MAX_DEPTH = 200;

/** The recursive definitions. */
const NESTED: readonly string[] = ['Declaration', 'Type'];

/**
 * Checks every field of a model of the supported format.
 *
 * @throws {InputError} that names the first field that is missing or of another type
 */
export function checkModel(value: unknown): void {
  const file: unknown = createRequire(import.meta.url)('../../schema/model.schema.json');
  const schema = file as Schema & { readonly $defs: { readonly [name: string]: Schema } };
  new Checker(schema.$defs).check(value, schema, '', 0);
}

class Checker {
  readonly #definitions: { readonly [name: string]: Schema };

  constructor(definitions: { readonly [name: string]: Schema }) {
    this.#definitions = definitions;
  }

  /** @param depth the number of recursive definitions around the value */
  check(value: unknown, schema: Schema, path: string, depth: number): void {
    const { $ref, oneOf, anyOf, type, minimum = -Infinity } = schema;
    const values = 'const' in schema ? [schema.const] : schema.enum;
    if ($ref !== undefined) {
      const name = $ref.slice('#/$defs/'.length);
      const inner = NESTED.includes(name) ? depth + 1 : depth;
      // The declaration around a type counts as one level.
      if (inner > MAX_DEPTH + 1) {
        throw new InputError(`Invalid protocol model: a type is nested more than ${MAX_DEPTH} levels deep.`);
      }
      this.check(value, this.#named(name), path, inner);
    } else if (oneOf) this.#kind(value, oneOf, path, depth);
    else if (anyOf) {
      if (value !== null) this.check(value, anyOf[0], path, depth);
    } else if (values) {
      if (!values.includes(value)) fail(path, values.map((each) => JSON.stringify(each)).join(' or '), value);
    } else if (type === 'object') this.#object(value, schema, path, depth);
    else if (type === 'array') this.#array(value, schema, path, depth);
    else if (type === 'integer') {
      if (!Number.isSafeInteger(value) || Number(value) < minimum) fail(path, `an integer from ${minimum}`, value);
    } else if (Array.isArray(type)) {
      const isLiteral = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
      if (!isLiteral) fail(path, 'a string, number or boolean', value);
    } else if (typeof value !== type) fail(path, `a ${String(type)}`, value);
  }

  #named(name: string): Schema {
    const found = this.#definitions[name];
    if (!found) throw new Error(`No definition ${name}`);
    return found;
  }

  #kind(value: unknown, schemas: readonly Schema[], path: string, depth: number): void {
    const { kind } = asObject(value, path);
    const cases = schemas.flatMap((each) => {
      const schema = each.$ref === undefined ? each : this.#named(each.$ref.slice('#/$defs/'.length));
      const { const: only, enum: kinds = [only] } = schema.properties?.['kind'] ?? {};
      return kinds.map((each) => ({ each, schema }));
    });
    const found = cases.find(({ each }) => each === kind);
    if (!found) fail(`${path}.kind`, cases.map(({ each }) => each).join(' or '), kind);
    this.check(value, found.schema, path, depth);
  }

  #array(value: unknown, { items = {}, minItems = 0 }: Schema, path: string, depth: number): void {
    if (!Array.isArray(value) || value.length < minItems) {
      fail(path, minItems === 0 ? 'an array' : `an array of at least ${minItems}`, value);
    }
    for (let index = 0; index < value.length; index++) this.check(value[index], items, `${path}[${index}]`, depth);
  }

  #object(value: unknown, { properties = {}, required = [] }: Schema, path: string, depth: number): void {
    const found = asObject(value, path);
    for (const name of new Set([...required, ...Object.keys(properties)])) {
      if (found[name] === undefined && !required.includes(name)) continue;
      this.check(found[name], properties[name] ?? {}, path === '' ? name : `${path}.${name}`, depth);
    }
  }
}

function asObject(value: unknown, path: string): { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object', value);
  return value as { readonly [name: string]: unknown };
}

function fail(path: string, expected: string, value: unknown): never {
  const shown =
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'an array' : 'an object') : typeof value;
  throw new InputError(
    `Invalid protocol model: expected ${expected} at ${path === '' ? 'the top level' : path}, got ${shown}.`,
  );
}
