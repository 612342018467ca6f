/** Adds the declarations of an extension to those of a schema. */

import type { AliasDeclaration, Declaration, TypeNode } from './declarations.js';

/** The unions that an extension may declare again, to add members: who sends what, and what is answered. */
export const EXTENSIBLE = [
  'ClientRequest',
  'ServerRequest',
  'ClientNotification',
  'ServerNotification',
  'ClientResult',
  'ServerResult',
] as const;

/**
 * A schema and an extension of it as one. The extension may use every name of the schema; where it declares one of the unions
 * in {@link EXTENSIBLE}, its members come after those of the schema. Any other name that both declare is left for
 * `checkNames` to find.
 */
export function extend(
  declarations: readonly Declaration[],
  extension: readonly Declaration[],
): readonly Declaration[] {
  const unions = extension.filter(isExtensible);
  const additions = new Map(unions.map((union) => [union.name, union]));
  const known = new Set(declarations.map(({ name }) => name));
  return [
    ...declarations.map((declaration) => {
      const added = additions.get(declaration.name);
      return added && declaration.kind === 'alias' ? withMembers(declaration, added) : declaration;
    }),
    ...extension.filter((declaration) => !(isExtensible(declaration) && known.has(declaration.name))),
  ];
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
