/** The unions of a revision whose members no tag tells apart. What is wrong in one is reported at the union's own place. */

import { discriminate } from '../../generator/analyze/discriminate.js';
import type { TypeNode } from '../../generator/model/declarations.js';
import type { Definitions } from '../../generator/model/definitions.js';
import type { Protocol } from '../../generator/model/protocol.js';

/** A definition, the path below it, and the members: `ReadResourceResult`, `/contents/*`, `A | B`. */
export type UntaggedUnion = readonly [definition: string, place: string, members: string];

/** In the order of the schema. Inherited properties count for each definition that has them. */
export function untaggedUnions({ definitions }: Protocol): readonly UntaggedUnion[] {
  return definitions.types.flatMap((declaration) => {
    const found =
      declaration.kind === 'alias'
        ? unionsIn(declaration.type, '', definitions)
        : definitions.propertiesOf(declaration).flatMap(({ name, type }) => unionsIn(type, `/${name}`, definitions));
    return found.map(([place, members]): UntaggedUnion => [declaration.name, place, members]);
  });
}

function unionsIn(
  type: TypeNode,
  place: string,
  definitions: Definitions,
): readonly [place: string, members: string][] {
  switch (type.kind) {
    case 'array':
      return unionsIn(type.element, `${place}/*`, definitions);
    case 'object':
      return [
        ...type.properties.flatMap((property) => unionsIn(property.type, `${place}/${property.name}`, definitions)),
        ...(type.index ? unionsIn(type.index, `${place}/*`, definitions) : []),
      ];
    case 'intersection':
      return type.members.flatMap((member) => unionsIn(member, place, definitions));
    case 'union': {
      const found = discriminate(type.members, definitions);
      const untagged =
        found.by === 'trial' || (found.by === 'tag' && [...found.cases.values()].some((group) => group.length > 1));
      const members = type.members.map((member) => (member.kind === 'reference' ? member.name : nameOf(member)));
      const inside = type.members.flatMap((member) => unionsIn(member, place, definitions));
      return untagged ? [[place, members.join(' | ')], ...inside] : inside;
    }
    case 'primitive':
    case 'literal':
    case 'record':
    case 'reference':
    case 'typeof':
      return [];
  }
}

function nameOf(type: TypeNode): string {
  if (type.kind === 'primitive') return type.name;
  return type.kind === 'literal' ? JSON.stringify(type.value) : type.kind;
}
