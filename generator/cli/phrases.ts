import type { WriteResult } from '../write/writeFiles.js';

/** Returns a number with its noun: `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Joins words for a sentence: `a, b, and c`. */
export function joinWords(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
}

/** Returns `3 written, 0 removed, 7 unchanged`. */
export function describeWritten({ written, removed, unchanged }: WriteResult): string {
  return `${written.length} written, ${removed.length} removed, ${unchanged} unchanged`;
}
