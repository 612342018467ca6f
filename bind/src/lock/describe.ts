/** Formats drift as text and as Markdown. Strings of servers are made printable and truncated. */

import {
  codeSpan,
  describeChange,
  DRIFT_RULES,
  type DriftClass,
  escapeHidden,
  printable,
  shorten,
  type RuleId,
} from '../compiler.js';
import type { Drift } from './compareContracts.js';

/** The drift of one server. */
export interface ServerDrift {
  /** The server, by its name in the lock file. */
  readonly server: string;
  /** Whether the server is in the lock file. */
  readonly isReviewed: boolean;
  /** The changes since the review. */
  readonly changes: readonly Drift[];
}

/** Maximum characters of a value. */
const MAX_LENGTH = 300;

/** Characters shown before the first difference. */
const CONTEXT = 20;

/** The classes, most serious first. */
export const DRIFT_CLASSES: readonly DriftClass[] = ['breaking', 'dangerous', 'compatible'];

/** Formats the report for a terminal. */
export function driftText(servers: readonly ServerDrift[]): string {
  return servers.map(serverText).join('\n\n');
}

function serverText({ server, isReviewed, changes }: ServerDrift): string {
  const name = printableLine(server);
  if (!isReviewed) return `${name}: not in the lock file`;
  if (changes.length === 0) return `${name}: as reviewed`;
  const lines = byClass(changes).flatMap(({ drift, title }) => [
    `  ${drift.class.padEnd(10)}  ${title}`,
    `              ${drift.reason}`,
  ]);
  return [`${name}: ${totals(changes)}`, ...lines].join('\n');
}

/** Formats the report as GitHub Flavored Markdown, with one table per server. */
export function driftMarkdown(servers: readonly ServerDrift[]): string {
  return servers
    .map(({ server, isReviewed, changes }) => {
      const title = `## ${codeSpan(printableLine(server))}`;
      if (!isReviewed) return `${title}\n\nNot in the lock file.`;
      if (changes.length === 0) return `${title}\n\nAs reviewed.`;
      const rows = byClass(changes).map(
        ({ drift, title: change }) => `| **${drift.class}** | ${codeSpan(change)} | ${drift.rule} | ${drift.reason} |`,
      );
      return [
        title,
        '',
        `${totals(changes)}.`,
        '',
        '| class | change | rule | why |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

/** Describes a change in one line: `tool forecast: input.city: string → number`. */
export function driftTitle(drift: Drift): string {
  const { subject, item, schema, path, rule, was, is } = drift;
  const parts = [schema, path].filter((part) => part !== undefined && part !== '');
  // The location of text is a JSON Pointer.
  const place = parts.join(path.startsWith('/') ? '' : '.');
  const what = `${subject} ${printableLine(item)}`;
  if (Object.hasOwn(DRIFT_RULES, rule)) {
    const [from, to] = differingParts(was ?? '(none)', is ?? '(none)');
    const change = was === undefined && is === undefined ? '' : `: ${printableLine(from)} → ${printableLine(to)}`;
    return `${what}: ${place === '' ? '' : `${printableLine(place)}: `}${rule.replaceAll('-', ' ')}${change}`;
  }
  const [from, to] = differingParts(was ?? '', is ?? '');
  const values = {
    ...(was !== undefined && { was: printableLine(from) }),
    ...(is !== undefined && { is: printableLine(to) }),
  };
  return `${what}: ${describeChange({ rule: rule as RuleId, path: printableLine(place), ...values })}`;
}

function byClass(changes: readonly Drift[]): readonly { readonly drift: Drift; readonly title: string }[] {
  return DRIFT_CLASSES.flatMap((name) =>
    changes.filter((drift) => drift.class === name).map((drift) => ({ drift, title: driftTitle(drift) })),
  );
}

function totals(changes: readonly Drift[]): string {
  return DRIFT_CLASSES.flatMap((name) => {
    const count = changes.filter((drift) => drift.class === name).length;
    return count === 0 ? [] : [`${count} ${name}`];
  }).join(', ');
}

/** Returns excerpts of two long strings that start shortly before their first difference. */
function differingParts(was: string, is: string): readonly [string, string] {
  const [before, now] = [oneLine(was), oneLine(is)];
  return was !== is && before === now
    ? fromDifference(JSON.stringify(was), JSON.stringify(is))
    : fromDifference(before, now);
}

function fromDifference(was: string, is: string): readonly [string, string] {
  if (Math.max(was.length, is.length) <= MAX_LENGTH / 2) return [was, is];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  const start = same - CONTEXT;
  return start <= 0 ? [was, is] : [`…${was.slice(start)}`, `…${is.slice(start)}`];
}

function printableLine(text: string): string {
  return printable(shorten(oneLine(text), MAX_LENGTH));
}

function oneLine(text: string): string {
  return escapeHidden(text).replaceAll(/[\n\t]+/g, ' ');
}
