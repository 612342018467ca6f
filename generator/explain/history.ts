/** When something came, changed and went, over the revisions of a schema folder. */

import type { Docs, TypeNode } from '../model/declarations.js';
import { Structures } from './structure.js';
import type { Protocol } from '../model/protocol.js';

/** A part of a subject whose structure is watched: the params of a method, the fields of a type. */
export interface Part {
  readonly name: string;
  readonly type: TypeNode;
  readonly docs?: Docs;
}

/** How one part differs from the revision before. Without a field, the difference is in the type as a whole. */
export interface Change {
  readonly revision: string;
  readonly part: string;
  /** The fields that came, went, and differ, at whatever depth. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export interface History {
  /** The first revision that has it. */
  readonly since: string;
  /** All that have it, oldest first. */
  readonly revisions: readonly string[];
  readonly changes: readonly Change[];
  /** The first revisions without it, after one that has it. */
  readonly removedIn: readonly string[];
}

interface Snapshot {
  readonly revision: string;
  readonly parts: ReadonlyMap<string, { readonly digest: string; readonly fields: ReadonlyMap<string, string> }>;
}

/**
 * @param protocols all revisions, oldest first
 * @param partsIn the parts of the subject in a revision, or nothing if the revision does not have it
 * @throws if no revision has it
 */
export function historyOf(
  protocols: readonly Protocol[],
  partsIn: (protocol: Protocol) => readonly Part[] | undefined,
): History {
  const snapshots: Snapshot[] = [];
  const changes: Change[] = [];
  const removedIn: string[] = [];
  let present = false;
  for (const protocol of protocols) {
    const parts = partsIn(protocol);
    if (!parts && present) removedIn.push(protocol.revision);
    present = parts !== undefined;
    if (!parts) continue;
    const snapshot = snapshotOf(protocol, parts);
    const previous = snapshots.at(-1);
    if (previous) changes.push(...compare(previous, snapshot));
    snapshots.push(snapshot);
  }
  const revisions = snapshots.map(({ revision }) => revision);
  const [since] = revisions;
  if (since === undefined) throw new Error('There is no history of what no revision has');
  return { since, revisions, changes, removedIn };
}

function snapshotOf({ revision, definitions }: Protocol, parts: readonly Part[]): Snapshot {
  const structures = new Structures(definitions);
  const taken = parts.map(({ name, type, docs }) => {
    const snapshot = { digest: structures.digest(type, docs), fields: structures.fields(type) };
    return [name, snapshot] as const;
  });
  return { revision, parts: new Map(taken) };
}

function compare(before: Snapshot, { revision, parts }: Snapshot): readonly Change[] {
  return [...parts].flatMap(([part, { digest, fields }]) => {
    const old = before.parts.get(part);
    if (old?.digest === digest) return [];
    const known = old?.fields ?? new Map<string, string>();
    const added = [...fields.keys()].filter((name) => !known.has(name));
    const removed = [...known.keys()].filter((name) => !fields.has(name));
    const changed = [...fields].filter(([name, field]) => known.has(name) && known.get(name) !== field);
    return [{ revision, part, added, removed, changed: changed.map(([name]) => name) }];
  });
}
