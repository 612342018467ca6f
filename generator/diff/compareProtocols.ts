/** What changed between two revisions. */

import { groupBy } from '../collections.js';
import type { Protocol, Side } from '../model/protocol.js';
import { classify, reasonOf, type Change, type ChangeKind } from './changes.js';
import { compareDefinitions } from './compareDefinitions.js';
import { compareMethods, type MethodChanges } from './compareMethods.js';
import { Revisions } from './revisions.js';

/** Definitions that changed alike. */
export interface DefinitionGroup {
  readonly definitions: readonly string[];
  readonly changes: readonly Change[];
}

/**
 * What changed between two revisions: what `--format json` prints. A change breaks somebody if its `breaks` names a
 * reader: `old client` is a client of the older revision that reads what a server of the newer one sends, `new client`
 * one of the newer revision that reads what a server of the older one sends, and servers likewise.
 */
export interface Report {
  /** The two inputs as they were named, and the revisions that they state. */
  readonly old: Named;
  readonly new: Named;
  /** Nothing changed. Prose does not count. */
  readonly equal: boolean;
  /** How many changes break somebody, and how many nobody. Definitions that changed alike count once each. */
  readonly breaking: number;
  readonly compatible: number;
  /** What changed in how messages travel. */
  readonly protocol: readonly Change[];
  readonly methods: readonly MethodChanges[];
  /** Definitions that came and went, constants included. A rename is neither. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly definitions: readonly DefinitionGroup[];
  /** The reason behind each kind of change that occurs. */
  readonly reasons: { readonly [Kind in ChangeKind]?: string };
}

/** One of the two inputs. */
export interface Named {
  readonly name: string;
  readonly revision: string;
}

const BOTH: readonly Side[] = ['client', 'server'];

/** Compares two revisions, under the names that a person gave them. */
export function compareProtocols(
  was: { readonly name: string; readonly protocol: Protocol },
  is: { readonly name: string; readonly protocol: Protocol },
): Report {
  const revisions = new Revisions(was.protocol, is.protocol);
  const definitions = compareDefinitions(revisions);
  const protocol = compareTravel(was.protocol, is.protocol);
  const methods = compareMethods(revisions, definitions);
  const added = namesOnlyIn(is.protocol, was.protocol).filter(
    (name) => ![...revisions.renames.values()].includes(name),
  );
  const removed = namesOnlyIn(was.protocol, is.protocol).filter((name) => !revisions.renames.has(name));
  const changes = [...protocol, ...[...methods, ...definitions].flatMap((each) => each.changes)];
  const breaking = changes.filter(({ breaks }) => breaks.length > 0).length;
  const compatible = changes.length - breaking + added.length + removed.length;
  return {
    old: { name: was.name, revision: was.protocol.revision },
    new: { name: is.name, revision: is.protocol.revision },
    equal: breaking + compatible === 0,
    breaking,
    compatible,
    protocol,
    methods,
    added,
    removed,
    definitions: [...groupBy(definitions, (each) => JSON.stringify(each.changes)).values()].map((group) => ({
      definitions: group.map(({ name }) => name),
      changes: group[0]?.changes ?? [],
    })),
    reasons: Object.fromEntries([...new Set(changes.map(({ kind }) => kind))].map((kind) => [kind, reasonOf(kind)])),
  };
}

function compareTravel(was: Protocol, is: Protocol): readonly Change[] {
  const changes: Change[] = [];
  if (was.era !== is.era) changes.push(classify({ kind: 'era changed', path: 'era', was: was.era, is: is.era }, BOTH));
  if (was.batching !== is.batching) {
    changes.push(classify({ kind: is.batching ? 'batches allowed' : 'batches forbidden', path: 'batches' }, BOTH));
  }
  return changes;
}

function namesOnlyIn(protocol: Protocol, other: Protocol): readonly string[] {
  return protocol.source.all.filter(({ name }) => !other.source.find(name)).map(({ name }) => name);
}
