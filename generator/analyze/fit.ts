/**
 * Which values of one revision's shape another revision's guards refuse, and what of them the other does not know.
 *
 * Every name is followed on both sides: the same name may mean different things. A property that the sender does not
 * declare counts as not sent, although objects are open; one that it allows in so many words (`[key: string]: unknown`)
 * may be anything.
 */

import { groupBy } from '../collections.js';
import { describeShape, joinPath } from './describeShape.js';
import { primitiveCovers } from './primitives.js';
import { alternatives, ANYTHING, fieldsOf, mergeObjects, objectOf, resolveShape, type Field } from './readShapes.js';
import type { ObjectShape, Shape, ShapeMap } from './shapes.js';

/** One place where values do not fit. */
export interface Misfit {
  /** `content[]`, `tools[].inputSchema`; empty for the value itself. */
  readonly path: string;
  readonly kind:
    /** It may be missing where the reader requires it. */
    | 'missing'
    /** Members of a union, or literals, that the reader does not know. */
    | 'unknown'
    /** A value of another type, or out of bounds. */
    | 'type'
    /** A key that the sender always gives, and that is reserved for revisions that define it. */
    | 'reserved';
  /** The members that are unknown, or what stands there and what should. */
  readonly what: string;
}

/** What of a shape another one refuses, and what it does not know. */
export interface Fit {
  readonly misfits: readonly Misfit[];
  /** The paths of properties that pass only because objects are open. */
  readonly ignored: readonly string[];
}

/** Keys that only the protocol itself may define. */
const RESERVED = /^io\.modelcontextprotocol\//;

/** @returns how the values that a sender's shape allows fit a reader's shape */
export function fit(sent: Shape, senders: ShapeMap, read: Shape, readers: ShapeMap): Fit {
  const walk = new Walk(senders, readers);
  walk.type('', sent, read);
  return { misfits: merge(walk.misfits), ignored: [...walk.ignored].sort() };
}

class Walk {
  readonly misfits: Misfit[] = [];
  readonly ignored = new Set<string>();
  readonly #senders: ShapeMap;
  readonly #readers: ShapeMap;
  /** What is being compared: a type may contain itself. */
  readonly #open: Set<string>;

  constructor(senders: ShapeMap, readers: ShapeMap, open: ReadonlySet<string> = new Set()) {
    this.#senders = senders;
    this.#readers = readers;
    this.#open = new Set(open);
  }

