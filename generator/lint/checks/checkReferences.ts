/** Checks that each definition has a purpose: something refers to it, and it says something of its own. */

import { mentions } from '../../analyze/mentions.js';
import { textWithout, type InterfaceDeclaration, type TypeDeclaration } from '../../model/declarations.js';
import { namesIn, type Definitions } from '../../model/definitions.js';
import { methodOf } from '../../model/messageInterfaces.js';
import { referenceTo } from '../../model/places.js';
import { groupBy, reach } from '../../collections.js';
import type { Found } from '../finding.js';
import { anchorsOf, isInternal, type Subject } from '../subject.js';

export function checkReferences(subject: Subject): readonly Found[] {
  return [
    ...unreferenced(subject),
    ...duplicated(subject),
    ...nearlyDuplicated(subject),
    ...empty(subject),
    ...repeated(subject),
    ...restated(subject),
  ];
}

/** Returns the names of the other definitions that mention one. */
export function referencesTo(name: string, { source }: Pick<Subject, 'source'>): readonly string[] {
  return source.types.filter((each) => each.name !== name && mentions(each).has(name)).map((each) => each.name);
}

/** Names whose definitions are an end of their own: envelopes, responses, errors, and what other rules are about. */
const ENDS = /^JSONRPC|(?:Request|Notification|Params|Result|Response|Error)$/;

function unreferenced(subject: Subject): readonly Found[] {
  const { source } = subject;
  const anchors = anchorsOf(source);
  return source.types.flatMap((declaration): readonly Found[] => {
    const { name: at, place } = declaration;
    if (anchors.has(at) || ENDS.test(at) || referencesTo(at, subject).length > 0) return [];
    if (declaration.kind === 'interface' && methodOf(declaration, source) !== undefined) return [];
    return [{ rule: 'definition-unreferenced', at, message: `Nothing refers to ${at}`, place }];
  });
}

/** Definitions with fewer properties are often equal by chance: `name` and `title`. */
const LEAST_PROPERTIES = 2;

