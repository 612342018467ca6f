/** Prepares an author's schema: converts it to JSON Schema and checks it at registration, so that calls need not. */

import { SchemaError } from './error.js';
import type { InputSchema, JsonSchema } from './infer.js';
import { fromStandard, MAX_ISSUES, type SchemaIssue } from './issues.js';
import { compileDocument } from './json/compileJsonSchema.js';
import { readDocument, type SchemaDocument } from './json/document.js';
import { isOfLibrary, type StandardProps, type StandardResult } from './standard.js';

/** A prepared schema, to list it and to check values. Immutable: shared by any number of clients. */
export interface PreparedSchema {
  /** The JSON Schema for the other side: a frozen copy. */
  readonly jsonSchema: JsonSchema;
  /** Checks a value. Returns a promise only if the schema library does. */
  readonly validate: (value: unknown) => Validation | Promise<Validation>;
}

/** The output value of the schema, or its issues. */
export type Validation =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[]; readonly value?: undefined };

/** How a schema is used. */
export interface SchemaUse {
  /** Names the schema at the start of messages: `the input of tool x`. */
  readonly what: string;
  /** Whether the JSON Schema describes the input or the output of the schema. Default `input`. */
  readonly side?: 'input' | 'output' | undefined;
  /** Whether all values must be objects, such as the arguments of a tool. Default false. */
  readonly object?: boolean | undefined;
}

/** Prepares each schema once, even if several servers of one process use it. */
const cache = { input: new WeakMap<object, PreparedSchema>(), output: new WeakMap<object, PreparedSchema>() };

/**
 * Prepares the schema of an author. The default allows only objects without properties.
 *
 * @throws {SchemaError} if the schema cannot be converted to JSON Schema, is invalid, has an external reference, or is too large
 */
export function prepareSchema(schema: InputSchema | undefined, use: SchemaUse): PreparedSchema {
  const side = use.side ?? 'input';
  const given: object = schema ?? NO_PROPERTIES;
  let prepared = isObjectLike(given) ? cache[side].get(given) : undefined;
  if (prepared === undefined) {
    prepared = isOfLibrary(given) ? ofLibrary(given['~standard'], side, use.what) : ofJson(given, use.what);
    cache[side].set(given, prepared);
  }
  if (use.object === true && prepared.jsonSchema['type'] !== 'object') throw notAnObject(prepared.jsonSchema, use.what);
  return prepared;
}

/** The input schema of a tool without parameters. */
const NO_PROPERTIES: JsonSchema = { type: 'object', additionalProperties: false };

function isObjectLike(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function ofJson(schema: object, what: string): PreparedSchema {
  const [name] = Object.entries(schema).find(([, value]) => canValidate(value)) ?? [];
  if (name !== undefined) {
    throw new SchemaError(
      what,
      '',
      `expected one schema, got an object with a schema at ${name}. Wrap it: z.object({ ${name}: ... })`,
    );
  }
  const document = readDocument(schema, what);
  const check = compileDocument(document);
  const validate = (value: unknown): Validation => {
    const issues = check(value);
    return issues.length === 0 ? { value } : { issues };
  };
  return Object.freeze({ jsonSchema: statedBy(document, what), validate });
}

function ofLibrary(standard: Partial<StandardProps>, side: 'input' | 'output', what: string): PreparedSchema {
  const { vendor = 'unknown', validate, jsonSchema } = standard;
  if (typeof validate !== 'function' || typeof jsonSchema?.[side] !== 'function') {
    throw new SchemaError(
      what,
      '',
      `this schema of ${vendor} cannot be converted to JSON Schema. ${remedyFor(vendor)}`,
    );
  }
  const document = readDocument(
    stated(() => jsonSchema[side]({ target: 'draft-2020-12' }), vendor, what),
    what,
  );
  return Object.freeze({
    jsonSchema: statedBy(document, what),
    validate: (value: unknown) => {
      const result = validate(value);
      return result instanceof Promise ? result.then(toValidation) : toValidation(result);
    },
  });
}

/** A JSON Schema may have such a property, but not with a function in it. */
function canValidate(value: unknown): boolean {
  return isOfLibrary(value) && typeof value['~standard'].validate === 'function';
}

function stated(state: () => unknown, vendor: string, what: string): unknown {
  try {
    return state();
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/(?<!\.)\.+$/, '');
    throw new SchemaError(
      what,
      '',
      `${vendor} cannot convert it to JSON Schema: ${reason}. Use JSON types (for a date, a string in a date format), ` +
        'or pass a JSON Schema instead',
    );
  }
}

function statedBy({ root }: SchemaDocument, what: string): JsonSchema {
  if (typeof root === 'object') return root;
  throw new SchemaError(what, '', `expected a JSON Schema as an object, got ${root}`);
}

function toValidation(result: StandardResult<unknown>): Validation {
  if (result.issues === undefined) return { value: result.value };
  const converted = result.issues.slice(0, MAX_ISSUES).map(fromStandard);
  return { issues: converted.length > 0 ? converted : [{ pointer: '', message: 'rejected without a reason' }] };
}

/** Remedies by the library's vendor name. */
const REMEDIES: { readonly [vendor: string]: string } = {
  zod: "Install zod 4.2 or newer, and import it as `import { z } from 'zod'`; schemas of zod 3 and of zod/mini cannot do it",
  valibot: 'Wrap it: `toStandardJsonSchema(schema)`, from @valibot/to-json-schema 1.5 or newer',
  arktype: 'Install arktype 2.1.28 or newer',
};

function remedyFor(vendor: string): string {
  const remedy = Object.hasOwn(REMEDIES, vendor)
    ? REMEDIES[vendor]
    : 'Use a version or an adapter of the library that implements Standard JSON Schema (https://standardschema.dev/json-schema)';
  return `${remedy}, or pass a JSON Schema instead`;
}

function notAnObject(jsonSchema: JsonSchema, what: string): SchemaError {
  const { type } = jsonSchema;
  const got = typeof type === 'string' ? `the type ${type}` : 'a schema that does not say `type: "object"` at its top';
  return new SchemaError(
    what,
    '',
    `expected a schema of objects, got ${got}. Wrap it: instead of a bare value, use an object with the value as a property, ` +
      'such as { value: ... }; instead of a union of objects, an object with the union as a property',
  );
}
