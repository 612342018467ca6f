/** Which messages carry a definition, and who reads it there. */

import type { ShapeMap, Shape } from '../analyze/shapes.js';
import { otherSide, type Message, type Protocol, type Side } from '../model/protocol.js';
import { definitionOf, partsOf } from '../analyze/readShapes.js';

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
export function findCarriers(protocol: Protocol, shapes: ShapeMap): ReadonlyMap<string, Carried> {
  const found = new Map<string, { readers: Set<Side>; carriers: Carrier[] }>();
  const note = (names: ReadonlySet<string>, readers: readonly Side[], carrier?: Carrier): void => {
    for (const name of names) {
      const entry = found.get(name) ?? { readers: new Set<Side>(), carriers: [] };
      for (const reader of readers) entry.readers.add(reader);
      if (carrier) entry.carriers.push(carrier);
      found.set(name, entry);
    }
  };
  note(namesBelow('JSONRPCMessage', shapes), SIDES);
  for (const message of [...protocol.requests, ...protocol.notifications]) {
    const carrier = { method: message.method, part: 'params' } as const;
    note(namesBelow(message.declaration.name, shapes), receiversOf(message), carrier);
  }
  for (const request of protocol.requests) {
    const carrier = { method: request.method, part: 'result' } as const;
    note(namesBelow(resultShape(request.results), shapes), request.senders, carrier);
  }
  return found;
}

/** The sides that a message is sent to, the client first. */
export function receiversOf({ senders }: Message): readonly Side[] {
  return SIDES.filter((side) => senders.includes(otherSide(side)));
}

/** What answers a request: one definition, or one of several. */
export function resultShape(results: readonly [string, ...string[]]): Shape {
  return results.length === 1 ? results[0] : { any: results };
}

/** The definitions that a shape mentions, directly or through others. */
function namesBelow(root: Shape, shapes: ShapeMap): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (shape: Shape): void => {
    const found = typeof shape === 'string' ? definitionOf(shape, shapes) : undefined;
    if (typeof shape === 'string' && found !== undefined && !names.has(shape)) {
      names.add(shape);
      visit(found);
    }
    partsOf(shape).forEach(visit);
  };
  visit(root);
  return names;
}
