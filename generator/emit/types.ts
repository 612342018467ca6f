/** Emits types.ts: the schema's declarations in its own order, with their docs. */

import type { Declaration } from '../model/declarations.js';
import type { Protocol } from '../model/protocol.js';
import { code, concat, identifier, literal, type Code } from '../print/code.js';
import { docsComment, members, typeText } from '../print/types.js';
import { sourceFile, type GeneratedFile } from './file.js';

export function emitTypes(protocol: Protocol): GeneratedFile {
  const about = `The types and constants of revision ${protocol.revision}.`;
  return sourceFile(protocol, 'types', about, protocol.definitions.all.map(declarationText));
}

/** A declaration as TypeScript, with its docs. */
export function declarationText(declaration: Declaration): Code {
  const name = identifier(declaration.name);
  const docs = docsComment(declaration.docs);
  switch (declaration.kind) {
    case 'constant':
      return code`${docs}export const ${name} = ${literal(declaration.value)};`;
    case 'alias':
      return code`${docs}export type ${name} = ${typeText(declaration.type)};`;
    case 'interface':
      return code`${docs}export interface ${name}${bases(declaration)} { ${members(declaration.properties, declaration.index)} }`;
  }
}

function bases(declaration: Declaration & { kind: 'interface' }): Code | undefined {
  if (declaration.bases.length === 0) return undefined;
  const list = declaration.bases.map(({ name, filter }) => {
    if (!filter) return identifier(name);
    const keys = concat(filter.keys.map(literal), ' | ');
    return code`${filter.kind === 'omit' ? identifier('Omit') : identifier('Pick')}<${identifier(name)}, ${keys}>`;
  });
  return code` extends ${concat(list, ', ')}`;
}
