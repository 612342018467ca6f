/** Decides which decisions of an adopted revision are open: those that nobody made about what its schema states now. */

import { ANCHORS, type Anchor } from '../model/anchors.js';
import type { RevisionFacts } from '../model/facts.js';
import {
  differences,
  hasOtherName,
  isOfDeclared,
  NOT_DECLARED,
  type RecordedSubject,
  type Subject,
  type Subjects,
} from '../model/subjects.js';

/** The decisions about a revision, as they were recorded. */
export interface RecordedDecisions {
  readonly facts: RevisionFacts;
  readonly subjects: Subjects;
}

/** What is known when a revision is adopted. */
export interface SettlementFacts {
  /** The subject of each decision that the schema needs now. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** The decisions whose row states nothing yet. */
  readonly undecided: ReadonlySet<string>;
  /** The decisions that rows of the revision itself state. */
  readonly stated: ReadonlySet<string>;
  /** The decisions that the official files state. */
  readonly certain: ReadonlySet<string>;
  /** The same revision, if it was adopted before. */
  readonly before: RecordedDecisions | undefined;
  /** The newest earlier revision. */
  readonly base: RecordedDecisions | undefined;
  /** The subjects of schemas with the prose of mcp-gen, by revision: their rules are the same, in other words. */
  readonly restated?: ReadonlyMap<string, ReadonlyMap<string, Subject>>;
}

/** The open decisions of a revision, and what all its decisions are about. */
export interface Settlement {
  readonly open: readonly string[];
  readonly subjects: Subjects;
}

/**
 * Returns the decisions to make. A decision is settled if somebody confirmed it for the same subject: for this revision before, or for the
 * newest earlier one.
 */
export function settle(settling: SettlementFacts): Settlement {
  const open: string[] = [];
  const rows = [...withMissing(settling)].map(([decision, subject]): readonly [string, RecordedSubject] => {
    const was = confirmedSubject(decision, settling);
    if (!isOpen(decision, subject, settling)) return [decision, subject];
    open.push(decision);
    if (was === undefined) return [decision, subject];
    const { revision, docs, value = subject.value } = was;
    const isOtherName = hasOtherName(decision, value, subject.value);
    if (!isOtherName && changes(decision, was, subject, settling).length === 0) return [decision, subject];
    const kept = hasSameDocs(decision, was, subject, settling) ? subject.docs : docs;
    const before = {
      revision,
      ...(isOtherName && { value }),
      subject: was.subject,
      ...(kept !== undefined && { docs: kept }),
    };
    return [decision, { ...subject, was: before }];
  });
  return { open, subjects: Object.fromEntries(rows) };
}

/** Returns whether only docs opened a decision again. */
export function isOpenForDocs({ subjects }: Settlement): boolean {
  return Object.values(subjects).some(({ was, ...now }) => was !== undefined && was.docs !== now.docs);
}

function isOpen(decision: string, now: Subject, settling: SettlementFacts): boolean {
  const { before, base, certain, undecided, stated } = settling;
  if (certain.has(decision)) return false;
  if (undecided.has(decision)) return true;
  const own = before?.subjects[decision];
  const isListed = before?.facts.open?.includes(decision) ?? false;
  const inherited = base?.subjects[decision];
  if (isOfDeclared(decision) && confirmedSubject(decision, settling) === undefined) return false;
  const isInherited =
    inherited !== undefined &&
    base?.facts.open?.includes(decision) !== true &&
    inherited.value === now.value &&
    isSame(decision, { ...inherited, revision: base?.facts.id ?? '' }, now, settling);
  if (before === undefined) return !isInherited;
  if (own === undefined) return isListed || !(isInherited || stated.has(decision));
  if (isRenamed(decision, own, now, before.facts)) return !isInherited;
  const revision = before.facts.id;
  if (!isListed && isSame(decision, { ...own, revision }, now, settling)) return false;
  // The schema moved back to what was confirmed.
  const hasMoved = own.was !== undefined || !isSame(decision, { ...own, revision }, now, settling);
  const isBack =
    own.was !== undefined && (own.was.value ?? now.value) === now.value && isSame(decision, own.was, now, settling);
  return !(hasMoved && (isInherited || isBack));
}

/** Returns whether an anchor has another name than the confirmed one, and the record does not state it. */
function isRenamed(decision: string, was: Subject, now: Subject, { names }: RevisionFacts): boolean {
  if (!decision.startsWith('names/') || was.value === now.value) return false;
  return names?.[decision.slice('names/'.length)] !== now.value;
}

/** A subject, and the revision that it was confirmed for. */
type Confirmed = Pick<Subject, 'subject' | 'docs'> & { readonly revision: string; readonly value?: string };

/** Returns the subject that a decision was last confirmed for. */
function confirmedSubject(decision: string, { before, base }: SettlementFacts): Confirmed | undefined {
  const own = before?.subjects[decision];
  const isListed = before?.facts.open?.includes(decision) ?? false;
  if (before && own && !isListed) return { ...own, revision: before.facts.id };
  if (own?.was) return own.was;
  const inherited = base?.subjects[decision];
  return base && inherited && base.facts.open?.includes(decision) !== true
    ? { ...inherited, revision: base.facts.id }
    : undefined;
}

function isSame(decision: string, was: Confirmed, now: Subject, settling: SettlementFacts): boolean {
  return changes(decision, was, now, settling).length === 0;
}

function changes(decision: string, was: Confirmed, now: Subject, settling: SettlementFacts): readonly string[] {
  return differences(decision, was, now, !hasSameDocs(decision, was, now, settling));
}

function hasSameDocs(decision: string, was: Confirmed, now: Subject, { restated }: SettlementFacts): boolean {
  const rules = restated?.get(was.revision)?.get(decision);
  return was.docs === now.docs || (rules !== undefined && rules.docs === now.docs);
}

/** Adds the anchors and places that were declared before, and no longer are. */
function withMissing({ subjects, before, base }: SettlementFacts): ReadonlyMap<string, Subject> {
  const known = Object.entries({ ...base?.subjects, ...before?.subjects });
  const gone = known.flatMap(([decision, { value }]) => {
    const [, anchor] = /^names\/(.+)$/.exec(decision) ?? [];
    const row: Anchor | undefined = (ANCHORS as { readonly [name: string]: Anchor })[anchor ?? ''];
    const wasKnown = value !== NOT_DECLARED.value || before?.subjects[decision] !== undefined;
    const isGone = row !== undefined && row.isDirection !== true && wasKnown;
    return isGone && !subjects.has(decision) ? [decision] : [];
  });
  const places = (before?.facts.open ?? []).filter((each) => each.startsWith('errata/') && !subjects.has(each));
  return new Map([...subjects, ...[...gone, ...places].map((each) => [each, NOT_DECLARED] as const)]);
}
