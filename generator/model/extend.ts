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

/** The constant that states a file's own revision: of an extension it is a label, not the protocol's revision. */
export const LABEL = 'LATEST_PROTOCOL_VERSION';

/**
 * A schema and an extension of it as one. The extension may use every name of the schema; where it declares one of the unions
 * in {@link EXTENSIBLE}, its members come after those of the schema. Its label is left out. Any other name that both declare is
 * left for `checkNames` to find.
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
    ...extension.filter(({ name }) => !known.has(name) || (name !== LABEL && !additions.has(name))),
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
