import { isSchemaObject, kindOf, type SchemaDocument, type SchemaObject } from '../document.js';
import type { Matcher } from '../pattern.js';
import type { Check } from '../run.js';

/** The context for creating the check of a keyword. */
export interface KeywordContext {
  readonly document: SchemaDocument;
  /** The schema that contains the keyword. */
  readonly schema: SchemaObject;
  /** Returns the check of a subschema or of a referenced schema. */
  readonly check: (schema: unknown) => Check;
  /** Compiles a regular expression. */
  readonly matcher: (pattern: string) => Matcher;
  /** Rejects the schema. */
  readonly fail: (problem: string) => never;
}

/** Creates the check of a keyword; undefined if there is nothing to check. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | undefined;

/** A number, for keywords such as `minimum`. */
export function numberIn(value: unknown, { fail }: KeywordContext): number {
  return typeof value === 'number' ? value : fail(`expected a number, got ${kindOf(value)}`);
}

/** A non-negative integer, for keywords such as `minLength`. */
export function countIn(value: unknown, context: KeywordContext): number {
  const count = numberIn(value, context);
  return Number.isInteger(count) && count >= 0 ? count : context.fail(`expected a non-negative integer, got ${count}`);
}

/** A string. */
export function textIn(value: unknown, { fail }: KeywordContext): string {
  return typeof value === 'string' ? value : fail(`expected a string, got ${kindOf(value)}`);
}

/** An array. */
export function listIn(value: unknown, { fail }: KeywordContext): readonly unknown[] {
  return Array.isArray(value) ? value : fail(`expected an array, got ${kindOf(value)}`);
}

/** An array of strings. */
export function textsIn(value: unknown, context: KeywordContext): readonly string[] {
  return listIn(value, context).map((text) => textIn(text, context));
}

/** An object. */
export function objectIn(value: unknown, { fail }: KeywordContext): SchemaObject {
  return isSchemaObject(value) ? value : fail(`expected an object, got ${kindOf(value)}`);
}

/** The checks of a non-empty array of schemas. */
export function checksIn(value: unknown, context: KeywordContext): readonly Check[] {
  const schemas = listIn(value, context);
  return schemas.length > 0 ? schemas.map(context.check) : context.fail('expected at least one schema, got none');
}

/** The checks of an object of schemas. */
export function namedChecksIn(value: unknown, context: KeywordContext): ReadonlyMap<string, Check> {
  return new Map(Object.entries(objectIn(value, context)).map(([name, schema]) => [name, context.check(schema)]));
}
