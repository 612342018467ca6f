/** A revision that this package does not contain: its tables, and its conversions, which are those of the closest revision. */

import type { Revision } from '@mcp-gen/runtime';
import type { MethodTable, RevisionDefinition } from '@mcp-gen/runtime/codegen/v1';
import { factsOf } from '../registry.js';
import { guardOf } from './guardOf.js';
import { conversionTableOf, converterOf, type ConversionTable, type Converting, type Converter } from './converter.js';
import type { RevisionId } from './modules.js';

/**
 * Loads a revision, with its conversions.
 *
 * @throws {TypeError} if its tables are those of another revision.
 */
export async function loadDefinition(
  definition: RevisionDefinition,
  closest: RevisionId,
): Promise<{ readonly revision: Revision; readonly converter: Converter }> {
  const { id, era } = definition;
  const [loaded, like] = await Promise.all([definition.load(), conversionTableOf(closest)]);
  if (loaded.id !== id || loaded.era !== era) throw new TypeError(`The definition of ${id} loads ${loaded.id}`);
  const { server, client } = loaded;
  const revision = { ...loaded, server: named(server), client: named(client) };
  const methods = [server, client].flatMap(({ requests, notifications }) => [
    ...Object.keys(requests),
    ...Object.keys(notifications),
  ]);
  const table = methods.map((method) => [method, withNew(method, like.table[method], loaded, like.revision)]);
  return { revision, converter: converterOf(id, Object.fromEntries(table) as ConversionTable) };
}

/** Returns a table whose handlers have the names that this package uses for their methods: a draft may rename the declaration of a message. */
function named(table: MethodTable): MethodTable {
  const renamed = ([kind, entries]: [string, MethodTable['requests']]): [string, object] => [
    kind,
    Object.fromEntries(
      Object.entries(entries).map(([method, entry]) => [
        method,
        { ...entry, name: factsOf(method)?.name ?? entry.name },
      ]),
    ),
  ];
  return Object.fromEntries(Object.entries(table).map(renamed)) as unknown as MethodTable;
}

/** Returns conversions of a message that keep what only the revision itself accepts: a new field, or content of a new type. */
function withNew(
  method: string,
  parts: ConversionTable[string],
  own: Revision,
  closest: Revision,
): ConversionTable[string] {
  const keeping = (part: 'params' | 'result', convert: Converting): Converting => {
    const [old, now] = [guardOf(closest, method, part), guardOf(own, method, part)];
    return (value: unknown, context) =>
      now?.(value) === true && old?.(value) === false ? value : convert(value as never, context);
  };
  return (
    parts &&
    Object.fromEntries(
      Object.entries(parts).map(([part, directions]) => [
        part,
        Object.fromEntries(
          Object.entries(directions).map(([direction, convert]) => [direction, keeping(part as 'params', convert)]),
        ),
      ]),
    )
  );
}