  type(path: string, sent: Shape, read: Shape): void {
    if (resolveShape(read, this.#readers) === 'any') return;
    const question = JSON.stringify([sent, read]);
    if (this.#open.has(question)) return;
    this.#open.add(question);
    if (resolveShape(sent, this.#senders) === 'any') this.#anything(path, read);
    else this.#members(path, alternatives(sent, this.#senders), alternatives(read, this.#readers));
    this.#open.delete(question);
  }

  #anything(path: string, read: Shape): void {
    const walk = this.#inner();
    walk.#members(path, ANYTHING, alternatives(read, this.#readers));
    if (walk.misfits.length > 0) this.#add(path, 'type', `unknown, not ${describeShape(read)}`);
  }

  /** Takes for each member the choice that it would be read as: one that it fits, else the one that looks like it. */
  #members(path: string, members: readonly Shape[], choices: readonly Shape[]): void {
    for (const member of members) {
      const tag = tagOf(member, this.#senders);
      const label = tag ?? labelOf(member);
      const place = tag === undefined || members.length === 1 ? path : `${path}(${tag})`;
      const attempts = choices.map((choice) => ({ choice, found: this.#attempt(place, member, choice) }));
      const isAlike = (choice: Shape): boolean => (tagOf(choice, this.#readers) ?? labelOf(choice)) === label;
      const alike = attempts.filter(({ choice }) => isAlike(choice));
      const taken =
        closest(alike) ??
        closest(attempts) ??
        alike[0] ??
        attempts.find(({ found }) => tag === undefined && found.#isPartial(place)) ??
        (members.length + choices.length === 2 ? attempts[0] : undefined);
      if (!taken) this.#add(path, 'unknown', label);
      this.misfits.push(...(taken?.found.misfits ?? []));
      for (const each of taken?.found.ignored ?? []) this.ignored.add(each);
    }
  }

  /** Whether values look right from outside: nothing is missing, and what does not fit is further inside. */
  #isPartial(path: string): boolean {
    return this.misfits.every((misfit) => misfit.kind !== 'missing' && misfit.path !== path);
  }

  #inner(): Walk {
    return new Walk(this.#senders, this.#readers, this.#open);
  }

  #attempt(path: string, sent: Shape, read: Shape): Walk {
    const walk = this.#inner();
    walk.#single(path, resolveShape(sent, this.#senders), resolveShape(read, this.#readers));
    return walk;
  }

  /** Neither side is a name or a union. */
  #single(path: string, sent: Shape, read: Shape): void {
    if (read === 'any' || primitiveCovers(read, sent)) return;
    const [from, to] = [objectIn(sent, this.#senders), objectIn(read, this.#readers)];
    if (from && to) return this.#objects(path, from, to);
    if (typeof sent !== 'string' && typeof read !== 'string' && 'items' in sent && 'items' in read) {
      const fits = (read.least ?? 0) <= (sent.least ?? 0) && (read.most ?? Infinity) >= (sent.most ?? Infinity);
      if (fits) return this.type(`${path}[]`, sent.items, read.items);
    }
    this.#add(path, 'type', `${describeShape(sent)}, not ${describeShape(read)}`);
  }

  #objects(path: string, sent: ObjectShape, read: ObjectShape): void {
    const [given, known] = [fieldsOf(sent), fieldsOf(read)];
    for (const [name, field] of known) this.#field(joinPath(path, name), given.get(name), field, sent.rest, name);
    for (const [name, { optional, shape }] of given) {
      if (known.has(name)) continue;
      const place = joinPath(path, name);
      if (RESERVED.test(name) && !optional) this.#add(place, 'reserved', '');
      else if (RESERVED.test(name) || read.rest === undefined) this.ignored.add(place);
      else this.type(place, shape, read.rest);
    }
    if (sent.rest !== undefined && read.rest !== undefined) this.type(`${path}[*]`, sent.rest, read.rest);
  }

  #field(
    place: string,
    given: Field | undefined,
    { optional, shape }: Field,
    rest: Shape | undefined,
    name: string,
  ): void {
    if ((given?.optional ?? true) && !optional) this.#add(place, 'missing', '');
    if (given) this.type(place, given.shape, shape);
    else if (optional && rest !== undefined && !RESERVED.test(name)) this.type(place, rest, shape);
  }

  #add(path: string, kind: Misfit['kind'], what: string): void {
    this.misfits.push({ path, kind, what });
  }
}

/** The attempt without a misfit that leaves the least unknown. */
function closest<Attempt extends { readonly found: Walk }>(attempts: readonly Attempt[]): Attempt | undefined {
  const fitting = attempts.filter(({ found }) => found.misfits.length === 0);
  return fitting.sort((a, b) => a.found.ignored.size - b.found.ignored.size)[0];
}

/** The one literal that an object must have, which tells it from the other members of a union. */
function tagOf(shape: Shape, shapes: ShapeMap): string | undefined {
  for (const each of Object.values(objectIn(shape, shapes)?.has ?? {})) {
    if (typeof each !== 'string' && 'is' in each && each.is.length === 1) return String(each.is[0]);
  }
  return undefined;
}

function labelOf(shape: Shape): string {
  if (typeof shape === 'string' || 'is' in shape) return describeShape(shape);
  return 'items' in shape ? 'array' : 'number' in shape ? shape.number : 'object';
}

/** An object, or one of all members of an intersection. */
function objectIn(shape: Shape, shapes: ShapeMap): ObjectShape | undefined {
  const found = resolveShape(shape, shapes);
  return typeof found !== 'string' && 'all' in found ? mergeObjects(found.all, shapes) : objectOf(found, shapes);
}

/** The misfits with all unknown members of a place in one. */
function merge(misfits: readonly Misfit[]): readonly Misfit[] {
  return [...groupBy(misfits, ({ path, kind }) => `${kind} ${path}`).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, what: [...new Set(group.map(({ what }) => what))].join(', ') }] : [];
  });
}

/** A misfit in words: "`content[]`: audio, resource_link unknown". */
export function describeMisfit({ path, kind, what }: Misfit): string {
  const place = path === '' ? 'the whole' : `\`${path}\``;
  switch (kind) {
    case 'missing':
      return `${place}: required, may be missing`;
    case 'unknown':
      return `${place}: ${what} unknown`;
    case 'type':
      return `${place}: ${what}`;
    case 'reserved':
      return `${place}: always given, but means nothing there`;
  }
}
