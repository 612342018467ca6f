/** Rewrites a JSON Schema of the official tool without what only its way of working shows, so that definitions can be compared. */

import { definitionsOf } from '../model/fingerprints.js';
import type { JsonSchema } from '../model/keywords.js';

const PREFIX = /^#\/(?:definitions|\$defs)\//;

/**
 * Rewrites a schema. The tool has definitions for types that TypeScript resolves, with names such as `Page<Tool>` and `NonNullable`: they
 * are written out where they are mentioned. It has a schema for each element of a tuple: tuples of one type are arrays.
 *
 * @param schema of the official tool
 * @param names those of the schema's types. Definitions with other names, which one of these mentions, are written out
 * @param texts the schema.ts and its modules. The tool also defines their generic types, and the parameters of these
 */
export async function officialForm(
  schema: object,
  names: readonly string[],
  texts: readonly string[],
): Promise<object> {
  // Loaded only here: loading ts-morph takes longer than the rest of a short command.
  const { genericNames } = await import('../read/generics.js');
  const generic = genericNames(texts);
  const declared = new Set(names);
  const definitions = definitionsOf(schema);
  const resolved = new Set<string>();
  const rewrite = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => rewrite(each, open));
    if (typeof value !== 'object' || value === null) return value;
    const written: JsonSchema = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, rewrite(each, open)]),
    );
    const { $ref, ...rest } = written;
    const name =
      typeof $ref === 'string' && PREFIX.test($ref) ? decodeURIComponent($ref.replace(PREFIX, '')) : undefined;
    const isResolved = name !== undefined && !declared.has(name) && name in definitions && !open.includes(name);
    if (!isResolved) return withoutTuple(written);
    resolved.add(name);
    return { ...(rewrite(definitions[name], [...open, name]) as object), ...rest };
  };
  const rewritten = Object.entries(definitions).flatMap(([name, each]) =>
    declared.has(name) ? [[name, rewrite(each, [])] as const] : [],
  );
  const others = Object.entries(definitions).filter(
    ([name]) => !declared.has(name) && !resolved.has(name) && !generic.has(name),
  );
  const keyword = '$defs' in schema ? '$defs' : 'definitions';
  return { ...schema, [keyword]: Object.fromEntries([...rewritten, ...others]) };
}

/** Returns an array schema whose elements have one schema, without the schema of each element. */
function withoutTuple(schema: JsonSchema): JsonSchema {
  const { items, additionalItems, ...others } = schema;
  if (!Array.isArray(items)) return schema;
  const elements = [...(items as readonly unknown[]), ...(additionalItems === undefined ? [] : [additionalItems])];
  const texts = new Set(elements.map((each) => JSON.stringify(each)));
  return texts.size === 1 ? { ...others, items: elements[0] } : schema;
}
