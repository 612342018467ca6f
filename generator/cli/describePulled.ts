import type { Difference } from '../pull/compareDefinitions.js';
import type { Pulled } from '../pull/pullRevision.js';
import { printable } from '../printable.js';
import { count } from './phrases.js';

/** The maximum number of definitions to show. All are counted. */
const SHOWN = 20;

const KINDS: { readonly [kind in Difference['kind']]: string } = {
  missing: 'was removed',
  added: 'is new',
  changed: 'has changed',
  reordered: 'has union members in another order',
  rewritten: 'has another form for the same values',
};

/** Returns whether a pulled revision differs from the record or from our schema. */
export function hasFindings({ files, ours = [], derived, problems }: Pulled): boolean {
  return files.some(({ amended }) => amended) || ours.length + derived.length + problems.length > 0;
}

/** Describes how pulled files compare with the record and with our schema: one line, then the differences. */
export function describePulled(pulled: Pulled): string {
  const { id, files, definitions, ours, derived, problems } = pulled;
  const amended = files.filter((file) => file.amended);
  const lines = [
    `${id}  ${statusOf(files)}; ${comparison(definitions, ours)}`,
    ...amended.flatMap(({ name, recorded, sha256 }) => [
      `  ${name} has changed upstream since it was recorded`,
      `    recorded  ${recorded}`,
      `    pulled    ${sha256}`,
    ]),
    ...differences('against our schema (-)', ours ?? []),
    ...differences('against the JSON Schema derived from its schema.ts (-)', derived),
    ...problems.flatMap(({ file, line, column, message }) => [`  ${file}:${line}:${column}  ${message}`]),
  ];
  return lines.map(printable).join('\n');
}

function statusOf(files: Pulled['files']): string {
  if (files.some(({ amended }) => amended)) return 'changed upstream';
  return files.every(({ recorded }) => recorded === undefined) ? 'not on record' : 'as on record';
}

function comparison(definitions: number, ours: readonly Difference[] | undefined): string {
  const all = count(definitions, 'definition');
  if (!ours) return `${all}, not compared: we have no schema`;
  return ours.length === 0 ? `${all}, equal to ours` : `${all}, ${count(ours.length, 'difference')} from ours`;
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
