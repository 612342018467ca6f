/** Compares two revisions. */

import { groupBy } from '../collections.js';
import { allMessages, type Protocol, type Side } from '../model/protocol.js';
import { adviceFor } from './advice.js';
import { isAllowed, type Allowance } from './allowances.js';
import { SIDES } from './carriers.js';
import { classify, placeOf, type Change } from './changes.js';
import { compareDefinitions } from './definitionChanges.js';
import { compareMethods, type MethodChanges } from './compareMethods.js';
import { Revisions } from './revisionShapes.js';
import type { Route } from '../sdk/route.js';
import { routesOf, type Support } from './routes.js';
import { ruleOf, type RuleId } from './rules.js';

/** Definitions with the same changes. */
export interface DefinitionGroup {
  /** The names of the definitions. */
  readonly definitions: readonly string[];
  /** The changes that each of them has. */
  readonly changes: readonly Change[];
}

/**
 * The changes between two revisions, as `--format json` prints them. A change is breaking if its `breaks` names readers:
 * `old client` is a client of the older revision that reads messages of a newer server, and `new client` is one of the
 * newer revision that reads messages of an older server. Servers likewise.
 */
export interface Report {
  /** The older input. */
  readonly old: Named;
  /** The newer input. */
  readonly new: Named;
  /** The side that the report is for, if any. Such a report lists only breaking changes that this side must act on. */
  readonly for?: Side;
  /** Whether the protocols are equal. Changes of prose are not reported. */
  readonly equal: boolean;
  /** The number of breaking changes. Definitions with the same changes count once each. */
  readonly breaking: number;
  /** The number of breaking changes that are allowed. */
  readonly allowed: number;
  /** The number of compatible changes. */
  readonly compatible: number;
  /** The changes of how messages are exchanged. */
  readonly protocol: readonly Change[];
  /** The methods that were added, removed, or changed. */
  readonly methods: readonly MethodChanges[];
  /** Added definitions, including constants, without renames. */
  readonly added: readonly string[];
  /** Removed definitions, likewise. */
  readonly removed: readonly string[];
  /** The definitions that were changed. */
  readonly definitions: readonly DefinitionGroup[];
  /** How applications of `@mcp-gen/sdk` reach what is new and has no interface there yet. Empty for what mcp-gen itself knows. */
  readonly routes: readonly Route[];
  /** The reason of each rule that occurs. */
  readonly reasons: { readonly [Id in RuleId]?: string };
  /** The allowances that matched no change. */
  readonly unusedAllowances: readonly string[];
}

/** One of the two compared inputs. */
export interface Named {
  /** Its name on the command line. */
  readonly name: string;
  /** The revision that it states. */
  readonly revision: string;
}

/** Options of a comparison. */
export interface CompareOptions {
  /** The side that the report is for. Default: both sides, with compatible changes. */
  readonly side?: Side | undefined;
  /** The permitted breaking changes. Default: none. */
  readonly allow?: readonly Allowance[];
  /** What the sdk has an interface for. Default: everything, so that the report has no routes. */
  readonly support?: Support | undefined;
}

/** Compares two revisions, each with its name on the command line. */
export function compareProtocols(
  was: { readonly name: string; readonly protocol: Protocol },
  is: { readonly name: string; readonly protocol: Protocol },
  { side, allow = [], support }: CompareOptions = {},
): Report {
  const revisions = new Revisions(was.protocol, is.protocol);
  const extensions = extensionsOf(is.protocol);
  const used = new Set<Allowance>();
  const withAdvice = (name: string, changes: readonly Change[]): readonly Change[] =>
    changes.flatMap((change): readonly Change[] => {
      const place = placeOf(name, change.path);
      const all = adviceFor(change, place, was.protocol.revision, is.protocol.revision, extensions);
      const advice = all.filter((each) => each.side === (side ?? each.side));
      if (side !== undefined && advice.length === 0) return [];
      const allowances = allow.filter((allowance) => isAllowed(allowance, change, place));
      for (const allowance of allowances) used.add(allowance);
      return [{ ...change, ...(advice.length > 0 && { advice }), ...(allowances.length > 0 && { allowed: true }) }];
    });
  const changed = compareDefinitions(revisions);
  const definitions = changed
    .map(({ name, changes }) => ({ name, changes: withAdvice(name, changes) }))
    .filter(({ changes }) => changes.length > 0);
  const methods = compareMethods(revisions, changed)
    .map((each) => ({
      ...each,
      changes: withAdvice(each.method, each.changes),
      through: side === undefined ? each.through : [],
    }))
    .filter(({ changes, through }) => changes.length + through.length > 0);
  const protocol = withAdvice('', compareTravel(was.protocol, is.protocol));
  const renamed = new Set(revisions.renames.values());
  const added = side === undefined ? namesOnlyIn(is.protocol, was.protocol).filter((name) => !renamed.has(name)) : [];
  const removed =
    side === undefined ? namesOnlyIn(was.protocol, is.protocol).filter((name) => !revisions.renames.has(name)) : [];
  const changes = [...protocol, ...[...methods, ...definitions].flatMap((each) => each.changes)];
  const broken = changes.filter(({ breaks }) => breaks.length > 0);
  const compatible = changes.length - broken.length + added.length + removed.length;
  return {
    old: { name: was.name, revision: was.protocol.revision },
    new: { name: is.name, revision: is.protocol.revision },
    ...(side !== undefined && { for: side }),
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
    routes: support
      ? routesOf(was.protocol, is.protocol, support).filter((each) => each.side === (side ?? each.side))
      : [],
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

/** Returns the extensions whose methods a protocol has, by their required capabilities. */
function extensionsOf(protocol: Protocol): ReadonlySet<string> {
  const capabilities = allMessages(protocol).map(({ capability = '' }) => capability);
  return new Set(capabilities.flatMap((path) => /^extensions\.(.+)$/.exec(path)?.[1] ?? []));
}

function namesOnlyIn(protocol: Protocol, other: Protocol): readonly string[] {
  return protocol.source.all.filter(({ name }) => !other.source.find(name)).map(({ name }) => name);
}
