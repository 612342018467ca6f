/** Builds the parts that all formats of a report share. */

import { groupBy } from '../collections.js';
import { describeChange, type Advice, type Change, type Reader } from './changes.js';
import { plainText } from '../analyze/describeShape.js';
import type { Named, Report } from './compareProtocols.js';
import type { MethodChanges } from './compareMethods.js';
import { ruleOf, type RuleId } from './rules.js';

/** A section of a report. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The lines about one or several methods or definitions. */
export interface Entry {
  /** The methods or definitions. */
  readonly names: readonly string[];
  /** A remark on them: who sends a method. */
  readonly about?: string;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly text: string;
  readonly breaks: readonly Reader[];
  readonly rule?: RuleId;
  readonly allowed?: boolean;
  /** What the side of the report has to do. */
  readonly advice?: Advice;
}

/** Returns the title: `2024-11-05 → 2025-03-26`. */
export function titleOf(report: Report): string {
  return `${shown(report.old)} → ${shown(report.new)}${report.for ? `, for ${report.for}s` : ''}`;
}

function shown({ name, revision }: Named): string {
  return name === revision || revision === '' ? plainText(name) : `${plainText(name)} (${plainText(revision)})`;
}

/** Returns the number of changes, in one sentence. */
export function totalsOf(report: Report): string {
  const { equal, breaking, allowed, compatible } = report;
  if (equal) return report.for ? `Nothing to do for ${report.for}s.` : 'No difference.';
  const broken = allowed > 0 ? `${breaking} breaking (${allowed} allowed)` : `${breaking} breaking`;
  return report.for ? `${broken}, each with what to do.` : `${broken}, ${compatible} compatible.`;
}

/** Returns a sentence about allowances that matched no change, or an empty string. */
export function unusedText({ unusedAllowances }: Report): string {
  return unusedAllowances.length === 0 ? '' : `Allowed, but not found: ${unusedAllowances.map(plainText).join(', ')}.`;
}

/** Explains the words old and new. */
export const LEGEND =
  'An old client or server is of the older revision and reads what a newer peer sends; a new one the other way round.';

/** Returns the sections that are not empty. */
export function sectionsOf(report: Report): readonly Section[] {
  const protocol = report.protocol.map((change): Entry => ({ names: [], lines: [lineOf(report)(change)] }));
  const methods = report.methods.map((method): Entry => ({
    names: [method.method],
    about: `${method.kind} of the ${method.senders.join(' and the ')}`,
    lines: methodLines(report, method),
  }));
  const presence: readonly Entry[] = [
    { names: [], about: 'new', lines: presenceLines('+', report.added) },
    { names: [], about: 'gone', lines: presenceLines('-', report.removed) },
  ];
  const changed = report.definitions.map(({ definitions, changes }): Entry => ({
    names: definitions,
    lines: changes.map(lineOf(report)),
  }));
  const sections: readonly Section[] = [
    { title: 'Protocol', entries: protocol },
    { title: 'Methods', entries: methods },
    { title: 'Definitions', entries: [...presence.filter(({ lines }) => lines.length > 0), ...changed] },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

/** Returns the reasons of the rules that break readers, by id. */
export function breakingReasons(report: Report): readonly { readonly rule: RuleId; readonly reason: string }[] {
  const all = [...report.protocol, ...[...report.methods, ...report.definitions].flatMap(({ changes }) => changes)];
  const broken = new Set(all.filter(({ breaks }) => breaks.length > 0).map(({ rule }) => rule));
  return [...broken].sort().map((rule) => ({ rule, reason: ruleOf(rule).reason }));
}

/** Names the readers that a line breaks: `old clients and servers`, `old and new clients, allowed`, or an empty string. */
export function readersOf({ breaks, allowed = false }: Line): string {
  return breaks.length === 0 ? '' : `${readersText(breaks)}${allowed ? ', allowed' : ''}`;
}

function readersText(breaks: readonly Reader[]): string {
  if (breaks.length === 4) return 'everyone';
  const ages = [...new Set(breaks.map((reader) => reader.split(' ')[0]))];
  const sides = [...new Set(breaks.map((reader) => `${reader.split(' ')[1]}s`))];
  const isProduct = ages.length * sides.length === breaks.length;
  return isProduct ? `${ages.join(' and ')} ${sides.join(' and ')}` : breaks.map((reader) => `${reader}s`).join(', ');
}

function presenceLines(sign: string, names: readonly string[]): readonly Line[] {
  return names.length === 0 ? [] : [{ text: `${sign} ${names.join(', ')}`, breaks: [] }];
}

function lineOf(report: Report): (change: Change) => Line {
  return (change) => {
    const { rule, breaks, allowed = false, advice = [] } = change;
    const own = advice.find(({ side }) => side === report.for);
    return { text: describeChange(change), rule, breaks, allowed, ...(own && { advice: own }) };
  };
}

/** Returns the changes of the method itself, and the changed definitions in its params and result. */
function methodLines(report: Report, { changes, through }: MethodChanges): readonly Line[] {
  const groups = groupBy(through, ({ part, breaks }) => JSON.stringify([part, breaks])).values();
  const carried = [...groups].map((group): Line => {
    const names = group.map(({ definition }) => definition).join(', ');
    return { text: `~ ${group[0]?.part ?? 'params'}: ${names}`, breaks: group[0]?.breaks ?? [] };
  });
  const breaking = carried.filter(({ breaks }) => breaks.length > 0);
  const compatible = carried.filter(({ breaks }) => breaks.length === 0);
  return [...changes.map(lineOf(report)), ...breaking, ...compatible];
}
