/** Formats a report as plain text for terminals and reviews. */

import type { Report } from './compareProtocols.js';
import { summarize, type Entry, type Line } from './summary.js';

const WIDTH = 100;

/** Returns lines of at most 100 characters, except for longer words. Breaking changes start with an exclamation mark. */
export function formatText(report: Report): string {
  const { title, about, sections, reasons } = summarize(report);
  const head = [title, ...Object.values(about).map((text) => wrap(text, 0))].filter((line) => line !== '');
  const why = reasons.map(({ rule, reason }) => wrap(`  ${rule}: ${reason}`, 4));
  const parts = [
    head,
    ...sections.map((section) => [section.title, ...section.entries.flatMap(entryLines)]),
    ...(why.length > 0 ? [['Why it breaks', ...why]] : []),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

function entryLines({ names, about, lines }: Entry): readonly string[] {
  const title = [names.join(', '), about].filter((part) => part !== '').join(': ');
  return [...(title === '' ? [] : [wrap(`  ${title}`, 4)]), ...lines.flatMap(changeLines)];
}

function changeLines({ text, breaks, rule, todo, source }: Line): readonly string[] {
  const change = breaks === '' ? `    ${text}` : `!   ${text} (breaks ${breaks})`;
  const advice = source === '' ? `      → ${todo}` : `      → ${todo} (${source})`;
  return [wrap(rule === '' ? change : `${change} [${rule}]`, 8), ...(todo === '' ? [] : [wrap(advice, 8)])];
}

/** Breaks a line between words. All lines except the first are indented. */
function wrap(line: string, indent: number): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S) /)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > WIDTH && current.trim() !== '') {
      lines.push(current);
      current = ' '.repeat(indent) + word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
