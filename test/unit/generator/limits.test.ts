/** What guards and zod schemas make of the limits that tags state. */

import { describe, expect, test } from 'vitest';
import { zodGuards } from '../../oracle/targetGuards.js';
import { compileText } from '../../support/compileText.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { loadJudges } from '../../support/loadGenerated.js';

const TEXT = `
  /** @pattern ^.$ */
  export type Sign = string;
  export interface Text { type: 'text'; text: string }
  export interface Image { type: 'image'; data: string }
  export interface Message {
    /** @minProperties 3 */
    part: Text | Image;
  }`;

describe.each([
  ['typescript', () => loadJudges(emitProtocols([compileText(TEXT)])).guards],
  ['zod', () => zodGuards(TEXT, '2025-03-27')],
])('%s', (_, guardsOf) => {
  const guards = guardsOf();

  test('a pattern counts code points', () => {
    expect(['𝒳', 'a', 'ab'].map((value) => guards['Sign']?.(value))).toEqual([true, true, false]);
  });

  test('a union with a tag has limits of its own at a property', () => {
    const image = { type: 'image', data: '' };
    const parts = [image, { ...image, name: '' }, { type: 'image', name: '', size: 0 }];
    expect(parts.map((part) => guards['Message']?.({ part }))).toEqual([false, true, false]);
  });
});
