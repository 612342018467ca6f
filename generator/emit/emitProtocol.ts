/** Emits all files of a revision. */

import type { Protocol } from '../model/protocol.js';
import { Code } from '../print/code.js';
import { emitDispatch } from './dispatch.js';
import { sourceFile, type GeneratedFile } from './file.js';
import { emitFormats } from './formats.js';
import { emitMessages } from './messages.js';
import { emitSide } from './sides.js';
import { emitTypes } from './types.js';
import { emitValidators } from './validators.js';

export function emitProtocol(protocol: Protocol): readonly GeneratedFile[] {
  const files = [
    emitTypes(protocol),
    emitMessages(protocol),
    emitValidators(protocol),
    emitFormats(protocol),
    emitDispatch(protocol),
    emitSide('client', protocol),
    emitSide('server', protocol),
  ];
  return [...files, emitIndex(protocol, files)];
}

function emitIndex(protocol: Protocol, files: readonly GeneratedFile[]): GeneratedFile {
  const modules = files.map(({ path }) => path.replace(/^.*\/(.*)\.ts$/, './$1.js'));
  const body = new Code(modules.map((module) => `export * from ${JSON.stringify(module)};`).join('\n'));
  return sourceFile(protocol, 'index', `Revision ${protocol.revision} of the Model Context Protocol.`, [body]);
}
