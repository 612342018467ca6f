/** Every conversion between authors and every revision, over random values. */

import { describe, expect, test } from 'vitest';
import type { MethodTable, SendCheck } from '@mcp-gen/runtime/codegen/v1';
import { describeMismatch, type Mismatch } from '../../generator/analyze/assignable.js';
import { GENERATED } from '../support/generated.js';
import { REVISION_IDS, type RevisionId } from '../support/schemas.js';
import { convertersOf, isAt, mismatchesFor, subjectsOf, valuesOf, wrongAt, type Subject } from './subjects.js';

const VALUES = 250;
const SEED = 20261121;

/** Equal, but never the same: each is put together from what is known of clients. */
const COPIED = 'initialize params toAuthor';

/** Random lists are short: a test of its own sees to long ones. */
const TOO_MANY = 'at most 100 items';

/** A choice of titles passes as a free text there; its titles can be said as that revision says them. */
const SAID_BETTER = 'elicitation/create params toRevision';

/** Requests of servers that travel in results, once there are no sessions. */
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
    const { conversion, from, to } = subject;
    const unlisted = (pointers: readonly string[], paths: readonly string[]): readonly string[] =>
      pointers.filter((pointer) => !paths.some((path) => isAt(path, pointer)));
    const met = new Set<Mismatch>();

    for (const sample of valuesOf(subject, VALUES, SEED)) {
      const { value } = sample;
      expect(wrongAt(from, value), shown(value)).toBeUndefined();
      const before = structuredClone(value);
      const wrong = wrongAt(to, value);
      const outcome = convert(subject, value);
      expect(value, 'a conversion leaves its value alone').toEqual(before);
      // What the other side refuses is what the analysis lists.
      const listed = mismatchesFor(subject, sample);
      const places = listed.map(({ path }) => path);
      expect(unlisted(wrong ?? [], places), shown(value)).toEqual([]);
      for (const mismatch of listed) if (wrong?.some((pointer) => isAt(mismatch.path, pointer))) met.add(mismatch);
      if ('refused' in outcome) {
        expect(wrong, `${outcome.refused.message}: ${shown(value)}`).toBeDefined();
        expect(unlisted([outcome.refused.pointer], places), outcome.refused.message).toEqual([]);
        continue;
      }
      expect(wrongAt(to, outcome.value), `${shown(value)} → ${shown(outcome.value)}`).toBeUndefined();
      if (conversion.direction === 'toRevision') expect(sendIssue(subject, outcome.value)).toBeUndefined();
      const losses = outcome.losses.map(({ pointer }) => pointer);
      expect(unlisted(losses, [...places, ...conversion.ignored]), shown(outcome.losses)).toEqual([]);
      if (wrong || isAlwaysChanged(subject)) continue;
      expect(losses).toEqual([]);
      if (nameOf(subject) === COPIED) expect(outcome.value).toEqual(value);
      else expect(outcome.value, shown(value)).toBe(value);
    }
    // What the analysis lists does happen. Keys that are reserved are no matter of guards.
    const unmet = conversion.mismatches.filter((mismatch) => mismatch.kind !== 'reserved' && !met.has(mismatch));
    expect(unmet.map(describeMismatch).filter((mismatch) => !mismatch.includes(TOO_MANY))).toEqual([]);
  });
});

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

function shown(value: unknown): string {
  return JSON.stringify(value);
}
