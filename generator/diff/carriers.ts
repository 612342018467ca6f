/** Which messages carry a definition, and who reads it there. */

import { reach } from '../analyze/reach.js';
import { namesIn, type ShapeTable } from '../analyze/shape.js';
import { otherSide, type Message, type Protocol, type Side } from '../model/protocol.js';

/** Where in an exchange something stands. */
export type Part = 'params' | 'result';

/** One exchange that carries a definition. */
export interface Carrier {
  readonly method: string;
  readonly part: Part;
}

/** All that carries one definition. */
export interface Carried {
  readonly readers: ReadonlySet<Side>;
  readonly carriers: readonly Carrier[];
}

const SIDES: readonly Side[] = ['client', 'server'];

/** The definitions that travel at all, by name. Params are read by the receiver of a message, results by its sender. */
export function findCarriers({ requests, notifications }: Protocol, table: ShapeTable): ReadonlyMap<string, Carried> {
  const mentioned = (name: string): readonly string[] | undefined => {
    const shape = table.get(name);
    return shape && namesIn(shape);
  };
  const found = new Map<string, { readers: Set<Side>; carriers: Carrier[] }>();
  const note = (roots: readonly string[], readers: readonly Side[], carrier?: Carrier): void => {
    for (const name of reach(roots, mentioned)) {
      const entry = found.get(name) ?? { readers: new Set<Side>(), carriers: [] };
      for (const reader of readers) entry.readers.add(reader);
      if (carrier) entry.carriers.push(carrier);
      found.set(name, entry);
    }
  };
  note(['JSONRPCMessage'], SIDES);
  for (const message of [...requests, ...notifications]) {
    note([message.declaration.name], receiversOf(message), { method: message.method, part: 'params' });
  }
  for (const { method, results, senders } of requests) note(results, senders, { method, part: 'result' });
  return found;
}

/** The sides that a message is sent to, the client first. */
export function receiversOf({ senders }: Message): readonly Side[] {
  return SIDES.filter((side) => senders.includes(otherSide(side)));
}
