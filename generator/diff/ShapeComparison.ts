/** Compares two shapes place by place. */

import type { Shape, ShapeMap } from '../analyze/shapes.js';
import { Coverage } from './coverage.js';
import type { ChangeKind, Difference } from './changes.js';
import { describeShape, joinPath, range } from '../analyze/describeShape.js';
import { alternatives, fieldsOf, objectOf, resolveShape, type Field } from '../analyze/readShapes.js';

/** The definitions of one revision, as a comparison needs them. */
export interface ComparedShapes {
  /** What the schema states. */
  readonly stated: ShapeMap;
  /** What guards follow: the same, with errata corrected. */
  readonly guarded: ShapeMap;
}

/** What a comparison finds. */
export interface Findings {
  readonly differences: readonly Difference[];
  /** The places that both revisions have, and that were compared. */
  readonly visited: readonly string[];
}

const OPEN: Field['shape'] = 'any';

/** Compares what the definitions of two revisions say. Names must mean the same in both: renames are done before. */
export class ShapeComparison {
  readonly #was: ComparedShapes;
  readonly #is: ComparedShapes;
  readonly #oldReader: Coverage;
  readonly #newReader: Coverage;

  constructor(was: ComparedShapes, is: ComparedShapes) {
    this.#was = was;
    this.#is = is;
    this.#oldReader = new Coverage(was.guarded, is.guarded);
    this.#newReader = new Coverage(is.guarded, was.guarded);
  }

  /** @param path where the two stand */
  compare(path: string, was: Shape, is: Shape): Findings {
    const walk = new Walk(this);
    walk.type(path, was, is);
    return walk;
  }

