/** Formats a report as plain text for terminals. */

import { groupBy } from '../collections.js';
import { printable } from '../printable.js';
import type { LintReport } from './lintProtocols.js';

/** Returns a line for each finding, under its file, and the reasons of the rules. Allowed findings are only counted. */
export function formatLintText(report: LintReport): string {
  const open = report.findings.filter(({ allowed }) => allowed === undefined);
  const files = [...groupBy(open, ({ file }) => file)].map(([file, findings]) => [
    oneLine(file),
    ...findings.map(
      ({ line, column, severity, message, rule, at }) =>
        `  ${line}:${column}  ${severity}  ${oneLine(message)} [${rule}@${oneLine(at)}]`,
    ),
  ]);
  const occurring = new Set(open.map(({ rule }) => rule));
  const why = Object.entries(report.rules)
    .filter(([id]) => occurring.has(id as never))
    .map(
      ([id, { reason, remedy, source }]) => `  ${id}: ${reason} ${remedy}${source === undefined ? '' : ` (${source})`}`,
    );
  const parts = [...files, ...(why.length > 0 ? [['Why', ...why]] : []), [totalsOf(report)]];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

/** Returns the numbers of findings in a sentence. */
export function totalsOf({ counts, allowed, unusedAllowances }: LintReport): string {
  const { error, warning, note } = counts;
  const all = `Errors: ${error}, warnings: ${warning}, notes: ${note}${allowed > 0 ? `, allowed: ${allowed}` : ''}.`;
  const unused = unusedAllowances.map(oneLine).join(', ');
  return unused === '' ? all : `${all} Allowed, but not found: ${unused}.`;
}

/** Returns a text of a schema in one line, without hidden characters. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}
