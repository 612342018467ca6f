/**
 * Answers "is this type compatible with that one?" for the whole compiler: finds the values of a sender's shape that a reader's guard
 * rejects.
 *
 * Names are resolved on both sides, because the same name may have different definitions. A property that the sender does not declare
 * counts as not sent, although objects are open. If the sender declares an index signature (`[key: string]: unknown`), the property may
 * have any value.
 */

import { groupBy } from '../collections.js';
import type { Literal } from '../model/declarations.js';
import { describeShape, joinPath, numberName } from './describeShape.js';
import { entriesOf, isAsStrict, keepsLimits, LIMITS, type Limits } from '../model/limits.js';
import { alternatives, ANY, objectOf, resolveShape } from './shape.js';
import type { Field, ObjectShape, Shape, ShapeTable } from './shape.js';

/** One place where a value may be rejected. */
export interface Mismatch {
  /** `content[]`, `tools[].inputSchema`; empty for the value itself. */
  readonly path: string;
  readonly kind:
    /** The value may be missing, and the reader requires it. */
    | 'missing'
    /** Members of a union, or literals, that the reader does not know. */
    | 'unknown'
    /** A value of another type, or out of bounds. */
    | 'type'
    /** The key is always sent, and reserved for revisions that define it. */
    | 'reserved';
  /** The unknown members, or the actual and the expected type. */
  readonly what: string;
}

/** The result of comparing what is sent with what is read. */
export interface Fit {
  readonly mismatches: readonly Mismatch[];
  /** The paths of properties that are accepted only because objects are open. */
  readonly ignored: readonly string[];
}

/** Keys that only the protocol may define. */
const RESERVED = /^io\.modelcontextprotocol\//;

const FITS: Fit = { mismatches: [], ignored: [] };

/** The result if no places are listed. */
const TYPE_MISMATCH = mismatch('type', '');

/** One shape for each kind of JSON value. */
const KINDS: readonly Shape[] = [
  { kind: 'null' },
  { kind: 'boolean' },
  { kind: 'number', integer: false },
  { kind: 'string' },
  { kind: 'array', items: ANY },
  { kind: 'object', fields: new Map(), rest: ANY },
];

const BOOLEANS: readonly Shape[] = [true, false].map((value) => ({ kind: 'literal', value }));

/** Compares what senders of one revision send with what readers of another accept. */
export class Compatibility {
  readonly #senders: ShapeTable;
  readonly #readers: ShapeTable;
  readonly #trustNames: boolean;
  readonly #ids = new Map<Shape | string, number>();
  /** Pairs of shapes that are assumed to be assignable during the comparison, because types may be recursive. */
  readonly #assumed = new Set<string>();
  readonly #refuted = new Set<string>();
  /** The places listed for each pair, while a list is made. */
  #listed: Map<string, Fit> | undefined;

  /** @param trustNames whether a name that both sides have means the same on both. Default false. */
  constructor(senders: ShapeTable, readers: ShapeTable, trustNames = false) {
    this.#senders = senders;
    this.#readers = readers;
    this.#trustNames = trustNames;
  }

  /** Returns whether every value of the first shape is accepted by the second. */
  isAssignable(from: Shape, to: Shape): boolean {
    return this.#accepts(() => this.#type(from, to));
  }

  /** Lists the places that are rejected and the places that are ignored. */
  fit(from: Shape, to: Shape): Fit {
    this.#listed = new Map();
    const { mismatches, ignored } = this.#type(from, to);
    this.#listed = undefined;
    return { mismatches: joinUnknown(mismatches), ignored: ignored.toSorted() };
  }

