/** The pipeline: from schema files to generated files. Each of the five steps is a folder. */

import { makePlan } from './analyze/plan.js';
import { checkedProtocol } from './checkedProtocol.js';
import type { Completeness } from './model/openDecisions.js';
import type { Protocol } from './model/protocol.js';
import { checkVersions } from './model/protocolVersion.js';
import { timed, type PhaseListeners } from './phases.js';
import { eachRevision } from './problems.js';
import type { Extension } from './read/extension.js';
import { readSchemas } from './read/readSchema.js';
import { bannerOf, loadTarget } from './targets/loadTarget.js';
import { requireNames, type Target, type TargetName } from './targets/target.js';
import { write, type Destination, type Output } from './write/write.js';

export interface CompileOptions extends PhaseListeners {
  /** Extensions to add to the revisions, each after those that it imports from. Default: none. */
  readonly extensions?: readonly Extension[] | undefined;
  /** How open decisions are handled. Default: `release`. */
  readonly completeness?: Completeness | undefined;
  /** The output language: a target of mcp-gen, or a custom one. Default: `typescript`. */
  readonly target?: TargetName | Target | undefined;
  /** The folder that the files are written to or compared with. Default: they are only returned. */
  readonly destination?: Destination | undefined;
}

/** Revisions compiled into one output folder. */
export interface Compiled extends Output {
  /** Oldest first. */
  readonly protocols: readonly Protocol[];
}

/**
 * Compiles revisions of a schema folder into one output folder.
 *
 * @param revisions oldest first
 * @throws {SchemaProblems} with all problems that a step finds in any of the schemas
 * @throws {WriteError} if the destination cannot be written
 */
export async function compileRevisions(
  revisions: readonly string[],
  schemaDir: string,
  { extensions, completeness, target = 'typescript', destination, ...listeners }: CompileOptions = {},
): Promise<Compiled> {
  const loaded = await loadTarget(target);
  const { schemas, tables } = await timed('read', listeners, () => readSchemas(revisions, schemaDir, extensions));
  const protocols = await timed('model', listeners, () =>
    eachRevision(schemas, (schema) => {
      const protocol = checkedProtocol(schema, tables, completeness);
      requireNames(loaded, protocol);
      return protocol;
    }),
  );
  checkVersions(protocols, tables);
  return { protocols, ...(await writeProtocols(protocols, loaded, destination, listeners)) };
}

/**
 * Compiles protocols that are already read: the last three steps.
 *
 * @param protocols oldest first
 * @throws {SchemaProblems} with every name that the target cannot generate
 * @throws {WriteError} if the destination cannot be written
 */
export async function compileProtocols(
  protocols: readonly Protocol[],
  { target = 'typescript', destination, ...listeners }: Omit<CompileOptions, 'extensions' | 'completeness'> = {},
): Promise<Output> {
  const loaded = await loadTarget(target);
  await eachRevision(protocols, (protocol) => requireNames(loaded, protocol));
  return writeProtocols(protocols, loaded, destination, listeners);
}

async function writeProtocols(
  protocols: readonly Protocol[],
  { name, emit }: Target,
  destination: CompileOptions['destination'],
  listeners: PhaseListeners,
): Promise<Output> {
  const plan = await timed('analyze', listeners, () => makePlan(protocols));
  const files = await timed('emit', listeners, () => emit(plan, bannerOf(name)));
  return timed('write', listeners, () => write(files, name, destination));
}
