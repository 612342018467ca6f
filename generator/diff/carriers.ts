/** Finds the messages that carry a definition, and the sides that read it there. */

import { namesIn, type ShapeTable } from '../analyze/shape.js';
import { groupBy, reach } from '../collections.js';
import { otherSide, type Message, type Protocol, type Side } from '../model/protocol.js';

/** The part of an exchange. */
export type Part = 'params' | 'result';

/** One exchange that carries a definition. A definition of messages in general has no method. */
export interface Carrier {
  readonly definition: string;
  readonly method?: string;
  readonly part: Part;
  readonly readers: readonly Side[];
}

export const SIDES: readonly Side[] = ['client', 'server'];

/** Finds the carriers of each definition. Params are read by the receiver of a message, results by its sender. */
export function findCarriers(
  { requests, notifications, source }: Protocol,
  table: ShapeTable,
): ReadonlyMap<string, readonly Carrier[]> {
  const mentioned = (name: string): readonly string[] | undefined => {
    const shape = table.get(name);
    return shape && namesIn(shape);
  };
  const carry = (roots: readonly string[], exchange: Omit<Carrier, 'definition'>): readonly Carrier[] =>
    [...reach(roots, mentioned)].map((definition) => ({ definition, ...exchange }));
  const carriers = [
    carry([source.nameOf('JSONRPCMessage')], { part: 'params', readers: SIDES }),
    ...[...requests, ...notifications].map((message) =>
      carry([message.declaration.name], { method: message.method, part: 'params', readers: receiversOf(message) }),
    ),
    ...requests.map(({ method, results, senders }) => carry(results, { method, part: 'result', readers: senders })),
  ];
  return groupBy(carriers.flat(), ({ definition }) => definition);
}

/** Returns the sides that a message is sent to, the client first. */
export function receiversOf({ senders }: Message): readonly Side[] {
  return SIDES.filter((side) => senders.includes(otherSide(side)));
}
