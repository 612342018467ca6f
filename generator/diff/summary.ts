/** Builds the parts that all formats of a report share. */

import { plainText } from '../analyze/describeShape.js';
import { groupBy } from '../collections.js';
import type { Side } from '../model/protocol.js';
import { describeChange, type Change, type Reader } from './changes.js';
import type { Through } from './compareMethods.js';
import type { Named, Report } from './compareProtocols.js';
import { ROUTED, routeText, type Route } from '../sdk/route.js';
import { ruleOf, type RuleId } from './rules.js';

/** The parts of a report that all formats share. */
export interface Summary {
  /** `2024-11-05 → 2025-03-26` */
  readonly title: string;
  /** The number of changes, unused allowances, and an explanation of terms. */
  readonly about: { readonly totals: string; readonly unused: string; readonly legend: string };
  /** The sections that are not empty. */
  readonly sections: readonly Section[];
  /** The reasons of the rules that break readers, by id. */
  readonly reasons: readonly { readonly rule: RuleId; readonly reason: string }[];
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The lines about one or several methods or definitions. */
export interface Entry {
  readonly names: readonly string[];
  /** A remark on them: the senders of a method. */
  readonly about: string;
  readonly lines: readonly Line[];
}

/** One change. Fields that do not apply are empty strings. */
export interface Line {
  readonly text: string;
  /** The readers that it breaks: `old clients and servers`, `old and new clients, allowed`. */
  readonly breaks: string;
  readonly rule: RuleId | '';
  /** What the side of the report must do, and the source page. */
  readonly todo: string;
  readonly source: string;
}

const LEGEND = 'Old clients and servers read messages of newer peers. New ones read messages of older peers.';

export function summarize(report: Report): Summary {
  const side = report.for === undefined ? '' : `, for ${report.for}s`;
  const unused = report.unusedAllowances.map(plainText).join(', ');
  return {
    title: `${revisionText(report.old)} → ${revisionText(report.new)}${side}`,
    about: {
      totals: totalsOf(report),
      unused: unused === '' ? '' : `Allowed, but not found: ${unused}.`,
      legend: report.equal ? '' : LEGEND,
    },
    sections: sectionsOf(report),
    reasons: reasonsOf(report),
  };
}

function revisionText({ name, revision }: Named): string {
  return name === revision || revision === '' ? plainText(name) : `${plainText(name)} (${plainText(revision)})`;
}

function totalsOf({ for: side, equal, breaking, allowed, compatible }: Report): string {
  if (equal) return side === undefined ? 'No difference.' : `Nothing to do for ${side}s.`;
  const broken = allowed > 0 ? `${breaking} breaking (${allowed} allowed)` : `${breaking} breaking`;
  return side === undefined ? `${broken}, ${compatible} compatible.` : `${broken}, each with what to do.`;
}

function sectionsOf(report: Report): readonly Section[] {
  const linesOf = (changes: readonly Change[]): readonly Line[] => changes.map((change) => lineOf(change, report.for));
  const protocol = linesOf(report.protocol).map((line): Entry => ({ names: [], about: '', lines: [line] }));
  const methods = report.methods.map(({ method, kind, senders, changes, through }): Entry => ({
    names: [method],
    about: `${kind} of the ${senders.join(' and the ')}`,
    lines: [...linesOf(changes), ...throughLines(through)],
  }));
  const presence = [presenceEntry('new', '+', report.added), presenceEntry('gone', '-', report.removed)];
  const changed = report.definitions.map(({ definitions, changes }): Entry => ({
    names: definitions,
    about: '',
    lines: linesOf(changes),
  }));
  const sections: readonly Section[] = [
    { title: 'Protocol', entries: protocol },
    { title: 'Methods', entries: methods },
    { title: 'Definitions', entries: [...presence.flat(), ...changed] },
    { title: 'Default routes of @mcp-gen/sdk', entries: routeEntries(report.routes) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

function reasonsOf(report: Report): Summary['reasons'] {
  const all = [...report.protocol, ...[...report.methods, ...report.definitions].flatMap(({ changes }) => changes)];
  const broken = new Set(all.filter(({ breaks }) => breaks.length > 0).map(({ rule }) => rule));
  return [...broken].sort().map((rule) => ({ rule, reason: ruleOf(rule).reason }));
}

function lineOf(change: Change, side: Side | undefined): Line {
  const { rule, breaks, allowed, advice } = change;
  const { todo = '', source = '' } = advice?.find((each) => each.side === side) ?? {};
  return {
    text: describeChange(change),
    breaks: `${readersText(breaks)}${allowed ? ', allowed' : ''}`,
    rule,
    todo,
    source,
  };
}

function readersText(breaks: readonly Reader[]): string {
  if (breaks.length === 0 || breaks.length === 4) return breaks.length === 0 ? '' : 'everyone';
  const ages = [...new Set(breaks.map((reader) => reader.split(' ')[0]))];
  const sides = [...new Set(breaks.map((reader) => `${reader.split(' ')[1]}s`))];
  const isProduct = ages.length * sides.length === breaks.length;
  return isProduct ? `${ages.join(' and ')} ${sides.join(' and ')}` : breaks.map((reader) => `${reader}s`).join(', ');
}

/** Returns an entry for each new thing, with a line for each side. */
function routeEntries(routes: readonly Route[]): readonly Entry[] {
  const groups = groupBy(routes, ({ kind, name }) => JSON.stringify([kind, name])).values();
  return [...groups].map((group) => ({
    names: [group[0]?.name ?? ''],
    about: ROUTED[group[0]?.kind ?? 'request'],
    lines: group.map((route) => ({ ...PLAIN, text: routeText(route) })),
  }));
}

function presenceEntry(about: string, sign: string, names: readonly string[]): readonly Entry[] {
  const line = { ...PLAIN, text: `${sign} ${names.join(', ')}` };
  return names.length === 0 ? [] : [{ names: [], about, lines: [line] }];
}

/** Returns one line for the definitions of each part that break the same readers, breaking ones first. */
function throughLines(through: readonly Through[]): readonly Line[] {
  const groups = groupBy(through, ({ part, breaks }) => JSON.stringify([part, breaks])).values();
  const lines = [...groups].map((group): Line => {
    const names = group.map(({ definition }) => definition).join(', ');
    return { ...PLAIN, text: `~ ${group[0]?.part ?? ''}: ${names}`, breaks: readersText(group[0]?.breaks ?? []) };
  });
  return lines.toSorted((a, b) => Number(a.breaks === '') - Number(b.breaks === ''));
}

const PLAIN: Line = { text: '', breaks: '', rule: '', todo: '', source: '' };
