import type { Gap } from '../openapi/gaps.js';
import { printableLine } from '../printable.js';

/** The most gaps that are listed. */
const MOST = 20;

/** Returns the lines about gaps. */
export function describeGaps(gaps: readonly Gap[]): readonly string[] {
  if (gaps.length === 0) return [];
  const lines = gaps.slice(0, MOST).map(({ place, message }) => `  ${printableLine(`${place}: ${message}.`)}`);
  const more = gaps.length > MOST ? [`  ... and ${gaps.length - MOST} more: --json lists all.`] : [];
  return ['Gaps between the document and the tools:', ...lines, ...more];
}
