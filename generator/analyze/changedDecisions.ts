/** Finds the decisions of a revision whose subjects have changed since they were made. */

import { factsOf, type Facts, type Tables } from '../model/facts.js';
import type { OpenDecision } from '../model/openDecisions.js';
import { allMessages, type Protocol } from '../model/protocol.js';
import { differences, NOT_DECLARED, type Subjects } from '../model/subjects.js';
import type { Place } from '../problems.js';
import { subjectsOf } from './subjectsOf.js';

/**
 * Returns a revision with the decisions that its schema opens again, because what they are about differs from `decisions.json`. Each open
 * decision states what has changed. Docs are not compared: a schema may state the rules in words of its own.
 */
export function withChangedDecisions(protocol: Protocol, tables: Tables): Protocol {
  const facts = factsOf(protocol.revision, tables);
  if (facts.revision.id !== protocol.revision) return protocol;
  const listed = new Set(protocol.openDecisions.map(({ decision }) => decision));
  const subjects = subjectsOf(protocol, facts);
  const recorded = Object.entries(facts.subjects);
  const isRenamed = recorded.some(([decision, { value }]) => hasNewName(decision, value, facts));
  const reopened = recorded.flatMap(([decision, was]): OpenDecision[] => {
    if (listed.has(decision) || facts.isOpen(decision) || hasNewName(decision, was.value, facts)) return [];
    // A row about a method or a place that was removed is reported as unused.
    const now = subjects.get(decision) ?? (decision.startsWith('names/') ? NOT_DECLARED : undefined);
    // What follows from names that were stated since is not a change of the schema.
    const changes = now === undefined ? [] : differences(decision, isRenamed ? { ...was, value: '' } : was, now, false);
    return changes.length === 0 ? [] : [reopen(decision, changes, protocol)];
  });
  return {
    ...protocol,
    openDecisions: [
      ...protocol.openDecisions.map((open) => withChanges(open, open.decision ?? '', facts.subjects)),
      ...reopened,
    ],
  };
}

/** Returns whether the record states another name for an anchor than at the adoption. */
function hasNewName(decision: string, value: string, { names }: Facts): boolean {
  const [, anchor] = /^names\/(.+)$/.exec(decision) ?? [];
  return anchor !== undefined && names[anchor] !== undefined && names[anchor] !== value;
}

function withChanges(open: OpenDecision, decision: string, subjects: Subjects): OpenDecision {
  const recorded = subjects[decision];
  if (recorded?.was === undefined) return open;
  const { revision, value, ...was } = recorded.was;
  const renamed = value === undefined ? [] : [`~ name: ${value} → ${recorded.value}`];
  return { ...open, confirmedFor: revision, changes: [...renamed, ...differences(decision, was, recorded)] };
}

function reopen(decision: string, changes: readonly string[], protocol: Protocol): OpenDecision {
  const { revision } = protocol;
  return {
    ...placeOf(decision, protocol),
    decision,
    confirmedFor: revision,
    changes,
    message: `The decision ${decision} was made before the schema changed`,
    remedy: `Adopt the schema again, which lists the decision as open: mcp-gen adopt ${revision} --force`,
  };
}

function placeOf(decision: string, { source, ...protocol }: Protocol): Place {
  const [, kind = '', name = ''] = /^(\w+)\/(.*)$/.exec(decision) ?? [];
  const method = kind === 'methods' ? name : undefined;
  const message = allMessages({ source, ...protocol }).find((each) => each.method === method);
  const declaration = message?.declaration ?? source.findType(name.split('.')[0] ?? '');
  const { file, line, column } = declaration?.place ?? { file: source.all[0]?.place.file ?? '', line: 1, column: 1 };
  return { file, line, column };
}
