/** What each revision can express, as a document for people. */

import { describeMismatch } from '../../generator/analyze/assignable.js';
import { groupBy } from '../../generator/collections.js';
import type { RevisionId } from '../support/schemas.js';
import { analyses, convertersOf, subjectsOf, valuesOf, type Subject } from './subjects.js';

const ABOUT = `# What each revision can express

Authors write and read each message in its newest shape. This is what becomes of it in every revision: what does not fit, and what the
conversions do about it. Objects are open, so what a side does not know passes all the same; it is listed here, too.

The rows are made by the tests: what does not fit comes from the schemas, what becomes of it from converting random values.
`;

/** The whole document. */
export async function report(revisions: readonly RevisionId[], values: number, seed: number): Promise<string> {
  const sections = await Promise.all(revisions.map((revision) => section(revision, values, seed)));
  return [ABOUT, ...sections].join('\n');
}

async function section(revision: RevisionId, values: number, seed: number): Promise<string> {
  const convert = await convertersOf(revision);
  const rows = subjectsOf(revision, seed).map((subject) => {
    const outcomes = new Set<string>();
    let isChanged = false;
    for (const { value } of valuesOf(subject, values, seed)) {
      const { losses = [], ...outcome } = convert(subject, value);
      for (const { what } of losses) outcomes.add(`lost: ${what}`);
      isChanged ||= 'value' in outcome && outcome.value !== value;
      if ('refused' in outcome) outcomes.add(`an error: ${outcome.refused.what}, since ${outcome.refused.why}`);
    }
    return { subject, outcomes: [...(isChanged ? changes(subject) : []), ...[...outcomes].sort()] };
  });
  const absent = analyses.get(revision)?.absent.map(({ method }) => `\`${method}\``) ?? [];
  const differing = rows.filter(({ subject }) => subject.conversion.mismatches.length > 0);
  const parts = [
    `## Revision ${revision}\n`,
    `It does not have ${absent.join(', ')}.\n`,
    ...list(differing, 'toRevision', 'What it cannot say as authors write it:'),
    ...list(differing, 'toAuthor', 'What authors cannot be told as it says it:'),
    ...ignored(rows.map(({ subject }) => subject)),
  ];
  return parts.join('\n');
}

interface Row {
  readonly subject: Subject;
  readonly outcomes: readonly string[];
}

function list(rows: readonly Row[], direction: Subject['conversion']['direction'], title: string): readonly string[] {
  const wanted = rows.filter(({ subject }) => subject.conversion.direction === direction);
  const groups = groupBy(wanted, ({ subject: { conversion }, outcomes }) => {
    const mismatches = conversion.mismatches.map((mismatch) => `  - ${describeMismatch(mismatch)}\n`);
    return mismatches.join('') + outcomes.map((outcome) => `  - → ${outcome}\n`).join('');
  });
  if (groups.size === 0) return [];
  return [
    `${title}\n`,
    [...groups].map(([text, group]) => `- ${names(group.map((row) => row.subject))}\n${text}`).join(''),
  ];
}

function ignored(subjects: readonly Subject[]): readonly string[] {
  const groups = groupBy(
    subjects.filter(({ conversion }) => conversion.ignored.length > 0),
    ({ conversion }) =>
      `${conversion.direction === 'toAuthor' ? 'by authors' : 'there'}: ${conversion.ignored.map((path) => `\`${path}\``).join(', ')}`,
  );
  const lines = [...groups].map(([paths, group]) => `- ${names(group)}, not known ${paths}\n`);
  return lines.length === 0 ? [] : ['What passes, but is not known:\n', lines.join('')];
}

/** What is done about what is missing, and about what must not be there. */
function changes({ conversion: { mismatches } }: Subject): readonly string[] {
  return [
    ...(mismatches.some(({ kind }) => kind === 'missing') ? ['added, where it can be known'] : []),
    ...(mismatches.some(({ kind }) => kind === 'reserved') ? ['left out'] : []),
  ];
}

/** `tools/call`, `tools/list` result */
function names(subjects: readonly Subject[]): string {
  const parts = groupBy(subjects, ({ conversion }) => conversion.part);
  return [...parts]
    .map(([part, group]) => `${group.map(({ method }) => `\`${method}\``).join(', ')} ${part}`)
    .join('; ');
}
