/** Emits all files of revisions. */

import { makePlan, type Plan, type RevisionPlan } from '../analyze/plan.js';
import type { Protocol } from '../model/protocol.js';
import { Code } from '../print/code.js';
import { emitAuthor } from './author.js';
import { emitDispatch } from './dispatch.js';
import { sourceFile, type GeneratedFile } from './file.js';
import { functionFiles } from './functionFiles.js';
import { emitMessages } from './messages.js';
import { emitSending } from './sending.js';
import { emitExplain, emitShapes } from './shapes.js';
import { emitSide } from './sides.js';
import { emitTypes } from './types.js';
import { emitValidators } from './validators.js';

/**
 * The files of revisions that stand beside each other, oldest revision first: what several of them have is shared, and
 * authors get types that span them all.
 *
 * @throws {SchemaProblems} if a schema says what cannot be generated
 */
export function emitProtocols(protocols: readonly Protocol[]): readonly GeneratedFile[] {
  return emitPlan(makePlan(protocols));
}

export function emitPlan({ revisions }: Plan): readonly GeneratedFile[] {
  const functions = revisions.map((plan) => ({
    protocol: plan.protocol,
    modules: { validators: emitValidators(plan), sending: emitSending(plan) },
  }));
  const protocols = revisions.map(({ protocol }) => protocol);
  return [...revisions.flatMap(ownFiles), ...functionFiles(functions), ...emitAuthor(protocols)];
}

function ownFiles(plan: RevisionPlan): readonly GeneratedFile[] {
  const { protocol } = plan;
  return [
    emitTypes(protocol),
    emitMessages(protocol),
    emitDispatch(plan),
    emitSide('client', protocol),
    emitSide('server', protocol),
    emitIndex(protocol),
    emitShapes(protocol),
    emitExplain(protocol),
  ];
}

/** What the index exports. Explanations are not among it: they are loaded when a guard has said no. */
const EXPORTED = ['types', 'messages', 'validators', 'sending', 'dispatch', 'client', 'server'];

function emitIndex(protocol: Protocol): GeneratedFile {
  const body = new Code(EXPORTED.map((module) => `export * from "./${module}.js";`).join('\n'));
  return sourceFile(protocol, 'index', `Revision ${protocol.revision} of the Model Context Protocol.`, [body]);
}
