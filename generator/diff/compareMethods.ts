/** Compares the methods of two revisions: senders, capabilities, params, and results. */

import { nameText } from '../analyze/describeShape.js';
import { oneOf } from '../analyze/shape.js';
import { groupBy } from '../collections.js';
import { otherSide, type AnyMessage, type Protocol, type Side } from '../model/protocol.js';
import { receiversOf, type Part } from './carriers.js';
import { classify, type Change, type Reader } from './changes.js';
import type { DefinitionChanges } from './definitionChanges.js';
import type { Revisions } from './revisionShapes.js';
import type { RuleId } from './rules.js';

/** A changed definition that a method carries. */
export interface Through {
  /** The name of the definition. */
  readonly definition: string;
  /** Where the method carries it. */
  readonly part: Part;
  /** The readers of this method that the changes of the definition break. */
  readonly breaks: readonly Reader[];
}

/** The changes of one method. */
export interface MethodChanges {
  /** The method as sent: `tools/call`. */
  readonly method: string;
  /** Whether it is a request or a notification. */
  readonly kind: 'request' | 'notification';
  /** Whether it was added, removed, or changed. */
  readonly status: 'added' | 'removed' | 'changed';
  /** The senders in the newer revision, or in the older one if the method was removed. */
  readonly senders: readonly Side[];
  /** The changes of the method itself. */
  readonly changes: readonly Change[];
  /** The changed definitions that it carries. */
  readonly through: readonly Through[];
}

/** Returns the methods that changed, in the order of the newer revision. Removed methods come last. */
export function compareMethods(
  revisions: Revisions,
  definitions: readonly DefinitionChanges[],
): readonly MethodChanges[] {
  const was = byMethod(revisions.was.protocol);
  const is = byMethod(revisions.is.protocol);
  const methods = new Set([...is.keys(), ...was.keys()]);
  const through = findThrough(revisions, definitions);
  return [...methods].flatMap((method): MethodChanges[] => {
    const [before, now] = [was.get(method), is.get(method)];
    const message = now ?? before;
    if (!message) return [];
    const shown = { method: nameText(method), kind: message.kind, senders: message.senders };
    if (!before || !now) {
      const status = now ? 'added' : 'removed';
      return [{ ...shown, status, changes: compareSenders(before, now), through: [] }];
    }
    const changes = [
      ...compareSenders(before, now),
      ...compareCapabilities(before, now),
      ...compareResults(before, now, revisions),
    ];
    const reached = through.get(method) ?? [];
    return changes.length + reached.length === 0 ? [] : [{ ...shown, status: 'changed', changes, through: reached }];
  });
}

function byMethod({ requests, notifications }: Protocol): ReadonlyMap<string, AnyMessage> {
  return new Map([...requests, ...notifications].map((message) => [message.method, message]));
}

/** Compares the sides that send a method. */
function compareSenders(was: AnyMessage | undefined, is: AnyMessage | undefined): readonly Change[] {
  const removedSenders = was?.senders.filter((side) => is?.senders.includes(side) !== true) ?? [];
  const addedSenders = is?.senders.filter((side) => was?.senders.includes(side) !== true) ?? [];
  const removed = removedSenders.map((side) =>
    classify({ rule: `${was?.kind ?? 'request'}-removed`, path: '', was: side }, [otherSide(side)]),
  );
  const isGated = is?.kind === 'request' && is.capability !== undefined;
  const rule: RuleId = isGated ? 'request-added-behind-capability' : `${is?.kind ?? 'request'}-added`;
  return [...removed, ...addedSenders.map((side) => classify({ rule, path: '', is: side }, [otherSide(side)]))];
}

function compareCapabilities(was: AnyMessage, is: AnyMessage): readonly Change[] {
  if (was.capability === is.capability) return [];
  const texts = { path: 'capability', was: was.capability ?? 'none', is: is.capability ?? 'none' };
  return [classify({ rule: capabilityRule(was, is), ...texts }, receiversOf(is))];
}

function capabilityRule(was: AnyMessage, is: AnyMessage): RuleId {
  if (is.kind === 'notification') return 'notification-capability-changed';
  if (was.capability === undefined) return 'capability-required';
  return is.capability === undefined ? 'capability-not-required' : 'capability-replaced';
}

function compareResults(was: AnyMessage, is: AnyMessage, revisions: Revisions): readonly Change[] {
  if (was.kind === 'notification' || is.kind === 'notification') return [];
  const before = oneOf(was.results.map((name) => revisions.newName(name)));
  const differences = revisions.diffShapes('result', before, oneOf(is.results));
  const readers = is.senders.filter((side) => was.senders.includes(side));
  return differences.map((difference) => classify(difference, readers));
}

/** Finds the changed definitions that each method carries, in the order of the definitions. */
function findThrough(
  revisions: Revisions,
  definitions: readonly DefinitionChanges[],
): ReadonlyMap<string | undefined, readonly Through[]> {
  const found = definitions.flatMap(({ name, changes }) => {
    const broken = [...new Set(changes.flatMap(({ breaks }) => breaks))];
    return revisions.carriersOf(name).map(({ definition, method, part, readers }) => {
      const breaks = broken.filter((reader) => readers.some((side) => reader.endsWith(side)));
      return { method, through: { definition, part, breaks } };
    });
  });
  return new Map(
    [...groupBy(found, ({ method }) => method)].map(([method, group]) => [method, group.map(({ through }) => through)]),
  );
}
