/** Adds the declarations of an extension to those of a schema. */

import { namesIn, typesIn } from './definitions.js';
import type { AliasDeclaration, Base, Declaration, Docs, Property, TypeNode } from './declarations.js';

/** The unions that an extension may declare again, to add members: who sends what, and what is answered. */
export const EXTENSIBLE = [
  'ClientRequest',
  'ServerRequest',
  'ClientNotification',
  'ServerNotification',
  'ClientResult',
  'ServerResult',
] as const;

/** The constant that states a file's own revision: of an extension it is a label, not the protocol's revision. */
export const LABEL = 'LATEST_PROTOCOL_VERSION';

/**
 * A schema and an extension of it as one. The extension may use every name of the schema; where it declares one of the unions
 * in {@link EXTENSIBLE}, its members come after those of the schema. Its label is left out, and so is what the schema declares in the
 * same way. Any other name that both declare is left for `checkNames` to find.
 */
export function extend(
  declarations: readonly Declaration[],
  extension: readonly Declaration[],
): readonly Declaration[] {
  const unions = extension.filter(isExtensible);
  const additions = new Map(unions.map((union) => [union.name, union]));
  const known = new Map(declarations.map((each) => [each.name, each]));
  const types = extension.flatMap((each) => (each.kind === 'constant' ? [] : typesIn(each)));
  const mentioned = new Set(types.flatMap(namesIn));
  const isCovered = (declaration: Declaration): boolean => {
    const { name } = declaration;
    const own = known.get(name);
    if (name === LABEL) return !mentioned.has(LABEL);
    return additions.has(name) || (own !== undefined && statement(own) === statement(declaration));
  };
  return [
    ...declarations.map((declaration) => {
      const added = additions.get(declaration.name);
      return added && declaration.kind === 'alias' ? withMembers(declaration, added) : declaration;
    }),
    ...extension.filter((declaration) => !known.has(declaration.name) || !isCovered(declaration)),
  ];
}

/** The tags that say what a value may be. */
const LIMITS = /^(format|nullable|minimum|maximum|minItems|maxItems|TJS-.*)$/;

/** The same text for declarations that say the same of values: places and prose do not count, nor how an object is declared. */
function statement(declaration: Declaration): string {
  return JSON.stringify(structureOf(declaration), (key, value: unknown) => {
    if (key === 'place') return undefined;
    return key === 'docs' ? (value as Docs).tags.filter(({ name }) => LIMITS.test(name)) : value;
  });
}

function structureOf(declaration: Declaration): unknown {
  if (declaration.kind === 'constant') return { value: declaration.value };
  if (declaration.kind === 'interface') return objectOf(declaration, declaration.bases);
  const { type, docs } = declaration;
  if (type.kind === 'object') return objectOf(type, []);
  if (type.kind === 'record') return objectOf({ properties: [], index: { kind: 'primitive', name: 'unknown' } }, []);
  return { type, docs };
}

function objectOf(
  { properties, index }: { readonly properties: readonly Property[]; readonly index?: unknown },
  bases: readonly Base[],
): unknown {
  const sorted = properties.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { bases: bases.map(({ name, filter }) => ({ name, filter })), properties: sorted, index };
}

function isExtensible(declaration: Declaration): declaration is AliasDeclaration {
  return declaration.kind === 'alias' && EXTENSIBLE.some((name) => name === declaration.name);
}

function withMembers(union: AliasDeclaration, added: AliasDeclaration): AliasDeclaration {
  const members = [...membersOf(union.type), ...membersOf(added.type)];
  return { ...union, type: { kind: 'union', members, place: union.type.place } };
}

function membersOf(type: TypeNode): readonly TypeNode[] {
  return type.kind === 'union' ? type.members : [type];
}
