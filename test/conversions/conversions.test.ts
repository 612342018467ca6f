/** Every conversion between authors and every revision, over random values. */

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { MethodTable, SendCheck } from '@mcp-gen/runtime/codegen/v1';
import { describeMismatch, type Mismatch } from '../../generator/analyze/assignable.js';
import { GENERATED } from '../support/generated.js';
import { REVISION_IDS, type RevisionId } from '../support/schemas.js';
import {
  convertersOf,
  isAt,
  mismatchesFor,
  subjectsOf,
  valuesOf,
  wrongAt,
  type Outcome,
  type Subject,
  type Value,
} from './subjects.js';

const VALUES = 250;
const SEED = 20261121;

/** Equal, but never the same: each is made from what is known about clients. */
const COPIED = 'initialize params toAuthor';

/** Random lists are short: a test of its own sees to long ones. */
const TOO_MANY = 'at most 100 items';

/** A choice of titles passes as a free text there; its titles can be said as that revision says them. */
const SAID_BETTER = 'elicitation/create params toRevision';

/** Requests of servers that travel in results, in revisions without sessions. */
const EMBEDDED = ['elicitation/create', 'roots/list', 'sampling/createMessage'];

describe.each(REVISION_IDS)('%s', async (revision) => {
  const convert = await convertersOf(revision);
  const subjects = subjectsOf(revision, SEED);

  test('every method of the revision is converted', () => {
    const methods = tablesOf(revision).flatMap(({ requests, notifications }) => [
      ...Object.keys(requests),
      ...Object.keys(notifications),
    ]);
    const embedded = revision === '2026-07-28' ? EMBEDDED : [];
    expect(new Set(subjects.map(({ method }) => method))).toEqual(new Set([...methods, ...embedded]));
  });

  test.each(subjects.map((subject) => ({ name: nameOf(subject), subject })))('$name', ({ subject }) => {
    const { conversion } = subject;
    const met = new Set<Mismatch>();
    const wrong: string[] = [];
    // One assertion for all values: Vitest needs more time for an assertion than a conversion takes.
    for (const sample of valuesOf(subject, VALUES, SEED)) {
      const problem = problemOf(subject, sample, convert, met);
      if (problem !== undefined) wrong.push(`${problem}: ${JSON.stringify(sample.value)}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    // What the analysis lists does happen. Guards do not check reserved keys.
    const unmet = conversion.mismatches.filter((mismatch) => mismatch.kind !== 'reserved' && !met.has(mismatch));
    expect(unmet.map(describeMismatch).filter((mismatch) => !mismatch.includes(TOO_MANY))).toEqual([]);
  });
});

/** What is wrong with the conversion of one value, if anything. Adds to `met` the mismatches that the value meets. */
function problemOf(
  subject: Subject,
  sample: Value,
  convert: (subject: Subject, value: unknown) => Outcome,
  met: Set<Mismatch>,
): string | undefined {
  const { conversion, from, to } = subject;
  const { value } = sample;
  if (wrongAt(from, value)) return 'the value is not one of its sender';
  const before = structuredClone(value);
  const wrong = wrongAt(to, value);
  const outcome = convert(subject, value);
  if (!isDeepStrictEqual(value, before)) return 'the conversion changed its value';

  const listed = mismatchesFor(subject, sample);
  const unlisted = (pointers: readonly string[], others: readonly string[] = []): readonly string[] => {
    const places = [...listed.map(({ path }) => path), ...others];
    return pointers.filter((pointer) => !places.some((path) => isAt(path, pointer)));
  };
  if (unlisted(wrong ?? []).length > 0)
    return `the other side refuses what the analysis does not list, ${wrong?.join()}`;
  for (const mismatch of listed) if (wrong?.some((pointer) => isAt(mismatch.path, pointer))) met.add(mismatch);
  if ('refused' in outcome) {
    const { message, pointer } = outcome.refused;
    if (!wrong) return `what fits is refused, ${message}`;
    return unlisted([pointer]).length > 0 ? `refused for what the analysis does not list, ${message}` : undefined;
  }

  const shown = JSON.stringify(outcome.value);
  if (wrongAt(to, outcome.value)) return `the other side refuses ${shown}`;
  if (conversion.direction === 'toRevision' && sendIssue(subject, outcome.value)) return `not to be sent, ${shown}`;
  const losses = outcome.losses.map(({ pointer }) => pointer);
  if (unlisted(losses, conversion.ignored).length > 0) return `lost what the analysis does not list, ${losses.join()}`;
  if (wrong || isAlwaysChanged(subject)) return undefined;
  // What a revision does not define may be dropped, since programs reject it as later revisions define it.
  const isIgnored = (pointer: string): boolean => conversion.ignored.some((path) => isAt(path, pointer));
  if (losses.length > 0) return losses.every(isIgnored) ? undefined : `lost what fits, ${losses.join()}`;
  const isKept = nameOf(subject) === COPIED ? isDeepStrictEqual(outcome.value, value) : outcome.value === value;
  return isKept ? undefined : `changed what fits into ${shown}`;
}

/** Some conversions have something to do whatever the value. */
function isAlwaysChanged(subject: Subject): boolean {
  const { mismatches, direction } = subject.conversion;
  const isFilled = direction === 'toAuthor' && mismatches.some(({ kind }) => kind === 'missing');
  const isCleared = mismatches.some(({ kind }) => kind === 'reserved');
  return isFilled || isCleared || nameOf(subject) === SAID_BETTER;
}

/** The first thing that keeps a value from being sent, by the tables of the revision. */
function sendIssue({ revision, kind, method, conversion: { part } }: Subject, value: unknown): unknown {
  if (value === undefined) return undefined;
  return tablesOf(revision)
    .flatMap((table) => entryOf(table, kind, method, part) ?? [])
    .map((check) => check(value as never))
    .find((issue) => issue !== undefined);
}

function entryOf(
  { requests, notifications }: MethodTable,
  kind: Subject['kind'],
  method: string,
  part: 'params' | 'result',
): SendCheck | undefined {
  if (kind === 'notification') return notifications[method]?.checkParams;
  return part === 'params' ? requests[method]?.checkParams : requests[method]?.checkResult;
}

function tablesOf(revision: RevisionId): readonly MethodTable[] {
  const { server, client } = GENERATED[revision].revision;
  return [server, client];
}

function nameOf({ method, conversion: { part, direction } }: Subject): string {
  return `${method} ${part} ${direction}`;
}
