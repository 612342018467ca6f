/** Converts messages that a schema declares as intersections (`type X = JSONRPCRequest & { method: 'x' }`) to interfaces. */

import type { AliasDeclaration, Base, Declaration, InterfaceDeclaration, TypeNode } from './declarations.js';
import type { ProblemList } from '../problems.js';
import type { Definitions } from './definitions.js';

/** Returns the declarations, with an interface instead of each alias that is a message. */
export function messageInterfaces(source: Definitions, problems: ProblemList): readonly Declaration[] {
  return source.all.map((declaration) =>
    declaration.kind === 'alias' ? (interfaceOf(declaration, source, problems) ?? declaration) : declaration,
  );
}

function interfaceOf(
  alias: AliasDeclaration,
  source: Definitions,
  problems: ProblemList,
): InterfaceDeclaration | undefined {
  const { type, name, docs, place, extension } = alias;
  const parts = type.kind === 'intersection' ? type.members : [type];
  const own = parts.flatMap((part) => (part.kind === 'object' ? [part] : []));
  const properties = own.flatMap((part) => part.properties);
  const isMessage = properties.some((each) => each.name === 'method' && isLiteral(each.type));
  const bases = parts.flatMap((part): Base[] =>
    part.kind === 'reference' && source.membersOf(part) ? [{ name: part.name, place: part.place }] : [],
  );
  if (!isMessage) return undefined;
  if (bases.length + own.length < parts.length) {
    const remedy = 'Declare the message as an interface, or as an intersection of interfaces and object types.';
    problems.add(place, `${name} has a method, but is not a single object`, remedy);
    return undefined;
  }
  const index = own.find((part) => part.index)?.index;
  return {
    kind: 'interface',
    name,
    bases,
    properties,
    ...(index && { index }),
    docs,
    place,
    ...(extension && { extension }),
  };
}

/** Returns whether a type is one literal: the method of a single message. */
export function isLiteral({ kind }: TypeNode): boolean {
  return kind === 'literal' || kind === 'typeof';
}

/** Returns the method of a message. Undefined for the base of several messages, which has no method of its own. */
export function methodOf(declaration: InterfaceDeclaration, definitions: Definitions): string | undefined {
  const type = definitions.propertyNamed(declaration, 'method')?.type;
  if (type?.kind === 'literal' && typeof type.value === 'string') return type.value;
  return type?.kind === 'typeof' ? String(definitions.constantValue(type.name)) : undefined;
}
