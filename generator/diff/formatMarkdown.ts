/** A report as GitHub's Markdown. */

import type { Report } from './compareProtocols.js';
import { breakingReasons, whomText, LEGEND, sectionsOf, titleOf, totalsOf, type Entry } from './summary.js';

/** A table a section. Every text that comes from a schema stands in a code span. */
export function formatMarkdown(report: Report): string {
  const head = `## ${codeSpan(titleOf(report))}\n\n${totalsOf(report)}`;
  if (report.equal) return head;
  const sections = sectionsOf(report).map(({ title, entries }) =>
    [`### ${title}`, '', `| what | change | breaks |`, '| --- | --- | --- |', ...entries.flatMap(rows)].join('\n'),
  );
  const reasons = breakingReasons(report).map(({ kind, reason }) => `- **${kind}**: ${reason}`);
  const why = reasons.length > 0 ? [['### Why it breaks', '', ...reasons].join('\n')] : [];
  return [`${head} ${LEGEND}`, ...sections, ...why].join('\n\n');
}

function rows({ names, about, lines }: Entry): readonly string[] {
  const parts = [names.map(codeSpan).join(', '), about ?? ''].filter((part) => part !== '');
  const what = parts.join('<br>');
  return lines.map(({ text, breaks }, index) => {
    const whom = whomText(breaks);
    return `| ${index === 0 ? what : ''} | ${codeSpan(text)} | ${whom && `**${whom}**`} |`;
  });
}

/** A code span for any text: fenced by more backticks than it has, and with nothing that ends a table's cell. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}
