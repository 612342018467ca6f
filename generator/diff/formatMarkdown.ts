/** Formats a report as GitHub Flavored Markdown. */

import { codeSpan } from './codeSpan.js';
import type { Report } from './compareProtocols.js';
import { summarize, type Entry } from './summary.js';

/** Returns one table for each section. Every string from a schema is in a code span. */
export function formatMarkdown(report: Report): string {
  const { title, about, sections, reasons } = summarize(report);
  const head = [about.totals, about.unused === '' ? '' : codeSpan(about.unused), about.legend].filter(
    (text) => text !== '',
  );
  const columns = ['what', 'change', 'rule', 'breaks', ...(report.for === undefined ? [] : ['what to do'])];
  const why = reasons.map(({ rule, reason }) => `- **${rule}**: ${reason}`);
  return [
    `## ${codeSpan(title)}`,
    head.join(' '),
    ...sections.flatMap((section) => [
      `### ${section.title}`,
      [row(columns), row(columns.map(() => '---')), ...section.entries.flatMap((each) => rows(each, columns))].join(
        '\n',
      ),
    ]),
    ...(why.length > 0 ? ['### Why it breaks', why.join('\n')] : []),
  ].join('\n\n');
}

function rows({ names, about, lines }: Entry, columns: readonly string[]): readonly string[] {
  const what = [names.map(codeSpan).join(', '), about].filter((part) => part !== '').join('<br>');
  return lines.map(({ text, rule, breaks, todo, source }, index) => {
    const advice = source === '' ? todo : `${todo} (${source})`;
    const cells = [index === 0 ? what : '', codeSpan(text), rule, breaks === '' ? '' : `**${breaks}**`, advice];
    return row(cells.slice(0, columns.length));
  });
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
