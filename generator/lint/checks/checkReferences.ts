/** Checks that each definition has a purpose: something refers to it, and it says something of its own. */

import { mentions } from '../../analyze/mentions.js';
import { textWithout, type InterfaceDeclaration, type TypeDeclaration } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';
import { methodOf } from '../../model/messageInterfaces.js';
import { referenceTo } from '../../model/places.js';
import { groupBy } from '../../collections.js';
import type { Found } from '../finding.js';
import { anchorsOf, isInternal, type Subject } from '../subject.js';

export function checkReferences(subject: Subject): readonly Found[] {
  return [...unreferenced(subject), ...duplicated(subject), ...restated(subject)];
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
