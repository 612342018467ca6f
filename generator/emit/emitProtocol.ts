/** Emits all files of a revision. */

import type { Protocol } from '../model/protocol.js';
import { Code } from '../print/code.js';
import { checkExports } from './checkExports.js';
import { emitDispatch } from './dispatch.js';
import { sourceFile, type GeneratedFile } from './file.js';
import { emitMessages } from './messages.js';
import { emitSending } from './sending.js';
import { emitExplain, emitShapes } from './shapes.js';
import { emitSide } from './sides.js';
import { emitTypes } from './types.js';
import { emitValidators } from './validators.js';

/** @throws {SchemaProblems} if a declaration cannot be generated under its name. */
export function emitProtocol(protocol: Protocol): readonly GeneratedFile[] {
  checkExports(protocol);
  const files = [
    emitTypes(protocol),
    emitMessages(protocol),
    emitValidators(protocol),
    emitSending(protocol),
    emitDispatch(protocol),
    emitSide('client', protocol),
    emitSide('server', protocol),
  ];
  return [...files, emitIndex(protocol, files), emitShapes(protocol), emitExplain(protocol)];
}

/** Explanations are not among what the index exports: they are loaded when a guard has said no. */

function emitIndex(protocol: Protocol, files: readonly GeneratedFile[]): GeneratedFile {
  const modules = files.map(({ path }) => path.replace(/^.*\/(.*)\.ts$/, './$1.js'));
  const body = new Code(modules.map((module) => `export * from ${JSON.stringify(module)};`).join('\n'));
  return sourceFile(protocol, 'index', `Revision ${protocol.revision} of the Model Context Protocol.`, [body]);
}
