/** Reads the fields of object types, with their docs. */

import { keywordsOf } from '../model/keywords.js';
import { tagText, type Docs, type Property, type TypeNode } from '../model/declarations.js';
import type { Definitions, Members } from '../model/definitions.js';
import type { Documented, Field, Fields, Payload } from './explanation.js';

/** Returns the fields of a type, inherited ones first. A type that is not an object has none. */
export function fieldsOf(type: TypeNode, definitions: Definitions): Fields {
  const { properties, index } = membersOf(type, definitions);
  const fields = properties.map((property) => describe(property, definitions));
  return { fields, ...(index && { rest: typeLine(index) }) };
}

/** Returns a type with its fields. A union has the fields of each member. An intersection also has the members of the unions in it. */
export function payloadOf(type: TypeNode, definitions: Definitions): Payload {
  const members = alternativesIn(type, definitions);
  return {
    type: typeLine(type),
    ...fieldsOf(type, definitions),
    ...(members.length > 0 && { oneOf: members.map((member) => payloadOf(member, definitions)) }),
  };
}

function membersOf(type: TypeNode, definitions: Definitions): Members {
  const { target } = definitions.resolve(type);
  switch (target.kind) {
    case 'interface':
      return { properties: definitions.propertiesOf(target), ...(target.index && { index: target.index }) };
    case 'object':
      return target;
    case 'intersection':
      return target.members.map((member) => membersOf(member, definitions)).reduce(join);
    default:
      return { properties: [] };
  }
}

/** Returns the members of an intersection of two objects. */
function join(left: Members, right: Members): Members {
  const properties = new Map(left.properties.map((each) => [each.name, each]));
  for (const property of right.properties) {
    const other = properties.get(property.name);
    properties.set(property.name, other ? joinProperties(other, property) : property);
  }
  const index = right.index ?? left.index;
  return { properties: [...properties.values()], ...(index && { index }) };
}

function joinProperties(left: Property, right: Property): Property {
  const isSame = typeLine(left.type) === typeLine(right.type);
  return {
    ...right,
    optional: left.optional && right.optional,
    type: isSame ? right.type : { kind: 'intersection', members: [left.type, right.type], place: right.place },
    docs: proseOf(right.docs) === '' ? left.docs : right.docs,
  };
}

function alternativesIn(type: TypeNode, definitions: Definitions): readonly TypeNode[] {
  const { target } = definitions.resolve(type);
  if (target.kind === 'intersection') return target.members.flatMap((member) => alternativesIn(member, definitions));
  return target.kind === 'union' ? target.members : [];
}

/** Returns the content of a doc comment. */
export function documented({ text, tags }: Docs): Documented {
  const see = tags.filter(({ name }) => name === 'see').map((tag) => tag.text);
  const deprecated = tagText({ text, tags }, 'deprecated');
  return { docs: proseOf({ text, tags }), see, ...(deprecated !== undefined && { deprecated }) };
}

function describe({ name, optional, type, docs }: Property, definitions: Definitions): Field {
  const inner = type.kind === 'object' ? fieldsOf(type, definitions) : { fields: [] };
  const keywords = keywordsOf({ text: '', tags: docs.tags.filter((tag) => tag.name !== 'description') });
  return { name, optional, type: typeLine(type), keywords, docs: proseOf(docs), ...inner };
}

/** Returns the text of a doc comment. In some schemas it is after a tag. */
function proseOf(docs: Docs): string {
  return docs.text === '' ? (tagText(docs, 'description') ?? '') : docs.text;
}

/** Returns a type without docs: `string | { uri: string }`. */
export function typeLine(type: TypeNode): string {
  switch (type.kind) {
    case 'primitive':
    case 'reference':
      return type.name;
    case 'literal':
      return JSON.stringify(type.value);
    case 'array':
      return `${inParentheses(type.element)}[]`;
    case 'union':
      return type.members.map(typeLine).join(' | ');
    case 'intersection':
      return type.members.map(inParentheses).join(' & ');
    case 'object': {
      const members = type.properties.map((property) => `${fieldName(property)}: ${typeLine(property.type)}`);
      if (type.index) members.push(`[key: string]: ${typeLine(type.index)}`);
      return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
    }
    case 'record':
      return 'Record<string, unknown>';
    case 'typeof':
      return `typeof ${type.name}`;
  }
}

/** Returns the name of a field, with `?` if it is optional. */
export function fieldName({ name, optional }: Pick<Property, 'name' | 'optional'>): string {
  const written = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
  return optional ? `${written}?` : written;
}

function inParentheses(type: TypeNode): string {
  const compound = type.kind === 'union' || type.kind === 'intersection' || type.kind === 'typeof';
  return compound ? `(${typeLine(type)})` : typeLine(type);
}
