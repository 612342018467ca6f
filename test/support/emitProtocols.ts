import { makePlan } from '../../generator/analyze/plan.js';
import type { Protocol } from '../../generator/model/protocol.js';
import { readRevision, type ReadOptions } from '../../generator/protocols.js';
import type { GeneratedFile } from '../../generator/targets/file.js';
import { targets } from '../../generator/targets/index.js';
import { requireNames, type TargetName } from '../../generator/targets/target.js';

/** The unformatted files of revisions that stand beside each other, oldest first. Names are not checked. */
export function emitProtocols(
  protocols: readonly Protocol[],
  target: TargetName = 'typescript',
): readonly GeneratedFile[] {
  return targets[target].emit(makePlan(protocols), () => '');
}

/** Revisions of a schema folder, and their unformatted TypeScript: formatting takes longer than all the rest. */
export async function emitFolder(
  revisions: readonly string[],
  schemaDir: string,
  options: ReadOptions = {},
): Promise<{ readonly protocols: readonly Protocol[]; readonly files: readonly GeneratedFile[] }> {
  const protocols: Protocol[] = [];
  for (const revision of revisions) protocols.push(await readRevision(revision, schemaDir, options));
  protocols.forEach((protocol) => requireNames(targets.typescript, protocol));
  return { protocols, files: emitProtocols(protocols) };
}
