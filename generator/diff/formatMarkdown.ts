/** Formats a report as GitHub Flavored Markdown. */

import type { Report } from './compareProtocols.js';
import { breakingReasons, LEGEND, sectionsOf, titleOf, totalsOf, unusedText, readersOf } from './summary.js';
import type { Entry, Line } from './summary.js';

/** Returns one table for each section. Every string from a schema is in a code span. */
export function formatMarkdown(report: Report): string {
  const unused = unusedText(report);
  const head = `## ${codeSpan(titleOf(report))}\n\n${totalsOf(report)}${unused && ` ${codeSpan(unused)}`}`;
  if (report.equal) return head;
  const sections = sectionsOf(report).map(({ title, entries }) =>
    [`### ${title}`, '', ...tableHead(report), ...entries.flatMap((entry) => rows(entry, report))].join('\n'),
  );
  const reasons = breakingReasons(report).map(({ rule, reason }) => `- **${rule}**: ${reason}`);
  const why = reasons.length > 0 ? [['### Why it breaks', '', ...reasons].join('\n')] : [];
  return [`${head} ${LEGEND}`, ...sections, ...why].join('\n\n');
}

const COLUMNS = ['what', 'change', 'rule', 'breaks'];

function tableHead(report: Report): readonly string[] {
  const columns = report.for ? [...COLUMNS, 'what to do'] : COLUMNS;
  return [row(columns), row(columns.map(() => '---'))];
}

function rows({ names, about, lines }: Entry, report: Report): readonly string[] {
  const parts = [names.map(codeSpan).join(', '), about ?? ''].filter((part) => part !== '');
  return lines.map((line, index) => {
    const readers = readersOf(line);
    const cells = [
      index === 0 ? parts.join('<br>') : '',
      codeSpan(line.text),
      line.rule ?? '',
      readers && `**${readers}**`,
    ];
    return row(report.for ? [...cells, adviceCell(line)] : cells);
  });
}

function adviceCell({ advice }: Line): string {
  if (!advice) return '';
  return advice.source === undefined ? advice.todo : `${advice.todo} (${advice.source})`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns a code span that is safe in a table cell: with longer fences than any run of backticks, and escaped pipes. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}
