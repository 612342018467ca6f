/** Compares what is said of a place beyond its values. */

import type { Difference } from './changes.js';
import type { Note } from './readNotes.js';

/** The differences between the notes of one place in two revisions. */
export function compareNotes(path: string, was: Note | undefined, is: Note | undefined): readonly Difference[] {
  if (!was || !is) return [];
  const differences: Difference[] = [];
  if (is.deprecated && !was.deprecated) differences.push({ kind: 'deprecated', path });
  if (was.deprecated && !is.deprecated) differences.push({ kind: 'no longer deprecated', path });
  if (was.format !== is.format) {
    differences.push({ kind: 'format changed', path, was: was.format ?? 'none', is: is.format ?? 'none' });
  }
  if (is.open && !was.open) differences.push({ kind: 'other keys stated', path });
  if (was.open && !is.open) differences.push({ kind: 'other keys no longer stated', path });
  const bothOpen = was.known.length > 0 && is.known.length > 0;
  const gone = bothOpen ? was.known.filter((value) => !is.known.includes(value)) : [];
  const come = bothOpen ? is.known.filter((value) => !was.known.includes(value)) : [];
  return [
    ...differences,
    ...gone.map((value): Difference => ({ kind: 'known value removed', path, was: value })),
    ...come.map((value): Difference => ({ kind: 'known value added', path, is: value })),
  ];
}
