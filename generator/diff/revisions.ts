/** Two revisions, ready to be compared. */

import { shapesOf } from '../analyze/buildShapes.js';
import { shapeDiffer, type DiffShapes } from '../analyze/diffShapes.js';
import type { ShapeTable } from '../analyze/shape.js';
import type { Message, Protocol, Side } from '../model/protocol.js';
import { findCarriers, type Carried, type Carrier } from './carriers.js';
import { findRenames } from './findRenames.js';

/** One of them. */
export interface RevisionShapes {
  readonly protocol: Protocol;
  /** What the schema states, under the names of the newer revision. */
  readonly stated: ShapeTable;
  /** What travels, by name. */
  readonly carried: ReadonlyMap<string, Carried>;
}

/** Two revisions, the definitions of the older one under the names that the newer one gives them. */
export class Revisions {
  readonly was: RevisionShapes;
  readonly is: RevisionShapes;
  /** The new names of renamed definitions, by the old ones. */
  readonly renames: ReadonlyMap<string, string>;
  readonly diffShapes: DiffShapes;
  readonly #messages: ReadonlySet<string>;

  constructor(was: Protocol, is: Protocol) {
    const stated = shapesOf(is.source);
    const wasStated = shapesOf(was.source);
    this.renames = findRenames(wasStated, stated);
    const carried = [...findCarriers(was, wasStated)].map(([name, each]) => [this.newName(name), each] as const);
    this.was = { protocol: was, stated: shapesOf(was.source, this.renames), carried: new Map(carried) };
    this.is = { protocol: is, stated, carried: findCarriers(is, stated) };
    this.diffShapes = shapeDiffer(
      { stated: this.was.stated, guarded: shapesOf(was.definitions, this.renames) },
      { stated, guarded: shapesOf(is.definitions) },
    );
    this.#messages = new Set(
      [...messagesOf(was), ...messagesOf(is)].map(({ declaration }) => this.newName(declaration.name)),
    );
  }

  newName(name: string): string {
    return this.renames.get(name) ?? name;
  }

  /** Whether a definition is that of a request or notification, in one of the revisions. */
  isMessage(name: string): boolean {
    return this.#messages.has(name);
  }

  /** Who reads a definition in both revisions, the client first: what only one of them carries, no peer can mistake. */
  readersOf(name: string): readonly Side[] {
    const [was, is] = [this.was.carried.get(name), this.is.carried.get(name)];
    return (['client', 'server'] as const).filter((side) => was?.readers.has(side) && is?.readers.has(side));
  }

  /** The exchanges that carry a definition in both revisions. */
  carriersOf(name: string): readonly Carrier[] {
    const was = this.was.carried.get(name)?.carriers ?? [];
    const is = this.is.carried.get(name)?.carriers ?? [];
    return is.filter(({ method, part }) => was.some((each) => each.method === method && each.part === part));
  }
}

/** All messages of a revision, requests first. */
export function messagesOf({ requests, notifications }: Protocol): readonly Message[] {
  return [...requests, ...notifications];
}
