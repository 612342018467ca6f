/** Reads which side sends which message, from the direction unions. */

import type { ProblemList } from '../problems.js';
import type { InterfaceDeclaration, TypeNode } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { OpenDecisions } from './openDecisions.js';
import type { Side } from './protocol.js';

/** The unions that define which side sends which message. */
export const DIRECTIONS = [
  { union: 'ClientRequest', kind: 'request', side: 'client' },
  { union: 'ServerRequest', kind: 'request', side: 'server' },
  { union: 'ClientNotification', kind: 'notification', side: 'client' },
  { union: 'ServerNotification', kind: 'notification', side: 'server' },
] as const satisfies readonly { union: string; kind: 'request' | 'notification'; side: Side }[];

/** The names of the unions that define which side sends which message. */
export const UNIONS = DIRECTIONS.map(({ union }) => union);

/** Unions of requests that are only sent inside another message of that side. */
const EMBEDDED = [{ union: 'InputRequest', side: 'server' }] as const satisfies readonly {
  union: string;
  side: Side;
}[];

/** The senders of each message. */
export type Senders = ReadonlyMap<InterfaceDeclaration, readonly Side[]>;

/** Returns the senders of all messages that are sent on their own. */
export function readSenders(definitions: Definitions, problems: ProblemList, open: OpenDecisions): Senders {
  const senders = new Map<InterfaceDeclaration, Side[]>();
  for (const { union: anchor, kind, side } of DIRECTIONS) {
    const union = definitions.nameOf(anchor);
    if (!definitions.findType(union)) open.needUnion(union);
    for (const declaration of new Set(membersOf(union, definitions, problems))) {
      const suffix = kind === 'request' ? 'Request' : 'Notification';
      if (!declaration.name.endsWith(suffix)) {
        problems.add(
          declaration.place,
          `${declaration.name} is in ${union}, but its name is not that of a ${kind}`,
          `Members of ${union} must be interfaces whose names end in ${suffix}.`,
        );
      }
      senders.set(declaration, [...(senders.get(declaration) ?? []), side]);
    }
  }
  return senders;
}

/** Returns the senders of requests that are only sent inside another message. */
export function readEmbedded(definitions: Definitions, problems: ProblemList): Senders {
  return new Map(
    EMBEDDED.flatMap(({ union, side }) =>
      membersOf(definitions.nameOf(union), definitions, problems).map((member) => [member, [side]] as const),
    ),
  );
}

function membersOf(union: string, definitions: Definitions, problems: ProblemList): readonly InterfaceDeclaration[] {
  const declaration = definitions.findType(union);
  if (!declaration) return [];
  return declaration.kind === 'interface' ? [declaration] : messagesIn(declaration.type, union, definitions, problems);
}

/** Returns the interfaces of a union, and those of the unions in it. */
function messagesIn(
  type: TypeNode,
  union: string,
  definitions: Definitions,
  problems: ProblemList,
): readonly InterfaceDeclaration[] {
  return (type.kind === 'union' ? type.members : [type]).flatMap((member) => {
    const { target } = definitions.resolve(member);
    if (target.kind === 'interface') return [target];
    if (target.kind === 'union') return messagesIn(target, union, definitions, problems);
    problems.add(member.place, `A member of ${union} is not a message`, 'Use only interfaces as members.');
    return [];
  });
}
