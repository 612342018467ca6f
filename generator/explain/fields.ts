/** Reads the fields of object types, with their docs. */

import { keywordsOf } from '../model/keywords.js';
import { tagText, type Docs, type Property, type TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import type { Documented, Field, Fields, Payload } from './explanation.js';
import { typeLine } from './typeLine.js';

/** Returns the fields of a type, inherited ones first. A type that is not an object has none. */
export function fieldsOf(type: TypeNode, definitions: Definitions): Fields {
  const { target } = definitions.resolve(type);
  switch (target.kind) {
    case 'interface':
      return describeAll(definitions.propertiesOf(target), target.index, definitions);
    case 'object':
      return describeAll(target.properties, target.index, definitions);
    case 'intersection': {
      const members = target.members.map((member) => fieldsOf(member, definitions));
      return Object.assign({}, ...members, { fields: members.flatMap(({ fields }) => fields) }) as Fields;
    }
    default:
      return { fields: [] };
  }
}

/** Returns a type with its fields. A union has the fields of each member. */
export function payloadOf(type: TypeNode, definitions: Definitions): Payload {
  const { target } = definitions.resolve(type);
  const members = target.kind === 'union' ? target.members : [];
  return {
    type: typeLine(type),
    ...fieldsOf(type, definitions),
    ...(members.length > 0 && { oneOf: members.map((member) => payloadOf(member, definitions)) }),
  };
}

/** Returns the content of a doc comment. */
export function documented({ text, tags }: Docs): Documented {
  const see = tags.filter(({ name }) => name === 'see').map((tag) => tag.text);
  const deprecated = tagText({ text, tags }, 'deprecated');
  return { docs: text, see, ...(deprecated !== undefined && { deprecated }) };
}

function describeAll(properties: readonly Property[], index: TypeNode | undefined, definitions: Definitions): Fields {
  const fields = properties.map((property) => describe(property, definitions));
  return { fields, ...(index && { rest: typeLine(index) }) };
}

function describe({ name, optional, type, docs }: Property, definitions: Definitions): Field {
  const inner = type.kind === 'object' ? fieldsOf(type, definitions) : { fields: [] };
  const keywords = keywordsOf({ text: '', tags: docs.tags });
  return { name, optional, type: typeLine(type), keywords, docs: docs.text, ...inner };
}
