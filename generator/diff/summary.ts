/** The words that every form of a report shares. */

import { groupBy } from '../collections.js';
import { describeChange, reasonOf, type Change, type ChangeKind, type Reader } from './changes.js';
import { plainText } from '../analyze/describeShape.js';
import type { Named, Report } from './compareProtocols.js';
import type { MethodChanges } from './compareMethods.js';

/** A part of a report: its lines, each of which breaks somebody or nobody. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** What is told of one thing or of several. */
export interface Entry {
  /** What it is about: methods or definitions. */
  readonly names: readonly string[];
  /** What is to be said of it first: who sends a method. */
  readonly about?: string;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly text: string;
  readonly breaks: readonly Reader[];
}

/** `2024-11-05 → 2025-03-26` */
export function titleOf(report: Report): string {
  return `${shown(report.old)} → ${shown(report.new)}`;
}

function shown({ name, revision }: Named): string {
  return name === revision || revision === '' ? plainText(name) : `${plainText(name)} (${plainText(revision)})`;
}

/** How much changed, in one sentence. */
export function totalsOf({ equal, breaking, compatible }: Report): string {
  return equal ? 'No difference.' : `${breaking} breaking, ${compatible} compatible.`;
}

/** Who is meant by old and new. */
export const LEGEND =
  'An old client or server is of the older revision and reads what a newer peer sends; a new one the other way round.';

/** The parts of a report that have something to say, methods before definitions. */
export function sectionsOf(report: Report): readonly Section[] {
  const protocol = report.protocol.map((change): Entry => ({ names: [], lines: [lineOf(change)] }));
  const methods = report.methods.map((method): Entry => ({
    names: [method.method],
    about: `${method.kind} of the ${method.senders.join(' and the ')}`,
    lines: methodLines(method),
  }));
  const presence: readonly Entry[] = [
    { names: [], about: 'new', lines: presenceLines('+', report.added) },
    { names: [], about: 'gone', lines: presenceLines('-', report.removed) },
  ];
  const changed = report.definitions.map(({ definitions, changes }): Entry => ({
    names: definitions,
    lines: changes.map(lineOf),
  }));
  const sections: readonly Section[] = [
    { title: 'Protocol', entries: protocol },
    { title: 'Methods', entries: methods },
    { title: 'Definitions', entries: [...presence.filter(({ lines }) => lines.length > 0), ...changed] },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

/** Why what breaks breaks, a row for each kind of change that does. */
export function breakingReasons(report: Report): readonly { readonly kind: string; readonly reason: string }[] {
  const all = [...report.protocol, ...[...report.methods, ...report.definitions].flatMap(({ changes }) => changes)];
  const kinds = new Set(all.filter(({ breaks }) => breaks.length > 0).map(({ kind }) => kind));
  return [...kinds].sort().map((kind: ChangeKind) => ({ kind, reason: reasonOf(kind) }));
}

/** `breaks old clients and servers`, or nothing if it breaks nobody. */
export function breaksText(breaks: readonly Reader[]): string {
  return breaks.length === 0 ? '' : `breaks ${whomText(breaks)}`;
}

/** The readers in words: `old clients and servers`, `old and new clients`. */
export function whomText(breaks: readonly Reader[]): string {
  if (breaks.length === 4) return 'everyone';
  const ages = [...new Set(breaks.map((reader) => reader.split(' ')[0]))];
  const sides = [...new Set(breaks.map((reader) => `${reader.split(' ')[1]}s`))];
  const isProduct = ages.length * sides.length === breaks.length;
  return isProduct ? `${ages.join(' and ')} ${sides.join(' and ')}` : breaks.map((reader) => `${reader}s`).join(', ');
}

function presenceLines(sign: string, names: readonly string[]): readonly Line[] {
  return names.length === 0 ? [] : [{ text: `${sign} ${names.join(', ')}`, breaks: [] }];
}

function lineOf(change: Change): Line {
  return { text: describeChange(change), breaks: change.breaks };
}

/** The changes of the method itself, and the definitions that changed in its params and result, by whom they break. */
function methodLines({ changes, through }: MethodChanges): readonly Line[] {
  const groups = groupBy(through, ({ part, breaks }) => JSON.stringify([part, breaks])).values();
  const carried = [...groups].map((group): Line => {
    const names = group.map(({ definition }) => definition).join(', ');
    return { text: `~ ${group[0]?.part ?? 'params'}: ${names}`, breaks: group[0]?.breaks ?? [] };
  });
  const breaking = carried.filter(({ breaks }) => breaks.length > 0);
  const compatible = carried.filter(({ breaks }) => breaks.length === 0);
  return [...changes.map(lineOf), ...breaking, ...compatible];
}
