/** Reports of drift, as text and as Markdown. Every string of a server in them is printable, and as long as a line. */

import { codeSpan, describeChange, escapeHidden, printable, shorten, type RuleId } from '../compiler.js';
import type { Drift } from './compareContracts.js';
import { DRIFT_RULES, type DriftClass } from './rules.js';

/** The drift of one server. */
export interface ServerDrift {
  /** The server, by its name in the lock file. */
  readonly server: string;
  /** Whether somebody has reviewed the server before. */
  readonly isReviewed: boolean;
  /** What has changed. */
  readonly changes: readonly Drift[];
}

/** Characters of a value that are shown. */
const LONGEST = 300;

/** The classes, the most serious first. */
export const DRIFT_CLASSES: readonly DriftClass[] = ['breaking', 'dangerous', 'compatible'];

/** The report for a terminal. */
export function driftText(servers: readonly ServerDrift[]): string {
  return servers.map(serverText).join('\n\n');
}

function serverText({ server, isReviewed, changes }: ServerDrift): string {
  const name = shown(server);
  if (!isReviewed) return `${name}: not in the lock file`;
  if (changes.length === 0) return `${name}: as reviewed`;
  const lines = byClass(changes).flatMap(({ drift, title }) => [
    `  ${drift.class.padEnd(10)}  ${title}`,
    `              ${drift.reason}`,
  ]);
  return [`${name}: ${totals(changes)}`, ...lines].join('\n');
}

/** The report as GitHub Flavored Markdown, with one table for each server. */
export function driftMarkdown(servers: readonly ServerDrift[]): string {
  return servers
    .map(({ server, isReviewed, changes }) => {
      const title = `## ${codeSpan(shown(server))}`;
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

/** What has changed, in one line: `tool forecast: input.city: string → number`. */
export function driftTitle(drift: Drift): string {
  const { subject, item, schema, path, rule, was, is } = drift;
  const parts = [schema, path].filter((part) => part !== undefined && part !== '');
  // Text is at a JSON Pointer.
  const place = parts.join(path.startsWith('/') ? '' : '.');
  const what = `${subject} ${shown(item)}`;
  if (Object.hasOwn(DRIFT_RULES, rule)) {
    const change =
      was === undefined && is === undefined ? '' : `: ${shown(was ?? '(none)')} → ${shown(is ?? '(none)')}`;
    return `${what}: ${place === '' ? '' : `${shown(place)}: `}${rule.replaceAll('-', ' ')}${change}`;
  }
  const values = {
    ...(was !== undefined && { was: shown(was) }),
    ...(is !== undefined && { is: shown(is) }),
  };
  return `${what}: ${describeChange({ rule: rule as RuleId, path: shown(place), ...values })}`;
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

function shown(text: string): string {
  return printable(shorten(escapeHidden(text).replaceAll(/[\n\t]+/g, ' '), LONGEST));
}
