/** TypeScript on the runtime's contract: types, guards, tables, stubs. */

import type { RevisionPlan } from '../../analyze/plan.js';
import type { Protocol } from '../../model/protocol.js';
import { Code } from '../../print/code.js';
import { declarationText } from '../declarationText.js';
import { sourceFile, type GeneratedFile } from '../file.js';
import type { Target } from '../target.js';
import { emitAuthor } from './emitAuthor.js';
import { checkExports } from './checkExports.js';
import { emitDispatch } from './dispatch.js';
import { emitExtensions } from './extensions.js';
import { functionFiles } from './functionFiles.js';
import { emitMessages } from './messages.js';
import { emitRegistry } from './emitRegistry.js';
import { emitServed } from './served.js';
import { emitSending } from './sending.js';
import { emitShapes } from './shapes.js';
import { emitSide } from './sides.js';
import { emitValidators } from './validators.js';

/** Emits the files of each revision, the functions that several of them share, the unified types, and the registry. */
export const typescript: Target = {
  name: 'typescript',
  checkNames: checkExports,
  emit: (plan) => {
    const { revisions } = plan;
    const functions = revisions.map((each) => ({
      protocol: each.protocol,
      modules: { validators: emitValidators(each), sending: emitSending(each) },
    }));
    const protocols = revisions.map(({ protocol }) => protocol);
    return [
      ...revisions.flatMap(ownFiles),
      ...emitShapes(revisions),
      ...functionFiles(functions),
      ...emitAuthor(protocols),
      ...emitRegistry(plan),
    ];
  },
};

function ownFiles(plan: RevisionPlan): readonly GeneratedFile[] {
  const { protocol } = plan;
  return [
    emitTypes(protocol),
    emitMessages(protocol),
    emitDispatch(plan),
    ...emitExtensions(plan),
    ...emitServed(protocol),
    emitSide('client', protocol),
    emitSide('server', protocol),
    emitIndex(protocol),
  ];
}

/** Emits types.ts: the schema's declarations in its own order, with their docs. */
function emitTypes(protocol: Protocol): GeneratedFile {
  const about = `The types and constants of revision ${protocol.revision}.`;
  return sourceFile(protocol, 'types', about, protocol.definitions.all.map(declarationText));
}

/** Emits the index. It does not export explanations, which are loaded after a guard has rejected a value. */
const EXPORTED = ['types', 'messages', 'validators', 'sending', 'dispatch', 'client', 'server'];

function emitIndex(protocol: Protocol): GeneratedFile {
  const body = new Code(EXPORTED.map((module) => `export * from "./${module}.js";`).join('\n'));
  return sourceFile(protocol, 'index', `Revision ${protocol.revision} of the Model Context Protocol.`, [body]);
}