function duplicated({ source }: Subject): readonly Found[] {
  const objects = source.types.flatMap((declaration) => {
    const { target } = source.resolve(referenceTo(declaration.name));
    if (isInternal(declaration)) return [];
    const isOwn = declaration.kind === 'interface' || declaration.type.kind === 'object';
    const members = isOwn
      ? source.membersOf(target.kind === 'interface' ? referenceTo(target.name) : target)
      : undefined;
    return members && members.properties.length >= LEAST_PROPERTIES
      ? [{ declaration, key: keyOf({ ...members, properties: sorted(members.properties) }) }]
      : [];
  });
  return [...groupBy(objects, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others.flatMap(({ declaration }): readonly Found[] => {
      if (!first || isRelated(first.declaration, declaration, source)) return [];
      const { name: at, place } = declaration;
      const message = `${at} has the same properties as ${first.declaration.name}, without referring to it`;
      return [{ rule: 'definition-duplicated', at, message, place }];
    }),
  );
}

/** The fewest properties, and the part of all, that two definitions share if they are nearly the same. */
const NEARLY = { properties: 4, part: 0.75 };

function nearlyDuplicated({ source }: Subject): readonly Found[] {
  const interfaces = source.types.filter((each) => each.kind === 'interface').filter((each) => !isInternal(each));
  const unions = source.types.map(({ name }) => membersBelow(name, source)).filter(({ size }) => size > 1);
  const keys = interfaces.map(({ properties }) => new Set(properties.map(({ name, type }) => keyOf([name, type]))));
  return interfaces.flatMap((declaration, index) => {
    const own = keys[index] ?? new Set();
    const other = interfaces.slice(0, index).find((each, at) => {
      const theirs = keys[at] ?? new Set();
      const shared = [...own].filter((key) => theirs.has(key)).length;
      const all = Math.max(own.size, theirs.size);
      const isNear = shared >= NEARLY.properties && shared >= all * NEARLY.part;
      // Those with all properties in common are reported above.
      const isEqual =
        shared === all &&
        keyOf(each.properties.map(({ name, optional }) => [name, optional]).sort()) ===
          keyOf(declaration.properties.map(({ name, optional }) => [name, optional]).sort());
      const isVariant = unions.some((names) => names.has(each.name) && names.has(declaration.name));
      return isNear && !isEqual && !isVariant && !isRelated(each, declaration, source);
    });
    if (!other) return [];
    const { name: at, place } = declaration;
    const message = `${at} has nearly the same properties as ${other.name}, without referring to it`;
    return [{ rule: 'definition-duplicated', at, message, place } as const];
  });
}

/** Returns the names of the members of a union, and of those of the unions in it. */
function membersBelow(name: string, source: Definitions): ReadonlySet<string> {
  const declaration = source.findType(name);
  const union = declaration?.kind === 'alias' && declaration.type.kind === 'union' ? declaration.type : undefined;
  return reach(union?.members.flatMap(namesIn) ?? [], (each) => {
    const inner = source.findType(each);
    return inner?.kind === 'alias' && inner.type.kind === 'union' ? inner.type.members.flatMap(namesIn) : [];
  });
}

function empty({ source }: Subject): readonly Found[] {
  return source.types.flatMap((declaration): readonly Found[] => {
    if (declaration.kind !== 'interface' || declaration.index || declaration.properties.length > 0) return [];
    const [base, ...others] = declaration.bases;
    if (!base || base.filter || others.length > 0) return [];
    const { name: at, place } = declaration;
    return [{ rule: 'definition-empty', at, message: `${at} adds nothing to ${base.name}`, place }];
  });
}

/** The fewest definitions that write out a type, for a finding. */
const LEAST_COPIES = 3;

function repeated({ source }: Subject): readonly Found[] {
  const written = source.types.flatMap((declaration) =>
    declaration.kind !== 'interface' || isInternal(declaration)
      ? []
      : declaration.properties
          .filter(({ type }) => type.kind === 'object' || (type.kind === 'array' && type.element.kind === 'reference'))
          .map((property) => ({ declaration, property })),
  );
  const groups = groupBy(written, ({ property: { name, optional, type } }) => keyOf([name, optional, type]));
  return [...groups.values()].flatMap(([first, ...others]): readonly Found[] => {
    if (!first || others.length + 1 < LEAST_COPIES) return [];
    const { declaration, property } = first;
    const at = `${declaration.name}.${property.name}`;
    const names = [declaration, ...others.map((each) => each.declaration)].map(({ name }) => name).join(', ');
    const message = `${others.length + 1} definitions write out the same property ${property.name}: ${names}`;
    return [{ rule: 'type-repeated', at, message, place: property.place }];
  });
}

function sorted<Named extends { readonly name: string }>(properties: readonly Named[]): readonly Named[] {
  return properties.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the structure of a type as a string: equal types give the same one. */
function keyOf(type: unknown): string {
  return textWithout(['place', 'docs'], type);
}

/** Returns whether one of two definitions extends the other, or both add nothing to a common base. */
function isRelated(a: TypeDeclaration, b: TypeDeclaration, source: Definitions): boolean {
  if (a.kind !== 'interface' || b.kind !== 'interface') return false;
  const addNothing = a.properties.length === 0 || b.properties.length === 0;
  return addNothing || source.extends(a, b.name) || source.extends(b, a.name);
}

function restated({ source }: Subject): readonly Found[] {
  const interfaces = source.types.filter((each) => each.kind === 'interface');
  return interfaces.flatMap((declaration) =>
    declaration.properties.flatMap((property): readonly Found[] => {
      const inherited = inheritedFrom(declaration, property.name, source);
      if (!inherited) return [];
      const { text, tags } = property.docs;
      const addsDocs = text !== '' || tags.length > 0;
      const isSame = property.optional === inherited.optional && keyOf(property.type) === keyOf(inherited.type);
      if (
        !isSame ||
        (addsDocs && keyOf({ text, tags }) !== keyOf({ text: inherited.docs.text, tags: inherited.docs.tags }))
      )
        return [];
      const at = `${declaration.name}.${property.name}`;
      const message = `${at} repeats the property of ${source.ownerOf(inherited) ?? 'its base'}, with the same type`;
      return [{ rule: 'property-restated', at, message, place: property.place }];
    }),
  );
}

function inheritedFrom({ bases }: InterfaceDeclaration, name: string, source: Definitions) {
  return bases
    .filter(({ filter }) => !filter || filter.keys.includes(name) === (filter.kind === 'pick'))
    .flatMap((base) => source.membersOf(referenceTo(base.name))?.properties ?? [])
    .find((each) => each.name === name);
}
