/** Formats a report as a self-contained HTML page. */

import { renderTemplate } from '../templates/render.js';
import type { Report } from './compareProtocols.js';
import { summarize, type Line } from './summary.js';

/** Returns the page. Its filter works without scripts. */
export function formatHtml(report: Report): string {
  const { sections, ...summary } = summarize(report);
  const marked = sections.map(({ title, entries }) => ({
    title,
    marks: marks(entries.flatMap(({ lines }) => lines)),
    entries: entries.map((entry) => ({
      ...entry,
      marks: marks(entry.lines),
      lines: entry.lines.map((line) => ({ ...line, marks: marks([line]), todo: piecesOf(line.todo) })),
    })),
  }));
  const hasFilter = !report.equal && report.for === undefined;
  return renderTemplate('diff/page.html.hbs', { ...summary, sections: marked, hasFilter }).trimEnd();
}

/** Splits a text at its backticks into prose and code. */
function piecesOf(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text === '' ? [] : text.split('`').map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }));
}

/** Returns the CSS classes that the filter selects by. */
function marks(lines: readonly Line[]): string {
  const isBreaking = lines.some(({ breaks }) => breaks !== '');
  const isCompatible = lines.some(({ breaks }) => breaks === '');
  return [...(isBreaking ? ['breaking'] : []), ...(isCompatible ? ['compatible'] : [])].join(' ');
}
