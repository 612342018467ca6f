/** The unions of a revision whose members no tag tells apart, or one that several of them share. What is wrong in one is reported at the union's own place. */

import { discriminate } from '../../generator/analyze/discriminate.js';
import type { TypeNode } from '../../generator/model/declarations.js';
import type { Definitions } from '../../generator/model/definitions.js';
import type { Protocol } from '../../generator/model/protocol.js';
import type { SharedTag } from '../support/samples.js';

/** A definition, the path below it, the members, and the tag that some share: `ReadResourceResult`, `/contents/*`, `A | B`. */
export type UntaggedUnion = readonly [definition: string, place: string, members: string, tag?: SharedTag];

/** In the order of the schema. Inherited properties count for each definition that has them. */
export function untaggedUnions({ definitions }: Protocol): readonly UntaggedUnion[] {
  return definitions.types.flatMap((declaration) => {
    const found =
      declaration.kind === 'alias'
        ? unionsIn(declaration.type, '', definitions)
        : definitions.propertiesOf(declaration).flatMap(({ name, type }) => unionsIn(type, `/${name}`, definitions));
    return found.map(([place, ...union]): UntaggedUnion => [declaration.name, place, ...union]);
  });
}

function unionsIn(
  type: TypeNode,
  place: string,
  definitions: Definitions,
): readonly [place: string, members: string, tag?: SharedTag][] {
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
      const cases = found.by === 'tag' ? [...found.cases] : [];
      const shared = cases.flatMap(([value, group]) => (group.length > 1 ? [value] : []));
      const members = type.members.map((member) => (member.kind === 'reference' ? member.name : nameOf(member)));
      const inside = type.members.flatMap((member) => unionsIn(member, place, definitions));
      if (found.by === 'trial') return [[place, members.join(' | ')], ...inside];
      return found.by === 'tag' && shared.length > 0
        ? [[place, members.join(' | '), { tag: found.tag, shared }], ...inside]
        : inside;
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
