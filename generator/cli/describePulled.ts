import type { Difference } from '../pull/compareDefinitions.js';
import type { Pulled } from '../pull/pullRevision.js';
import { printable } from '../printable.js';
import { count } from './count.js';

/** How many definitions are shown. All are counted. */
const SHOWN = 20;

const KINDS: { readonly [kind in Difference['kind']]: string } = {
  missing: 'is no longer there',
  added: 'is new',
  changed: 'has changed',
  reordered: 'has the members of a union in another order',
};

/** Whether there is something to see to. */
export function hasFindings({ files, ours = [], derived, problems }: Pulled): boolean {
  return files.some(({ amended }) => amended) || ours.length + derived.length + problems.length > 0;
}

/** Says how pulled files stand to what is on record and to our schema: a line, and below it whatever differs. */
export function describePulled(pulled: Pulled): string {
  const { id, files, definitions, ours, derived, problems } = pulled;
  const amended = files.filter((file) => file.amended);
  const lines = [
    `${id}  ${standing(files)}; ${comparison(definitions, ours)}`,
    ...amended.flatMap(({ name, recorded, sha256 }) => [
      `  ${name} has been amended since it was recorded`,
      `    recorded  ${recorded}`,
      `    pulled    ${sha256}`,
    ]),
    ...differences('against our schema (-)', ours ?? []),
    ...differences('against what its schema.ts derives to (-)', derived),
    ...problems.flatMap(({ file, line, column, message }) => [`  ${file}:${line}:${column}  ${message}`]),
  ];
  return lines.map(printable).join('\n');
}

function standing(files: Pulled['files']): string {
  if (files.some(({ amended }) => amended)) return 'amended upstream';
  return files.every(({ recorded }) => recorded === undefined) ? 'not on record' : 'as on record';
}

function comparison(definitions: number, ours: readonly Difference[] | undefined): string {
  const all = count(definitions, 'definition');
  if (!ours) return `${all}, and no schema of ours to compare them with`;
  return ours.length === 0 ? `${all}, equal to ours` : `${all}, and ${count(ours.length, 'difference')} from ours`;
}

function differences(against: string, found: readonly Difference[]): readonly string[] {
  if (found.length === 0) return [];
  const more = found.length > SHOWN ? [`  ... and ${found.length - SHOWN} more`] : [];
  const shown = found
    .slice(0, SHOWN)
    .flatMap(({ definition, kind, lines }) => [
      `    ${definition} ${KINDS[kind]}`,
      ...lines.map((line) => `      ${line}`),
    ]);
  return [`  schema.json ${against}:`, ...shown, ...more];
}
