import { makePlan } from '../../generator/analyze/plan.js';
import type { Protocol } from '../../generator/model/protocol.js';
import type { GeneratedFile } from '../../generator/targets/file.js';
import { typescript } from '../../generator/targets/typescript/index.js';

/** The unformatted TypeScript of revisions that stand beside each other, oldest first. Names are not checked. */
export function emitProtocols(protocols: readonly Protocol[]): readonly GeneratedFile[] {
  return typescript.emit(makePlan(protocols), () => '');
}
