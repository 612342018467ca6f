/** Finds the revisions that added, changed, and removed a method or definition. */

import { shapesOf } from '../analyze/buildShapes.js';
import { Compatibility } from '../analyze/assignable.js';
import { describeShape } from '../analyze/describeShape.js';
import { isSame } from '../analyze/fingerprint.js';
import {
  alternatives,
  objectOf,
  oneOf,
  type Field,
  type Located,
  type Shape,
  type ShapeTable,
} from '../analyze/shape.js';
import type { Protocol } from '../model/protocol.js';

/** The parts of a method or definition (`params`, `result`, `values`), each with the definitions that it may be. */
export type Parts = ReadonlyMap<string, readonly string[]>;

/** The changes of one part since the revision before. All lists are empty if the type changed as a whole. */
export interface Change {
  /** The revision that made the change. */
  readonly revision: string;
  /** What it changed: `params`, `result`, or `values`. */
  readonly part: string;
  /** The fields that were added, removed, and changed, at any depth. */
  readonly added: readonly string[];
  /** The fields that were removed. */
  readonly removed: readonly string[];
  /** The fields that were changed. */
  readonly changed: readonly string[];
  /** The union members that were added and removed. */
  readonly addedMembers: readonly string[];
  /** The union members that were removed. */
  readonly removedMembers: readonly string[];
}

export interface History {
  /** The first revision that has it. */
  readonly since: string;
  /** All revisions that have it, oldest first. */
  readonly revisions: readonly string[];
  /** What each revision changed, oldest first. */
  readonly changes: readonly Change[];
  /** The first revisions without it, after one that has it. */
  readonly removedIn: readonly string[];
}

/**
 * @param protocols all revisions, oldest first
 * @param partsIn returns the parts in a revision, or undefined if the revision does not have the method or definition
 * @throws if no revision has it
 */
export function historyOf(protocols: readonly Protocol[], partsIn: (protocol: Protocol) => Parts | undefined): History {
  const revisions: string[] = [];
  const changes: Change[] = [];
  const removedIn: string[] = [];
  let last = new Map<string, Located>();
  let present = false;
  for (const protocol of protocols) {
    const { revision } = protocol;
    const parts = partsIn(protocol);
    if (!parts && present) removedIn.push(revision);
    present = parts !== undefined;
    if (!parts) continue;
    const table = tableOf(protocol);
    const located = new Map([...parts].map(([part, names]) => [part, { shape: oneOf(names), table }]));
    for (const [part, now] of located) {
      const before = last.get(part);
      if (before && !isSame(before, now)) changes.push({ revision, part, ...compare(before, now) });
    }
    revisions.push(revision);
    last = located;
  }
  const [since] = revisions;
  if (since === undefined) throw new Error('No revision has the method or definition');
  return { since, revisions, changes, removedIn };
}

/** The shapes of each revision: a caller that explains every name needs them hundreds of times. */
const tables = new WeakMap<Protocol, ShapeTable>();

/** Returns the shapes of a revision, including its constants. */
function tableOf(protocol: Protocol): ShapeTable {
  const known = tables.get(protocol);
  if (known) return known;
  const { definitions } = protocol;
  const constants = definitions.constants.map(({ name, value }) => [name, { kind: 'literal', value }] as const);
  const table = new Map<string, Shape>([...shapesOf(definitions), ...constants]);
  tables.set(protocol, table);
  return table;
}

function compare(was: Located, is: Located): Omit<Change, 'revision' | 'part'> {
  const [before, now] = [membersOf(was), membersOf(is)];
  const pairs = pair(before, now);
  const differences = pairs.map(([a, b]) => compareFields(a, b));
  const namesOf = (members: readonly Located[], index: 0 | 1): readonly string[] =>
    members.filter((member) => !pairs.some((pair) => pair[index] === member)).map(({ shape }) => describeShape(shape));
  const union = (key: 'added' | 'removed' | 'changed'): readonly string[] => [
    ...new Set(differences.flatMap((each) => each[key])),
  ];
  return {
    added: union('added'),
    removed: union('removed'),
    changed: union('changed'),
    addedMembers: namesOf(now, 1),
    removedMembers: namesOf(before, 0),
  };
}

function membersOf({ shape, table }: Located): readonly Located[] {
  return alternatives(shape, table).map((member) => ({ shape: member, table }));
}

/** Pairs members: by name, else by structure, else with a member that accepts the same values. */
function pair(before: readonly Located[], now: readonly Located[]): readonly (readonly [Located, Located])[] {
  const tests: readonly ((a: Located, b: Located) => boolean)[] = [
    (a, b) => describeShape(a.shape) === describeShape(b.shape),
    isSame,
    (a, b) => new Compatibility(a.table, b.table).isAssignable(a.shape, b.shape),
    () => before.length === 1 && now.length === 1,
  ];
  const pairs = new Map<Located, Located>();
  for (const isCounterpart of tests) {
    const taken = new Set(pairs.values());
    const free = new Set(now.filter((member) => !taken.has(member)));
    for (const a of before.filter((member) => !pairs.has(member))) {
      const found = [...free].find((b) => isCounterpart(a, b));
      if (!found) continue;
      pairs.set(a, found);
      free.delete(found);
    }
  }
  return [...pairs];
}

/** Compares the fields of two objects. A type that is not an object has changed as a whole. */
function compareFields(was: Located, is: Located): Pick<Change, 'added' | 'removed' | 'changed'> {
  const [before, now] = [fieldsOf(was), fieldsOf(is)];
  if (!before || !now) return { added: [], removed: [], changed: [] };
  const isChanged = (a: Field, b: Field): boolean =>
    a.optional !== b.optional || !isSame({ ...was, shape: a.shape }, { ...is, shape: b.shape });
  return {
    added: [...now.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !now.has(name)),
    changed: [...now].flatMap(([name, field]) => {
      const old = before.get(name);
      return old && isChanged(old, field) ? [name] : [];
    }),
  };
}

function fieldsOf({ shape, table }: Located): ReadonlyMap<string, Field> | undefined {
  return objectOf(shape, table)?.fields;
}