  /** Follows names, in the older and in the newer revision. */
  resolve(was: Shape, is: Shape): readonly [Shape, Shape] {
    return [resolveShape(was, this.#was.stated), resolveShape(is, this.#is.stated)];
  }

  alternatives(was: Shape, is: Shape): readonly [readonly Shape[], readonly Shape[]] {
    return [alternatives(was, this.#was.stated), alternatives(is, this.#is.stated)];
  }

  /** How the values of two shapes relate. */
  relation(was: Shape, is: Shape): 'widened' | 'narrowed' | 'replaced' | 'restated' {
    const oldReads = this.#oldReader.covers(was, is);
    const newReads = this.#newReader.covers(is, was);
    if (oldReads) return newReads ? 'restated' : 'narrowed';
    return newReads ? 'widened' : 'replaced';
  }

  /** Whether an old reader of a place lets a value pass that a newer sender may send there. */
  oldReads(was: Shape, sent: Shape): boolean {
    return this.#oldReader.covers(was, sent);
  }

  /** Whether a new reader of a place lets a value pass that an older sender may send there. */
  newReads(is: Shape, sent: Shape): boolean {
    return this.#newReader.covers(is, sent);
  }
}

class Walk implements Findings {
  readonly differences: Difference[] = [];
  readonly visited: string[] = [];
  readonly #comparison: ShapeComparison;

  constructor(comparison: ShapeComparison) {
    this.#comparison = comparison;
  }

  type(path: string, was: Shape, is: Shape): void {
    this.visited.push(path);
    // A definition that both have is compared by itself.
    if (typeof was === 'string' && was === is) return;
    if (this.#objects(path, was, is) || this.#arrays(path, was, is) || this.#numbers(path, was, is)) return;
    if (this.#unions(path, was, is) || same(was, is)) return;
    this.#whole(path, was, is);
  }

  #whole(path: string, was: Shape, is: Shape): void {
    this.#add(path, `type ${this.#comparison.relation(was, is)}`, describeShape(was), describeShape(is));
  }

  /** Two names for objects are a change by themselves, but for params: those are compared as if written in place. */
  #objects(path: string, was: Shape, is: Shape): boolean {
    const [wasFound, isFound] = this.#comparison.resolve(was, is);
    const wasObject = objectOf(wasFound, {});
    const isObject = objectOf(isFound, {});
    if (!wasObject || !isObject) return false;
    const bothNamed = was !== wasFound && is !== isFound;
    if (bothNamed && path !== 'params') {
      this.#whole(path, was, is);
      return true;
    }
    const before = this.differences.length;
    this.#fields(path, fieldsOf(wasObject), fieldsOf(isObject));
    const wasRest = wasObject.rest ?? OPEN;
    const isRest = isObject.rest ?? OPEN;
    if (!same(wasRest, isRest)) this.type(`${path}[*]`, wasRest, isRest);
    else this.visited.push(`${path}[*]`);
    const isRestated = describeShape(was) !== describeShape(is) && path !== 'params' && path !== '';
    if (isRestated && this.differences.length === before) this.#whole(path, was, is);
    return true;
  }

  #fields(path: string, was: ReadonlyMap<string, Field>, is: ReadonlyMap<string, Field>): void {
    for (const [name, field] of was) {
      const place = joinPath(path, name);
      const now = is.get(name);
      if (!now) {
        this.#add(place, `${presence(field)} field removed`, describeShape(field.shape));
        continue;
      }
      if (field.optional && !now.optional) this.#add(place, 'field became required');
      if (!field.optional && now.optional) this.#add(place, 'field became optional');
      this.type(place, field.shape, now.shape);
    }
    for (const [name, field] of is) {
      if (!was.has(name))
        this.#add(joinPath(path, name), `${presence(field)} field added`, undefined, describeShape(field.shape));
    }
  }

  #arrays(path: string, was: Shape, is: Shape): boolean {
    const [a, b] = this.#comparison.resolve(was, is);
    if (typeof a === 'string' || typeof b === 'string' || !('items' in a) || !('items' in b)) return false;
    this.#bounds(
      path,
      { least: a.least ?? 0, most: a.most ?? Infinity, text: range(a.least, a.most, ' items') },
      { least: b.least ?? 0, most: b.most ?? Infinity, text: range(b.least, b.most, ' items') },
    );
    this.type(`${path}[]`, a.items, b.items);
    return true;
  }

  #numbers(path: string, was: Shape, is: Shape): boolean {
    const a = numberOf(was);
    const b = numberOf(is);
    if (a?.number !== b?.number || !a || !b) return false;
    this.#bounds(
      path,
      { least: a.min ?? -Infinity, most: a.max ?? Infinity, text: range(a.min, a.max) },
      { least: b.min ?? -Infinity, most: b.max ?? Infinity, text: range(b.min, b.max) },
    );
    return true;
  }

  #bounds(path: string, was: Bounds, is: Bounds): void {
    const texts = [was.text, is.text].map((text) => text.replace(/^ \(|\)$/g, '') || 'no bounds') as [string, string];
    const wider = is.least < was.least || is.most > was.most;
    const narrower = is.least > was.least || is.most < was.most;
    if (wider) this.#add(path, 'bounds loosened', ...texts);
    if (narrower) this.#add(path, 'bounds tightened', ...texts);
  }

  /** Unions that share a member differ by members. */
  #unions(path: string, was: Shape, is: Shape): boolean {
    const [wasMembers, isMembers] = this.#comparison.alternatives(was, is);
    if (wasMembers.length < 2 && isMembers.length < 2) return false;
    const gone = without(wasMembers, isMembers);
    const come = without(isMembers, wasMembers);
    if (gone.length === wasMembers.length) return false;
    const isNamed = typeof was === 'string' || typeof is === 'string';
    if (isNamed && this.#comparison.relation(was, is) === 'restated') {
      this.#whole(path, was, is);
      return true;
    }
    for (const member of gone) {
      const covered = this.#comparison.newReads(is, member);
      this.#add(path, memberKind(member, covered, 'removed'), describeShape(member));
    }
    for (const member of come) {
      const covered = this.#comparison.oldReads(was, member);
      this.#add(path, memberKind(member, covered, 'added'), undefined, describeShape(member));
    }
    return true;
  }

  #add(path: string, kind: ChangeKind, was?: string, is?: string): void {
    this.differences.push({ kind, path, ...(was !== undefined && { was }), ...(is !== undefined && { is }) });
  }
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly text: string;
}

function memberKind(member: Shape, covered: boolean, what: 'added' | 'removed'): ChangeKind {
  if (covered) return `covered member ${what}`;
  return typeof member !== 'string' && 'is' in member ? `literal ${what}` : `member ${what}`;
}

function numberOf(shape: Shape): { number: string; min?: number; max?: number } | undefined {
  if (shape === 'number' || shape === 'integer') return { number: shape };
  return typeof shape !== 'string' && 'number' in shape ? shape : undefined;
}

function presence({ optional }: Field): 'optional' | 'required' {
  return optional ? 'optional' : 'required';
}

function without(members: readonly Shape[], others: readonly Shape[]): readonly Shape[] {
  const known = new Set(others.map(canonical));
  return members.filter((member) => !known.has(canonical(member)));
}

function same(a: Shape, b: Shape): boolean {
  return canonical(a) === canonical(b);
}

/** The same text for objects whose properties stand in another order. */
function canonical(shape: Shape): string {
  return JSON.stringify(shape, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
