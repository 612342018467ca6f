/** Formats a report as plain text for terminals and reviews. */

import type { Report } from './compareProtocols.js';
import {
  breakingReasons,
  LEGEND,
  sectionsOf,
  titleOf,
  totalsOf,
  unusedText,
  readersOf,
  type Entry,
  type Line,
} from './summary.js';

const WIDTH = 100;

/** Returns lines of at most 100 characters, longer words aside. Breaking changes start with an exclamation mark. */
export function formatText(report: Report): string {
  const head = [titleOf(report), totalsOf(report), wrap(unusedText(report), 0)].filter((line) => line !== '');
  if (report.equal) return head.join('\n');
  const sections = sectionsOf(report).map(({ title, entries }) => [title, ...entries.flatMap(entryLines)].join('\n'));
  const reasons = breakingReasons(report).map(({ rule, reason }) => wrap(`  ${rule}: ${reason}`, 4));
  const why = reasons.length > 0 ? [['Why it breaks', ...reasons].join('\n')] : [];
  return [[...head, wrap(LEGEND, 0)].join('\n'), ...sections, ...why].join('\n\n');
}

function entryLines({ names, about, lines }: Entry): readonly string[] {
  const title = [names.join(', '), about ?? ''].filter((part) => part !== '').join(': ');
  return [...(title === '' ? [] : [wrap(`  ${title}`, 4)]), ...lines.flatMap(changeLines)];
}

function changeLines(line: Line): readonly string[] {
  const { text, breaks, rule, advice } = line;
  const start = breaks.length === 0 ? `    ${text}` : `!   ${text} (breaks ${readersOf(line)})`;
  const source = advice?.source === undefined ? '' : ` (${advice.source})`;
  return [
    wrap(rule === undefined ? start : `${start} [${rule}]`, 8),
    ...(advice ? [wrap(`      → ${advice.todo}${source}`, 8)] : []),
  ];
}

/** Breaks a line between words. All lines but the first are indented. */
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
