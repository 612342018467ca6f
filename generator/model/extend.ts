/** Adds the declarations of an extension to those of a schema. */

import { namesIn, typesIn } from './definitions.js';
import type { AliasDeclaration, Base, Declaration, Docs, Property, Tag, TypeNode } from './declarations.js';
import { keywordOf } from './keywords.js';
import { isLimit } from './limits.js';

/** The unions that an extension may declare again, to add members: those of messages by sender, and of results. */
export const EXTENSIBLE = [
  'ClientRequest',
  'ServerRequest',
  'ClientNotification',
  'ServerNotification',
  'ClientResult',
  'ServerResult',
] as const;

/** The constant with the revision of a file. In an extension it is only a label, not a revision of the protocol. */
export const LABEL = 'LATEST_PROTOCOL_VERSION';

/**
 * Returns a schema and an extension of it as one. The extension may use every name of the schema. If it declares one of the unions in
 * {@link EXTENSIBLE}, its members are added after those of the schema. Its label, and declarations equal to those of the schema, are left
 * out. `checkNames` reports all other names that both declare.
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
    ...extension
      .filter((declaration) => !known.has(declaration.name) || !isCovered(declaration))
      .map((declaration) => ({ ...declaration, extension: true }) as const),
  ];
}

/** Returns whether a tag says something about values. */
function concernsValues(tag: Tag): boolean {
  const keyword = keywordOf(tag);
  return (
    tag.name === 'nullable' || keyword === 'format' || keyword === 'type' || (keyword !== undefined && isLimit(keyword))
  );
}

/**
 * Returns a string that is equal for declarations that describe the same values. Ignores places, prose, and whether an object is an
 * interface or an alias.
 */
function statement(declaration: Declaration): string {
  return JSON.stringify(structureOf(declaration), (key, value: unknown) => {
    if (key === 'place') return undefined;
    return key === 'docs' ? (value as Docs).tags.filter(concernsValues) : value;
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
