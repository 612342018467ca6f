/** What a definition says beyond the values of its properties. Prose is not among it. */

import { isOpenMap, tagText, unreachable } from '../model/declarations.js';
import type {
  Docs,
  InterfaceDeclaration,
  ObjectNode,
  Property,
  TypeDeclaration,
  TypeNode,
} from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import { isMessage } from '../model/nameParams.js';
import { joinPath, nameText, quote } from '../analyze/describeShape.js';

/** What is said of one place. */
export interface Note {
  readonly deprecated: boolean;
  readonly format?: string;
  /** The values of an open list that are named: `'a'` in `'a' | string`. */
  readonly known: readonly string[];
  /** An object with properties says that there may be others. */
  readonly open: boolean;
}

const NO_DOCS: Docs = { text: '', tags: [] };

/** The notes of a definition by path, for the definition itself and everything that is written in it. */
export function readNotes(declaration: TypeDeclaration, definitions: Definitions): ReadonlyMap<string, Note> {
  const notes = new Map<string, Note>();
  const visitType = (path: string, type: TypeNode, docs: Docs): void => {
    notes.set(path, noteOf(type, docs));
    switch (type.kind) {
      case 'array':
        return visitType(`${path}[]`, type.element, NO_DOCS);
      case 'object':
        return visitObject(path, type.properties, type.index);
      case 'primitive':
      case 'literal':
      case 'record':
      case 'reference':
      case 'typeof':
      case 'union':
      case 'intersection':
        return;
      default:
        return unreachable(type);
    }
  };
  const visitObject = (path: string, properties: readonly Property[], index: TypeNode | undefined): void => {
    for (const { name, type, docs } of properties) visitType(joinPath(path, name), type, docs);
    if (index) visitType(`${path}[*]`, index, NO_DOCS);
  };
  if (declaration.kind === 'alias') {
    visitType('', declaration.type, declaration.docs);
    return notes;
  }
  const properties = definitions.propertiesOf(declaration);
  notes.set('', { ...noteOfDocs(declaration.docs), known: [], open: isStatedOpen(declaration) });
  visitObject('', properties, declaration.index);
  const params = isMessage(declaration, definitions) && properties.find(({ name }) => name === 'params');
  const target = params && definitions.resolve(params.type).target;
  // Params are told of as if they were written in place, wherever they are.
  if (target && (target.kind === 'interface' || target.kind === 'object')) {
    const inside = target.kind === 'interface' ? definitions.propertiesOf(target) : target.properties;
    notes.set('params', { ...noteOfDocs(params.docs), known: [], open: isStatedOpen(target) });
    visitObject('params', inside, target.index);
  }
  return notes;
}

function noteOf(type: TypeNode, docs: Docs): Note {
  return { ...noteOfDocs(docs), known: knownValues(type), open: type.kind === 'object' && isStatedOpen(type) };
}

function noteOfDocs(docs: Docs): { deprecated: boolean; format?: string } {
  const format = tagText(docs, 'format');
  return {
    deprecated: tagText(docs, 'deprecated') !== undefined,
    ...(format !== undefined && { format: nameText(format) }),
  };
}

function isStatedOpen({ properties, index }: ObjectNode | InterfaceDeclaration): boolean {
  return !!index && properties.length > 0 && isOpenMap({ kind: 'object', properties: [], index, place: index.place });
}

function knownValues(type: TypeNode): readonly string[] {
  if (type.kind !== 'union') return [];
  const open = new Set(type.members.map((member) => (member.kind === 'primitive' ? member.name : '')));
  return type.members.flatMap((member) => {
    const value = member.kind === 'literal' ? member.value : undefined;
    return (typeof value === 'string' && open.has('string')) || (typeof value === 'number' && open.has('number'))
      ? [typeof value === 'string' ? quote(value) : String(value)]
      : [];
  });
}
