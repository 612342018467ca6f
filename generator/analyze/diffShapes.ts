/** Lists the differences between two shapes, place by place. */

import { Compatibility } from './assignable.js';
import { escapeHidden } from '../printable.js';
import { entriesOf, isAsStrict, type Limits } from '../model/limits.js';
import { describeShape, joinPath, nameText, rangeTexts } from './describeShape.js';
import { fingerprints, isSame } from './fingerprint.js';
import { alternatives, ANY, objectOf, resolveShape } from './shape.js';
import type { Field, Located, ObjectShape, Shape, ShapeTable } from './shape.js';

/** The kinds of differences. Each is the id of a rule of `mcp-gen diff`. */
export type ShapeRule =
  | `type-${Relation}`
  | `${'optional' | 'required'}-field-${'added' | 'removed'}`
  | `field-became-${'optional' | 'required'}`
  | `${'member' | 'covered-member' | 'literal' | 'known-value'}-${'added' | 'removed'}`
  | `bounds-${'loosened' | 'tightened'}`
  | 'keyword-changed'
  | `other-keys-${'stated' | 'not-stated'}`
  | 'deprecated'
  | 'not-deprecated';

/** How the values of two shapes relate. */
export type Relation = 'widened' | 'narrowed' | 'replaced' | 'restated';

export interface ShapeDifference {
  readonly rule: ShapeRule;
  /** The path of the place: `content[]`, `params._meta`. Empty for the shape itself. */
  readonly path: string;
  /** The old value. Absent where there is none. */
  readonly was?: string;
  /** The new value. Absent where there is none. */
  readonly is?: string;
}

/** The definitions of one revision, in the two forms that a comparison needs. */
export interface ComparedTables {
  /** As the schema states them. */
  readonly stated: ShapeTable;
  /** As guards check them: with errata corrected. */
  readonly guarded: ShapeTable;
}

/** Lists the differences between two shapes at a path. */
export type DiffShapes = (path: string, was: Shape, is: Shape) => readonly ShapeDifference[];

/**
 * Prepares to compare shapes of two revisions. Renames must be applied before. A definition that both revisions have is
 * compared once, and not again where it is mentioned.
 */
export function shapeDiffer(was: ComparedTables, is: ComparedTables): DiffShapes {
  const toNew = new Compatibility(was.guarded, is.guarded, true);
  const toOld = new Compatibility(is.guarded, was.guarded, true);
  return (path, before, now) => {
    const walk = new Walk(was.stated, is.stated, toNew, toOld);
    walk.type(path, before, now);
    return walk.differences;
  };
}

/** Compares by name: names are not followed, and notes are ignored. */
const BY_NAME = { table: new Map(), options: { notes: false } } as const;

class Walk {
  readonly differences: ShapeDifference[] = [];
  readonly #was: ShapeTable;
  readonly #is: ShapeTable;
  readonly #toNew: Compatibility;
  readonly #toOld: Compatibility;

  constructor(was: ShapeTable, is: ShapeTable, toNew: Compatibility, toOld: Compatibility) {
    this.#was = was;
    this.#is = is;
    this.#toNew = toNew;
    this.#toOld = toOld;
  }

  type(path: string, was: Shape, is: Shape): void {
    this.#notes(path, was, is);
    if (isSameName(was, is)) return;
    if (this.#objects(path, was, is) || this.#arrays(path, was, is) || this.#primitives(path, was, is)) return;
    if (this.#unions(path, was, is) || isSame(byName(was), byName(is), BY_NAME.options)) return;
    this.#whole(path, was, is);
  }

  #whole(path: string, was: Shape, is: Shape): void {
    this.#add(`type-${this.#relation(was, is)}`, path, describeShape(was), describeShape(is));
  }

  #relation(was: Shape, is: Shape): Relation {
    const newReads = this.#toNew.isAssignable(was, is);
    const oldReads = this.#toOld.isAssignable(is, was);
    if (oldReads) return newReads ? 'restated' : 'narrowed';
    return newReads ? 'widened' : 'replaced';
  }

