/** Writes the page that lists what each revision can express. */

import { describeMismatch } from '../../generator/analyze/assignable.js';
import { groupBy } from '../../generator/collections.js';
import type { RevisionId } from '../support/schemas.js';
import { analyses, convertersOf, subjectsOf, valuesOf, type Subject } from './subjects.js';

const ABOUT = `# What each revision can express

Application code uses the unified types: the newest shape of each message. For each revision, this page lists the mismatches with these
types, and what the conversions do about them, after an arrow (→). Objects are open, so unknown properties are allowed. They are listed, too.

A test generates this page: the mismatches from the schemas, and the outcomes from converting random values.
`;

/** Returns the page as Markdown. */
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
    ...list(differing, 'toRevision', 'From the unified types to the revision:'),
    ...list(differing, 'toAuthor', 'From the revision to the unified types:'),
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
      `${conversion.direction === 'toAuthor' ? 'the unified types' : 'the revision'}: ${conversion.ignored.map((path) => `\`${path}\``).join(', ')}`,
  );
  const lines = [...groups].map(([paths, group]) => `- ${names(group)}, not in ${paths}\n`);
  return lines.length === 0 ? [] : ['Properties that the receiver ignores:\n', lines.join('')];
}

/** Returns what the conversions do about missing properties, and about keys that are not allowed. */
function changes({ conversion: { mismatches } }: Subject): readonly string[] {
  return [
    ...(mismatches.some(({ kind }) => kind === 'missing') ? ['added, if the value is known'] : []),
    ...(mismatches.some(({ kind }) => kind === 'reserved') ? ['removed'] : []),
  ];
}

/** `tools/call`, `tools/list` result */
function names(subjects: readonly Subject[]): string {
  const parts = groupBy(subjects, ({ conversion }) => conversion.part);
  return [...parts]
    .map(([part, group]) => `${group.map(({ method }) => `\`${method}\``).join(', ')} ${part}`)
    .join('; ');
}
