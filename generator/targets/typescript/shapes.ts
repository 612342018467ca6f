/**
 * Emits definitions as compact tables, and functions that explain why a value is invalid. They are loaded only after a guard has rejected a
 * value. payloads.ts has what programs exchange, params and results; shapes.ts and explain.ts have all definitions. A shape that a definition
 * has in several revisions is written once.
 */

import { shapesOf } from '../../analyze/buildShapes.js';
import type { CompactTable } from '../../analyze/compactShape.js';
import type { RevisionPlan } from '../../analyze/plan.js';
import { hasLimits, namesIn } from '../../analyze/shape.js';
import { groupBy, reach } from '../../collections.js';
import { allMessages, type Protocol } from '../../model/protocol.js';
import { Code, code, concat, identifier, imported, literal, propertyKey } from '../../print/code.js';
import { dataText } from '../../print/data.js';
import { moduleFile, sourceFile, type GeneratedFile } from '../file.js';
import { runtime } from './codegen.js';
import { sharedFolder } from './folders.js';

/** The definitions of a revision. */
interface Definitions {
  readonly protocol: Protocol;
  readonly shapes: CompactTable;
  /** The names of params, results, and all definitions that they consist of. */
  readonly payloads: ReadonlySet<string>;
}

/** Returns the oldest of several revisions that have a definition in the same shape; undefined if no other revision has it. */
type OriginOf = (revision: string, name: string) => string | undefined;

const PAYLOADS = './payloads.js';
const about = (what: string) =>
  code`/** Returns each place where a value differs from ${new Code(what)}, at most ten. Empty if and only if the guard accepts the value. */`;

/** @param plans oldest first */
export function emitShapes(plans: readonly RevisionPlan[]): readonly GeneratedFile[] {
  const revisions = plans.map(definitionsOf);
  const originOf = shareShapes(revisions);
  return revisions.flatMap((each) => [
    emitPayloads(each, originOf),
    emitAll(each, originOf),
    emitExplain(each.protocol),
    ...emitShared(each, originOf),
  ]);
}

function definitionsOf({ protocol, shapes }: RevisionPlan): Definitions {
  const table = shapesOf(protocol.definitions);
  const carried = allMessages(protocol).flatMap((message) => [
    message.params.type,
    // Explanations of a result are about the first of its types.
    ...(message.kind === 'request' ? [message.results[0]] : []),
  ]);
  const mentioned = (name: string): readonly string[] | undefined => {
    const shape = table.get(name);
    return shape && namesIn(shape);
  };
  const reached = reach(carried, mentioned);
  const payloads = new Set([...table.keys()].filter((name) => reached.has(name)));
  return { protocol, shapes, payloads };
}

/** Names and primitives are not shared: they are as short as a reference. */
function shareShapes(revisions: readonly Definitions[]): OriginOf {
  const key = (name: string, shape: CompactTable[string]): string => JSON.stringify([name, shape]);
  const all = revisions.flatMap(({ protocol: { revision }, shapes }) =>
    Object.entries(shapes).flatMap(([name, shape]) =>
      typeof shape === 'string' ? [] : [{ revision, name, key: key(name, shape) }],
    ),
  );
  const origins = new Map<string, string>();
  for (const [first, ...others] of groupBy(all, (each) => each.key).values()) {
    if (first === undefined || others.length === 0) continue;
    for (const { revision, name } of [first, ...others]) origins.set(JSON.stringify([revision, name]), first.revision);
  }
  return (revision, name) => origins.get(JSON.stringify([revision, name]));
}

function emitPayloads({ protocol, shapes, payloads }: Definitions, originOf: OriginOf): GeneratedFile {
  const { revision } = protocol;
  const title = `The params and results of revision ${revision}, and what they consist of, as tables.`;
  return sourceFile(protocol, 'payloads', title, [
    code`/** The name of a definition that params or results consist of. */
      export type PayloadName = ${namesText(payloads)};`,
    code`/** The shape of each of them. */
      export const payloads: { readonly [Name in PayloadName]: ${runtime.Shape} } = { ${tableText(revision, shapes, payloads, originOf)} };`,
    code`${about('its definition')}
      export function explainPayload(definition: PayloadName, value: unknown): readonly ${runtime.Issue}[] {
        return ${runtime.explainShape}(payloads, definition, value${optionsText(protocol)});
      }`,
  ]);
}

function emitAll({ protocol, shapes, payloads }: Definitions, originOf: OriginOf): GeneratedFile {
  const { revision } = protocol;
  const others = new Set(Object.keys(shapes).filter((name) => !payloads.has(name)));
  const names = payloads.size === 0 ? undefined : code`${imported('PayloadName', PAYLOADS, 'type')} | `;
  const table = payloads.size === 0 ? undefined : code`...${imported('payloads', PAYLOADS, 'value')}, `;
  return sourceFile(protocol, 'shapes', `The definitions of revision ${revision}, as tables.`, [
    code`/** The name of a definition. */
      export type DefinitionName = ${names}${namesText(others)};`,
    code`/** The shape of each definition. */
      export const shapes: { readonly [Name in DefinitionName]: ${runtime.Shape} } = { ${table}${tableText(revision, shapes, others, originOf)} };`,
  ]);
}

function emitExplain(protocol: Protocol): GeneratedFile {
  const title = `Explains why a guard of revision ${protocol.revision} rejects a value.`;
  const shapes = imported('shapes', './shapes.js', 'value');
  const definition = imported('DefinitionName', './shapes.js', 'type');
  return sourceFile(protocol, 'explain', title, [
    code`${about('its definition')}
      export function explain(definition: ${definition}, value: unknown): readonly ${runtime.Issue}[] {
        return ${runtime.explainShape}(${shapes}, definition, value${optionsText(protocol)});
      }`,
  ]);
}

function emitShared({ protocol, shapes }: Definitions, originOf: OriginOf): readonly GeneratedFile[] {
  const { revision } = protocol;
  const shared = Object.entries(shapes).filter(([name]) => originOf(revision, name) === revision);
  if (shared.length === 0) return [];
  const path = `${sharedFolder(revision)}/shapes.ts`;
  const title = `Definitions that revision ${revision} shares with newer revisions, as tables.`;
  const constants = shared.map(
    ([name, shape]) => code`export const ${shapeName(name)}: ${runtime.Shape} = ${dataText(shape)};`,
  );
  return [moduleFile(protocol, { path, about: title }, constants)];
}

/** Returns the properties of the table of some definitions. */
function tableText(revision: string, shapes: CompactTable, names: ReadonlySet<string>, originOf: OriginOf): Code {
  const entries = Object.entries(shapes).filter(([name]) => names.has(name));
  const properties = entries.map(([name, shape]) => {
    const origin = originOf(revision, name);
    const from = origin === undefined ? undefined : `../${sharedFolder(origin)}/shapes.js`;
    const value = from === undefined ? dataText(shape) : imported(shapeName(name).text, from, 'value');
    return code`${propertyKey(name)}: ${value}`;
  });
  return concat(properties, ', ');
}

/** Returns the name of the constant of a shared shape. */
function shapeName(definition: string): Code {
  return identifier(`shapeOf${definition}`);
}

function namesText(names: ReadonlySet<string>): Code {
  return names.size === 0 ? new Code('never') : concat([...names].map(literal), ' | ');
}

/** Returns the last argument of an explanation, if some definitions have limits. */
function optionsText({ definitions }: Protocol): Code | undefined {
  return [...shapesOf(definitions).values()].some(hasLimits) ? code`, { checks: ${runtime.limitChecks} }` : undefined;
}
