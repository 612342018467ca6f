/** Makes the checklist of a revision: the decisions to make, and what the revision before says about them. */

import { factsOf, type Tables } from '../model/facts.js';
import type { OpenDecision } from '../model/openDecisions.js';
import type { Protocol } from '../model/protocol.js';
import { differences, FLAGS, partsIn, type Subject, type Subjects } from '../model/subjects.js';
import { outermost, REMOVALS } from '../model/removals.js';
import { readRevision } from '../protocols.js';
import type { RevisionRecord } from '../read/revisions.js';
import { readSupport, readTables } from '../read/tables.js';

/** The decisions about a revision. */
export interface Checklist {
  /** The open decisions that somebody made before, about something else. */
  readonly changed: readonly OpenDecision[];
  /** The other open decisions. */
  readonly added: readonly OpenDecision[];
  /** The decisions that the revision before made about the same. Absent without a revision before. */
  readonly inherited?: { readonly from: string; readonly count: number };
  /**
   * What the revision before had, and this one has not: `tools/call`, `tools/list: paginated`, `error code HeaderMismatch`. What was removed
   * on purpose is listed, too; what an open decision is about is not.
   */
  readonly lost: readonly string[];
  /** What the schema declares, and a decision denies. */
  readonly unused: readonly string[];
  /** The definitions whose schema.ts was accepted, although the schema.json has others. */
  readonly unverified: readonly string[];
}

/** Returns the checklist of a revision of a schema folder. */
export async function checklistOf(revision: string, schemaDir: string): Promise<Checklist> {
  const protocol = await readRevision(revision, schemaDir, { completeness: 'draft' });
  const { inherited, ...checklist } = makeChecklist(protocol, await readTables(schemaDir));
  const { revisions } = await readSupport();
  // The decisions about such a revision come with mcp-gen.
  return revisions.has(revision) || !inherited ? checklist : { ...checklist, inherited };
}

/** Returns the checklist of a revision that was compiled with the tables of its schema folder. */
export function makeChecklist({ openDecisions, revision, batching }: Protocol, tables: Tables): Checklist {
  const own = factsOf(revision, tables).subjects;
  const base = tables.revisions.findLast(({ id }) => id < revision);
  const before = base && tables.subjects[base.id];
  const open = new Set(openDecisions.map(({ decision }) => decision));
  const inherited = Object.entries(own).filter(([decision, subject]) => {
    const was = before?.[decision];
    const isEmpty = decision.startsWith('types/') && subject.docs === undefined && subject.subject[0] === 'declared';
    return (
      was !== undefined &&
      !isEmpty &&
      !open.has(decision) &&
      was.value === subject.value &&
      differences(decision, was, subject, false).length === 0
    );
  });
  const isChanged = ({ changes = [] }: OpenDecision): boolean => changes.length > 0;
  const arrays = (own['batching']?.subject ?? []).filter((line) => !line.startsWith('message '));
  return {
    changed: openDecisions.filter(isChanged),
    added: openDecisions.filter((each) => !isChanged(each)),
    ...(base && inherited.length > 0 && { inherited: { from: base.id, count: inherited.length } }),
    lost: before ? [...lostSince(before, own), ...removedSince(before, own, open)] : [],
    unverified: (tables.revisions.find(({ id }) => id === revision) as RevisionRecord | undefined)?.unverified ?? [],
    unused: batching ? [] : arrays.map((line) => `${line}, although batches are not allowed`),
  };
}

function lostSince(before: Subjects, now: Subjects): readonly string[] {
  const methods = Object.entries(before).flatMap(([decision, was]) => {
    const is = now[decision];
    if (!decision.startsWith('methods/')) return [];
    if (!is) return [decision.slice('methods/'.length)];
    const flags = FLAGS.filter((flag) => was.subject.includes(flag) && !is.subject.includes(flag));
    const [capability = 'capability none'] = /capability \S+/.exec(was.value.replaceAll(',', '')) ?? [];
    const isFree = capability !== 'capability none' && /capability none/.test(is.value);
    return [...flags, ...(isFree ? [capability] : [])].map((flag) => `${decision.slice('methods/'.length)}: ${flag}`);
  });
  const batches =
    before['batching']?.value === 'allowed' && now['batching']?.value === 'not allowed' ? ['batches'] : [];
  return [...methods, ...batches];
}

/** Returns the names of features, error codes, capabilities, and keys of `_meta` that the revision before had. */
function removedSince(before: Subjects, now: Subjects, open: ReadonlySet<string | undefined>): readonly string[] {
  const namesIn = (what: string, linesOf: (subject: Subject | undefined) => readonly string[], decision: string) => {
    const gone = linesOf(before[decision]).filter((line) => !linesOf(now[decision]).includes(line));
    return open.has(decision) ? [] : outermost(gone).map((line) => `${what} ${line}`);
  };
  return [
    ...Object.entries(REMOVALS).flatMap(([decision, what]) => namesIn(what, (each) => each?.subject ?? [], decision)),
    ...namesIn(
      'key of _meta',
      (each) => partsIn(each).map((part) => part.slice(part.indexOf('=') + 1)),
      'metadataKeys',
    ),
  ];
}
