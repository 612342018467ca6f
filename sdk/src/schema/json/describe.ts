import { quote } from '@mcp-gen/runtime/codegen/v1';
import { isSchemaObject } from './document.js';
import type { Run } from './run.js';

/** Describes a schema in a few words: for a value that is missing, or matches none of several schemas. */
export function describeSchema(schema: unknown): string {
  if (schema === false) return 'nothing';
  if (!isSchemaObject(schema)) return 'any value';
  if (Object.hasOwn(schema, 'const')) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return describeLiterals(schema['enum']);
  const { type, title, $ref } = schema;
  if (typeof title === 'string' && title !== '') return quote(title);
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof $ref === 'string' ? quote($ref.slice($ref.lastIndexOf('/') + 1)) : 'a value';
}

/** Describes the values of an `enum`, up to a limit. */
export function describeLiterals(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map(literal);
  return [...shown, ...(values.length > shown.length ? [`one of ${values.length - shown.length} more`] : [])].join(
    ' or ',
  );
}

/** Formats a JSON value, truncated. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a certain array' : 'a certain object';
  return String(value);
}

/** Returns a text that is the same for equal JSON values. The order of properties is ignored. */
export function canonicalJson(value: unknown, run: Pick<Run, 'spend' | 'descend' | 'ascend'>): string {
  if (typeof value === 'string') run.spend(value.length / 8);
  if (typeof value !== 'object' || value === null) {
    run.spend(1);
    // `1e400` is parsed as Infinity, for which `JSON.stringify` returns null.
    return typeof value === 'number' ? `${value}` : JSON.stringify(value);
  }
  run.descend(1);
  const text = Array.isArray(value)
    ? `[${value.map((item) => canonicalJson(item, run)).join()}]`
    : `{${Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, run)}`)
        .join()}}`;
  run.ascend();
  return text;
}
