/** Adopting an official schema keeps the prose of declarations that have not changed. */

import { expect, test } from 'vitest';
import { carryProse } from '../../../generator/adopt/carryProse.js';
import { withoutProse } from '../../../generator/adopt/withoutProse.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';

const described = `/**
 * Where to go.
 */
export interface Route {
  /** The number of stops.
   * @minimum 0 */
  stops: number;
}

/** How to go. */
export type Way = 'foot' | 'bus';

/** The speed. */
export const SPEED = 5;
`;

test('declarations that are the same have the prose of before, in any layout', () => {
  const official = `/** Official words. */
export interface Route {
  /**
   * More official words.
   * @minimum 0
   */
  stops: number
}

export type Way =
  | "foot" // official
  | "bus";
`;
  const { text, changed } = carryProse(official, described);
  expect(text).toContain('Where to go.');
  expect(text).toContain('/** How to go. */');
  expect(text).not.toMatch(/official/i);
  expect(changed).toEqual([]);
});

test('declarations that differ are listed, and have no prose', () => {
  const official = described
    .replace('@minimum 0', '@minimum 1')
    .replace("'bus'", "'train'")
    .replace('export const', '/** Official words. */\nexport interface Added { a: string }\nexport const');
  const { text, changed } = carryProse(official, described);
  expect(changed).toEqual(['Route', 'Way']);
  expect(text).not.toMatch(/Where to go|How to go|Official words/);
  expect(text).toContain('/** The speed. */');
  expect(text).toContain('@minimum 1');
});

test.each(REVISION_IDS)('revision %s keeps its whole prose', (id) => {
  const text = schemaText(id);
  const carried = carryProse(withoutProse(text), text);
  const lines = (each: string): readonly string[] => each.split('\n').filter((line) => /^\s*(\/\*\*|\*)/.test(line));
  expect(carried.changed).toEqual([]);
  expect(lines(carried.text)).toEqual(lines(text));
});