  #notes(path: string, was: Shape, is: Shape): void {
    const [before, now] = [was.notes ?? {}, is.notes ?? {}];
    if (before.deprecated !== now.deprecated) this.#add(now.deprecated ? 'deprecated' : 'not-deprecated', path);
    for (const name of new Set([...Object.keys(before.keywords ?? {}), ...Object.keys(now.keywords ?? {})])) {
      const texts = [before, now].map(({ keywords = {} }) => keywordText(name, keywords[name]));
      if (texts[0] !== texts[1]) this.#add('keyword-changed', path, ...texts);
    }
    const [removed, added] = [before.known ?? [], now.known ?? []];
    if (removed.length === 0 || added.length === 0) return;
    for (const value of removed.filter((each) => !added.includes(each))) this.#add('known-value-removed', path, value);
    for (const value of added.filter((each) => !removed.includes(each))) {
      this.#add('known-value-added', path, undefined, value);
    }
  }

  /** Two names of objects differ as a whole. Params are the exception: they are compared as if they had no name. */
  #objects(path: string, was: Shape, is: Shape): boolean {
    const [before, now] = [objectOf(was, this.#was), objectOf(is, this.#is)];
    if (!before || !now) return false;
    if (was.kind === 'reference' && is.kind === 'reference' && path !== 'params') {
      this.#whole(path, was, is);
      return true;
    }
    const count = this.differences.length;
    if (isStatedOpen(now) && !isStatedOpen(before)) this.#add('other-keys-stated', path);
    if (isStatedOpen(before) && !isStatedOpen(now)) this.#add('other-keys-not-stated', path);
    this.#limits(path, before.limits, now.limits);
    this.#fields(path, before.fields, now.fields);
    this.type(`${path}[*]`, before.rest ?? ANY, now.rest ?? ANY);
    const isRestated = describeShape(was) !== describeShape(is) && path !== 'params' && path !== '';
    if (isRestated && this.differences.length === count) this.#whole(path, was, is);
    return true;
  }

  #fields(path: string, was: ObjectShape['fields'], is: ObjectShape['fields']): void {
    for (const [name, field] of was) {
      const place = joinPath(path, name);
      const now = is.get(name);
      if (!now) {
        this.#add(`${presence(field)}-field-removed`, place, describeShape(field.shape));
        continue;
      }
      if (field.optional !== now.optional) this.#add(`field-became-${presence(now)}`, place);
      this.type(place, field.shape, now.shape);
    }
    for (const [name, field] of is) {
      if (was.has(name)) continue;
      this.#add(`${presence(field)}-field-added`, joinPath(path, name), undefined, describeShape(field.shape));
    }
  }

  #arrays(path: string, was: Shape, is: Shape): boolean {
    const [before, now] = [resolveShape(was, this.#was), resolveShape(is, this.#is)];
    if (before.kind !== 'array' || now.kind !== 'array') return false;
    this.#limits(path, before.limits, now.limits);
    this.type(`${path}[]`, before.items, now.items);
    return true;
  }

  #primitives(path: string, was: Shape, is: Shape): boolean {
    const isSameNumber = was.kind === 'number' && is.kind === 'number' && was.integer === is.integer;
    const isLimited =
      (was.kind === 'string' && is.kind === 'string') || (was.kind === 'limits' && is.kind === 'limits');
    if (!isSameNumber && !isLimited) return false;
    this.#limits(path, was.limits, is.limits);
    return true;
  }

  #limits(path: string, was: Limits = {}, is: Limits = {}): void {
    const texts = [was, is].map((limits) => {
      const text = rangeTexts(limits).join(', ');
      return text === '' ? 'no bounds' : text;
    });
    if (isLooser(is, was)) this.#add('bounds-loosened', path, ...texts);
    if (isLooser(was, is)) this.#add('bounds-tightened', path, ...texts);
  }

  /** Compares unions that share a member by their members. */
  #unions(path: string, was: Shape, is: Shape): boolean {
    const [before, now] = [alternatives(was, this.#was), alternatives(is, this.#is)];
    if (before.length < 2 && now.length < 2) return false;
    const removed = without(before, now);
    if (removed.length === before.length) return false;
    const isNamed = was.kind === 'reference' || is.kind === 'reference';
    if (isNamed && this.#relation(was, is) === 'restated') {
      this.#whole(path, was, is);
      return true;
    }
    for (const member of removed) {
      this.#add(`${memberKind(member, this.#toNew.isAssignable(member, is))}-removed`, path, describeShape(member));
    }
    for (const member of without(now, before)) {
      const kind = memberKind(member, this.#toOld.isAssignable(member, was));
      this.#add(`${kind}-added`, path, undefined, describeShape(member));
    }
    return true;
  }

  #add(rule: ShapeRule, path: string, was?: string, is?: string): void {
    this.differences.push({ rule, path, ...(was !== undefined && { was }), ...(is !== undefined && { is }) });
  }
}

/** Returns whether limits accept a value that others do not accept. A lower limit of 0 items is none. */
function isLooser(limits: Limits, others: Limits): boolean {
  return entriesOf(others).some(([name, value]) => {
    const own = limits[name];
    if (own === undefined) return !(value === 0 && /^min./.test(name) && name !== 'minimum');
    return !isAsStrict(name, own, value);
  });
}

function isSameName(a: Shape, b: Shape): boolean {
  return a.kind === 'reference' && b.kind === 'reference' && a.name === b.name;
}

function isStatedOpen({ fields, rest }: ObjectShape): boolean {
  return fields.size > 0 && rest?.kind === 'any';
}

function presence({ optional }: Field): 'optional' | 'required' {
  return optional ? 'optional' : 'required';
}

function memberKind(member: Shape, isCovered: boolean): 'covered-member' | 'literal' | 'member' {
  if (isCovered) return 'covered-member';
  return member.kind === 'literal' ? 'literal' : 'member';
}

function byName(shape: Shape): Located {
  return { shape, table: BY_NAME.table };
}

/** Returns the members that others do not have. */
function without(members: readonly Shape[], others: readonly Shape[]): readonly Shape[] {
  const numbers = fingerprints([...members, ...others].map(byName), BY_NAME.options);
  const known = new Set(numbers.slice(members.length));
  return members.filter((_, index) => !known.has(numbers[index] ?? -1));
}

function keywordText(name: string, value: unknown): string {
  if (value === undefined) return `no ${name}`;
  return `${name} ${typeof value === 'string' ? nameText(value) : escapeHidden(JSON.stringify(value))}`;
}