  /** Returns whether a comparison finds no mismatch, without listing places. */
  #accepts(compare: () => Fit): boolean {
    const listed = this.#listed;
    this.#listed = undefined;
    const answer = compare();
    this.#listed = listed;
    return answer.mismatches.length === 0;
  }

  #type(from: Shape, to: Shape): Fit {
    if (this.#isTrusted(from, to) || resolveShape(to, this.#readers).kind === 'any') return FITS;
    const question = `${this.#id(from)} ${this.#id(to)}`;
    return this.#listed ? this.#list(question, this.#listed, from, to) : this.#decide(question, from, to);
  }

  #decide(question: string, from: Shape, to: Shape): Fit {
    if (this.#assumed.has(question)) return FITS;
    if (this.#refuted.has(question)) return TYPE_MISMATCH;
    const count = this.#assumed.size;
    this.#assumed.add(question);
    const answer = this.#answer(from, to);
    if (answer.mismatches.length === 0) return FITS;
    // Later assumptions may depend on this one.
    for (const assumed of [...this.#assumed].slice(count)) this.#assumed.delete(assumed);
    this.#refuted.add(question);
    return TYPE_MISMATCH;
  }

  /** Lists each pair of shapes once. A recursive type is not listed again inside itself. */
  #list(question: string, listed: Map<string, Fit>, from: Shape, to: Shape): Fit {
    const known = listed.get(question);
    if (known) return known;
    listed.set(question, FITS);
    const answer = this.#answer(from, to);
    listed.set(question, answer);
    return answer;
  }

  #answer(from: Shape, to: Shape): Fit {
    const choices = alternatives(to, this.#readers);
    if (resolveShape(from, this.#senders).kind !== 'any') {
      return this.#members(alternatives(from, this.#senders), choices);
    }
    const isTaken = this.#accepts(() => this.#members(KINDS, choices));
    return isTaken ? FITS : this.#mismatch('unknown', to);
  }

  #members(members: readonly Shape[], choices: readonly Shape[]): Fit {
    const hasFlags = choices.some((choice) => choice.kind === 'literal' && typeof choice.value === 'boolean');
    const parts = members.flatMap((member) => (hasFlags && member.kind === 'boolean' ? BOOLEANS : [member]));
    return joinFits(
      parts.map((part) => {
        const accepting = choices.filter((choice) => this.#accepts(() => this.#single(part, choice)));
        if (!this.#listed) return accepting.length > 0 ? FITS : TYPE_MISMATCH;
        return this.#listMember(part, choices, accepting, parts.length);
      }),
    );
  }

  /** Compares a member with the union member that it is read as: one that accepts it, otherwise the most similar one. */
  #listMember(member: Shape, choices: readonly Shape[], accepting: readonly Shape[], count: number): Fit {
    const tag = tagOf(member, this.#senders);
    const label = tag ?? labelOf(member);
    const isAlike = (choice: Shape): boolean => (tagOf(choice, this.#readers) ?? labelOf(choice)) === label;
    const single = (choice: Shape): Fit => this.#single(member, choice);
    const alike = accepting.filter(isAlike);
    const [best] = (alike.length > 0 ? alike : accepting)
      .map(single)
      .toSorted((a, b) => a.ignored.length - b.ignored.length);
    const resembling = choices.find(isAlike);
    const isOnly = count + choices.length === 2;
    const taken =
      best ??
      (resembling && single(resembling)) ??
      choices.map(single).find((fit) => isOnly || (tag === undefined && isPartial(fit)));
    if (!taken) return mismatch('unknown', label);
    return tag === undefined || count === 1 ? taken : below(`(${tag})`, taken);
  }

  /** Compares two shapes that are not unions. */
  #single(from: Shape, to: Shape): Fit {
    if (this.#isTrusted(from, to)) return FITS;
    const [sent, read] = [resolveShape(from, this.#senders), resolveShape(to, this.#readers)];
    if (read.kind === 'any' || acceptsPrimitive(read, sent)) return FITS;
    if (read.kind === 'limits' && this.#isWithin(sent, read.limits)) return FITS;
    const [given, wanted] = [objectOf(sent, this.#senders), objectOf(read, this.#readers)];
    if (given && wanted) return this.#objects(given, wanted);
    if (read.kind === 'intersection') return joinFits(read.members.map((member) => this.#type(sent, member)));
    if (sent.kind === 'intersection' && sent.members.some((member) => this.isAssignable(member, read))) return FITS;
    if (sent.kind === 'array' && read.kind === 'array' && isWithin(sent.limits, read.limits)) {
      return below('[]', this.#type(sent.items, read.items));
    }
    return this.#mismatch(sent, read);
  }

  /** Returns that values of a shape are not those that are read: in words, if places are listed. */
  #mismatch(sent: Shape | string, read: Shape): Fit {
    if (!this.#listed) return TYPE_MISMATCH;
    return mismatch(
      'type',
      `${typeof sent === 'string' ? sent : describeShape(sent)}, expected ${describeShape(read)}`,
    );
  }

  /** Returns whether every value of a shape is within limits. */
  #isWithin(sent: Shape, limits: Limits): boolean {
    switch (sent.kind) {
      case 'literal':
        return keepsLimits(sent.value, limits);
      case 'boolean':
      case 'null':
      case 'never':
        return true;
      case 'string':
      case 'number':
      case 'array':
      case 'object':
        return isWithin(sent.limits, limitsOfType(limits, sent.kind));
      case 'limits':
        return isWithin(sent.limits, limits);
      case 'intersection':
        return sent.members.some((member) => this.isAssignable(member, { kind: 'limits', limits }));
      case 'union':
        return sent.members.every((member) => this.isAssignable(member, { kind: 'limits', limits }));
      case 'any':
      case 'reference':
        return false;
    }
  }

  #objects(sent: ObjectShape, read: ObjectShape): Fit {
    const isOther = ([name, field]: readonly [string, Field]): boolean =>
      this.#field(name, sent.fields.get(name), field, sent.rest).mismatches.length > 0;
    if (!this.#listed && [...read.fields].some(isOther)) return TYPE_MISMATCH;
    const known = [...(this.#listed ? read.fields : [])].map(([name, field]) =>
      below(joinPath('', name), this.#field(name, sent.fields.get(name), field, sent.rest)),
    );
    const others = [...sent.fields].flatMap(([name, { optional, shape }]) => {
      if (read.fields.has(name)) return [];
      const path = joinPath('', name);
      // A reserved key is listed, but it does not make the types incompatible.
      if (RESERVED.test(name) && !optional) return this.#listed ? [below(path, mismatch('reserved', ''))] : [];
      if (RESERVED.test(name) || !read.rest) return [{ mismatches: [], ignored: [path] }];
      return [below(path, this.#type(shape, read.rest))];
    });
    const rest = sent.rest && read.rest ? [below('[*]', this.#type(sent.rest, read.rest))] : [];
    const least = [...sent.fields.values()].filter(({ optional }) => !optional).length;
    const size = isWithin({ minProperties: least, ...sent.limits }, read.limits) ? [] : [this.#mismatch(sent, read)];
    return joinFits([...known, ...others, ...rest, ...size]);
  }

  #field(name: string, given: Field | undefined, { optional, shape }: Field, rest: Shape | undefined): Fit {
    const missing = (given?.optional ?? true) && !optional ? mismatch('missing', '') : FITS;
    if (given) return joinFits([missing, this.#type(given.shape, shape)]);
    return optional && rest && !RESERVED.test(name) ? this.#type(rest, shape) : missing;
  }

  #isTrusted(from: Shape, to: Shape): boolean {
    return this.#trustNames && from.kind === 'reference' && to.kind === 'reference' && from.name === to.name;
  }

  #id(shape: Shape): number {
    const key = shape.kind === 'reference' ? shape.name : shape;
    const id = this.#ids.get(key) ?? this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }
}

/** Describes a mismatch: "`content[]`: audio, resource_link not accepted". */
export function describeMismatch({ path, kind, what }: Mismatch): string {
  const place = path === '' ? 'the value' : `\`${path}\``;
  switch (kind) {
    case 'missing':
      return `${place}: required, but may be missing`;
    case 'unknown':
      return `${place}: ${what} not accepted`;
    case 'type':
      return `${place}: ${what}`;
    case 'reserved':
      return `${place}: always sent, but not allowed`;
  }
}

/** Returns whether every value of a primitive or literal shape is accepted. */
function acceptsPrimitive(read: Shape, sent: Shape): boolean {
  if (sent.kind === 'literal') return acceptsLiteral(read, sent.value);
  if (sent.kind === 'number' && read.kind === 'number') {
    return (sent.integer || !read.integer) && isWithin(sent.limits, read.limits);
  }
  if (sent.kind === 'string' && read.kind === 'string') return isWithin(sent.limits, read.limits);
  return sent.kind === read.kind && ['boolean', 'null'].includes(read.kind);
}

function acceptsLiteral(read: Shape, value: Literal): boolean {
  if (read.kind === 'literal') return read.value === value;
  if (read.kind === 'string' && typeof value === 'string') return keepsLimits(value, read.limits ?? {});
  if (read.kind !== 'number' || typeof value !== 'number') return read.kind === typeof value;
  const isWhole = Number.isInteger(value) || !read.integer;
  return isWhole && keepsLimits(value, read.limits ?? {});
}

/** Returns whether values within the first limits are within the second ones. */
function isWithin(inner: Limits = {}, outer: Limits = {}): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = inner;
  return entriesOf(outer).every(([name, value]) => {
    const own = inner[name];
    if (own !== undefined && isAsStrict(name, own, value)) return true;
    switch (name) {
      case 'minLength':
      case 'minItems':
      case 'minProperties':
        return value === 0;
      case 'minimum':
        return exclusiveMinimum !== undefined && exclusiveMinimum >= Number(value);
      case 'maximum':
        return exclusiveMaximum !== undefined && exclusiveMaximum <= Number(value);
      case 'exclusiveMinimum':
        return minimum !== undefined && minimum > Number(value);
      case 'exclusiveMaximum':
        return maximum !== undefined && maximum < Number(value);
      default:
        return false;
    }
  });
}

/** Returns the limits that concern one type. */
function limitsOfType(limits: Limits, type: string): Limits {
  return Object.fromEntries(entriesOf(limits).filter(([name]) => LIMITS[name].of === type));
}

/** Returns the literal of a required property, which identifies a member of a union. */
function tagOf(shape: Shape, table: ShapeTable): string | undefined {
  for (const { optional, shape: each } of objectOf(shape, table)?.fields.values() ?? []) {
    if (!optional && each.kind === 'literal') return String(each.value);
  }
  return undefined;
}

/** Returns the name by which a member of a union without a tag is known. */
function labelOf(shape: Shape): string {
  if (shape.kind === 'number') return numberName(shape);
  if (shape.kind === 'array') return 'array';
  return shape.kind === 'object' || shape.kind === 'intersection' ? 'object' : describeShape(shape);
}

/** Returns whether all mismatches are in nested places, and nothing is missing. */
function isPartial({ mismatches }: Fit): boolean {
  return mismatches.every(({ kind, path }) => kind !== 'missing' && path !== '');
}

function mismatch(kind: Mismatch['kind'], what: string): Fit {
  return { mismatches: [{ path: '', kind, what }], ignored: [] };
}

function joinFits(fits: readonly Fit[]): Fit {
  const found = fits.filter(({ mismatches, ignored }) => mismatches.length + ignored.length > 0);
  if (found.length < 2) return found[0] ?? FITS;
  return {
    mismatches: found.flatMap(({ mismatches }) => mismatches),
    ignored: [...new Set(found.flatMap(({ ignored }) => ignored))],
  };
}

/** Prefixes all paths. */
function below(place: string, { mismatches, ignored }: Fit): Fit {
  const join = (path: string): string => (path === '' || /^[[(]/.test(path) ? place + path : `${place}.${path}`);
  if (mismatches.length + ignored.length === 0) return FITS;
  return { mismatches: mismatches.map((each) => ({ ...each, path: join(each.path) })), ignored: ignored.map(join) };
}

/** Joins the unknown members of each place into one mismatch. */
function joinUnknown(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  return [...groupBy(mismatches, ({ path, kind }) => `${kind} ${path}`).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, what: [...new Set(group.map(({ what }) => what))].join(', ') }] : [];
  });
}
