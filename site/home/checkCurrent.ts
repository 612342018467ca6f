/** Checks what a field has, and says nothing of a text that has changed meanwhile. */

import { reasonOf } from '../reason.js';
import type { Checked } from './checkText.js';
import { markedLines, verdictItems } from './live.js';
import { element, type Tree } from './tree.js';

/** What the live example shows of a text. */
export interface Outcome {
  readonly text: string;
  readonly items: readonly Tree[];
  readonly marked: readonly Tree[];
}

/**
 * Checks a text.
 *
 * @param current returns the text as it is at the moment
 * @param check checks it. That it fails is shown
 * @returns undefined if the text has changed before the check ended
 */
export async function checkCurrent(
  current: () => string,
  check: (text: string) => Promise<Checked>,
): Promise<Outcome | undefined> {
  const text = current();
  const outcome = await check(text).then(
    (checked) => ({ text, items: verdictItems(checked), marked: markedLines(text, checked) }),
    (error: unknown) => ({
      text,
      items: [element('li', { class: 'no' }, `The check failed: ${reasonOf(error)}`)],
      marked: [],
    }),
  );
  return current() === text ? outcome : undefined;
}
