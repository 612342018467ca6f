/** What changed between two revisions. */

import { groupBy } from '../collections.js';
import type { Protocol, Side } from '../model/protocol.js';
import { adviceFor } from './advice.js';
import { isAllowed, type Allowance } from './allowances.js';
import { SIDES } from './carriers.js';
import { classify, placeOf, type Change } from './changes.js';
import { compareDefinitions } from './compareDefinitions.js';
import { compareMethods, type MethodChanges } from './compareMethods.js';
import { Revisions } from './revisions.js';
import { ruleOf, type RuleId } from './rules.js';

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
  /** The side that the report is for: it holds what breaks, and what this side has to do about it, and nothing else. */
  readonly for?: Side;
  /** The report holds no change. Prose does not count. */
  readonly equal: boolean;
  /** How many changes break somebody, and how many nobody. Definitions that changed alike count once each. */
  readonly breaking: number;
  /** How many of the breaking ones are allowed. */
  readonly allowed: number;
  readonly compatible: number;
  /** What changed in how messages travel. */
  readonly protocol: readonly Change[];
  readonly methods: readonly MethodChanges[];
  /** Definitions that came and went, constants included. A rename is neither. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly definitions: readonly DefinitionGroup[];
  /** The reason behind each rule that occurs. */
  readonly reasons: { readonly [Id in RuleId]?: string };
  /** What was allowed and did not change. */
  readonly unusedAllowances: readonly string[];
}

/** One of the two inputs. */
export interface Named {
  readonly name: string;
  readonly revision: string;
}

/** What a comparison is for. */
export interface CompareOptions {
  /** The side whose maintainer asks. Default: the report holds everything. */
  readonly side?: Side | undefined;
  /** The breaking changes that may be. Default: none. */
  readonly allow?: readonly Allowance[];
}

/** Compares two revisions, under the names that a person gave them. */
export function compareProtocols(
  was: { readonly name: string; readonly protocol: Protocol },
  is: { readonly name: string; readonly protocol: Protocol },
  { side, allow = [] }: CompareOptions = {},
): Report {
  const revisions = new Revisions(was.protocol, is.protocol);
  const used = new Set<Allowance>();
  const judge = (name: string, changes: readonly Change[]): readonly Change[] =>
    changes.flatMap((change): readonly Change[] => {
      const place = placeOf(name, change.path);
      const advice = adviceFor(change, place, was.protocol.revision, is.protocol.revision).filter(
        (each) => each.side === (side ?? each.side),
      );
      if (side && advice.length === 0) return [];
      const allowances = allow.filter((allowance) => isAllowed(allowance, change, place));
      for (const allowance of allowances) used.add(allowance);
      return [{ ...change, ...(advice.length > 0 && { advice }), ...(allowances.length > 0 && { allowed: true }) }];
    });
  const changed = compareDefinitions(revisions);
  const definitions = changed
    .map(({ name, changes }) => ({ name, changes: judge(name, changes) }))
    .filter(({ changes }) => changes.length > 0);
  const methods = compareMethods(revisions, changed)
    .map((each) => ({ ...each, changes: judge(each.method, each.changes), through: side ? [] : each.through }))
    .filter(({ changes, through }) => changes.length + through.length > 0);
  const protocol = judge('', compareTravel(was.protocol, is.protocol));
  const renamed = new Set(revisions.renames.values());
  const added = side ? [] : namesOnlyIn(is.protocol, was.protocol).filter((name) => !renamed.has(name));
  const removed = side ? [] : namesOnlyIn(was.protocol, is.protocol).filter((name) => !revisions.renames.has(name));
  const changes = [...protocol, ...[...methods, ...definitions].flatMap((each) => each.changes)];
  const broken = changes.filter(({ breaks }) => breaks.length > 0);
  const compatible = changes.length - broken.length + added.length + removed.length;
  return {
    old: { name: was.name, revision: was.protocol.revision },
    new: { name: is.name, revision: is.protocol.revision },
    ...(side && { for: side }),
    equal: broken.length + compatible === 0,
    breaking: broken.length,
    allowed: broken.filter(({ allowed }) => allowed).length,
    compatible,
    protocol,
    methods,
    added,
    removed,
    definitions: [...groupBy(definitions, (each) => JSON.stringify(each.changes)).values()].map((group) => ({
      definitions: group.map(({ name }) => name),
      changes: group[0]?.changes ?? [],
    })),
    reasons: Object.fromEntries([...new Set(changes.map(({ rule }) => rule))].map((id) => [id, ruleOf(id).reason])),
    unusedAllowances: allow.filter((allowance) => !used.has(allowance)).map(({ text }) => text),
  };
}

function compareTravel(was: Protocol, is: Protocol): readonly Change[] {
  const changes: Change[] = [];
  if (was.era !== is.era) changes.push(classify({ rule: 'era-changed', path: 'era', was: was.era, is: is.era }, SIDES));
  if (was.batching !== is.batching) {
    changes.push(classify({ rule: is.batching ? 'batches-allowed' : 'batches-forbidden', path: 'batches' }, SIDES));
  }
  return changes;
}

function namesOnlyIn(protocol: Protocol, other: Protocol): readonly string[] {
  return protocol.source.all.filter(({ name }) => !other.source.find(name)).map(({ name }) => name);
}
