import type { Protocol } from '../model/protocol.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { isRevisionName } from '../model/revisionName.js';
import { InputError } from '../problems.js';
import type { GeneratedFile } from '../targets/file.js';
import { TARGETS, type Target, type TargetName } from '../targets/target.js';
import { protocolsOf } from './protocolsOf.js';

/** How revisions are compiled. */
export interface CompileOptions {
  /** What is generated: `typescript`, `zod`, `json-schema`, or a target of your own. Default: `typescript`. */
  readonly target?: TargetName | Target;
}

/** What a file may be called where the first line of generated files names it. */
const SOURCE = /^[\w./:() -]+$/;

/**
 * Compiles revisions, as `mcp-gen generate` does. Writes nothing.
 *
 * @param models the revisions that go into one folder, in any order: they share the code that is equal in them
 * @returns formatted files, with paths relative to that folder: `2025-11-25/types.ts`
 * @throws {InputError} if `models` is empty, has a revision twice, has a model that cannot be used, or the target is unknown
 * @throws {SchemaProblems} with every declaration that cannot be compiled
 */
export async function compile(
  models: readonly ProtocolModel[],
  { target = 'typescript' }: CompileOptions = {},
): Promise<readonly GeneratedFile[]> {
  if (models.length === 0) throw new InputError('No models to compile. Pass at least one.');
  if (typeof target === 'string' && !TARGETS.includes(target)) {
    throw new InputError(`Unknown target ${JSON.stringify(target)}. Valid targets: ${TARGETS.join(', ')}.`);
  }
  const protocols = protocolsOf(models);
  protocols.forEach(checkText);
  const { compileProtocols } = await import('../compile.js');
  const { files } = await compileProtocols(protocols, { target });
  return files;
}

/** Revisions and sources become paths and comments: nothing in a model may leave the folder, or end a comment. */
function checkText({ revision, sources }: Protocol): void {
  if (!isRevisionName(revision)) throw new InputError(`A revision cannot be called ${JSON.stringify(revision)}.`);
  const odd = sources.find((source) => !SOURCE.test(source));
  if (odd !== undefined) {
    throw new InputError(`A source of revision ${revision} cannot be called ${JSON.stringify(odd)}.`);
  }
}
