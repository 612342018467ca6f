/** Formats a report as GitHub Flavored Markdown. */

import { codeSpan } from '../diff/codeSpan.js';
import { oneLine, totalsOf } from './formatLintText.js';
import type { LintReport } from './lintProtocols.js';

/** Returns one table of findings for each revision, and the reasons of the rules. Every string from a schema is in a code span. */
export function formatLintMarkdown(report: LintReport): string {
  const open = report.findings.filter(({ allowed }) => allowed === undefined);
  const tables = report.revisions.flatMap((revision) => {
    const rows = open
      .filter((finding) => finding.revision === revision)
      .map(({ file, line, severity, rule, message }) => {
        const where = codeSpan(oneLine(`${file}:${line}`));
        return `| ${where} | ${severity} | ${rule} | ${codeSpan(oneLine(message))} |`;
      });
    if (rows.length === 0) return [];
    return [
      `### ${codeSpan(revision)}`,
      ['| where | severity | rule | finding |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ];
  });
  const occurring = new Set(open.map(({ rule }) => rule));
  const why = Object.entries(report.rules)
    .filter(([id]) => occurring.has(id as never))
    .map(
      ([id, { reason, remedy, source }]) =>
        `- **${id}**: ${reason} ${remedy}${source === undefined ? '' : ` ([source](${source}))`}`,
    );
  return ['## mcp-gen lint', totalsOf(report), ...tables, ...(why.length > 0 ? ['### Why', why.join('\n')] : [])].join(
    '\n\n',
  );
}
