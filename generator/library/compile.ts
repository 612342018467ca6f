import type { Protocol } from '../model/protocol.js';
import type { ProtocolModel } from '../model/modelFormat.js';
import { isRevisionName } from '../model/revisionName.js';
import { InputError } from '../problems.js';
import type { GeneratedFile } from '../targets/file.js';
import { TARGETS, type Target, type TargetName } from '../targets/target.js';
import { protocolsOf } from '../model/protocolModel.js';

/** Options of {@link compile}. */
export interface CompileOptions {
  /** The output language: `typescript`, `zod`, `json-schema`, or a custom target. Default: `typescript`. */
  readonly target?: TargetName | Target;
}

/** The file names that are allowed in the first line of generated files. */
const SOURCE = /^[\w./:() -]+$/;

/**
 * Compiles revisions, as `mcp-gen generate` does. Writes nothing.
 *
 * @param models the revisions of one output folder, in any order. They share equal code
 * @returns formatted files, with paths relative to that folder: `2025-11-25/types.ts`
 * @throws {InputError} if `models` is empty, has a duplicate revision or an invalid model, or if the target is unknown
 * @throws {SchemaProblems} with every declaration that cannot be compiled to the target
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
  const { compileProtocols } = await import('../compileProtocols.js');
  const { files } = await compileProtocols(protocols, { target });
  return files;
}

/** Checks the revision and sources of a model. They become paths and comments, so they must not leave the folder or end a comment. */
function checkText({ revision, sources }: Protocol): void {
  if (!isRevisionName(revision)) throw new InputError(`Invalid revision name ${JSON.stringify(revision)}.`);
  const odd = sources.find((source) => !SOURCE.test(source));
  if (odd !== undefined) {
    throw new InputError(`Invalid source name ${JSON.stringify(odd)} in revision ${revision}.`);
  }
}
