/** Adopting an official schema keeps the prose of declarations that have not changed. */

import { expect, test } from 'vitest';
import { carryProse as carryFiles, withoutProse } from '../../../generator/adopt/carryProse.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';

function carryProse(
  official: string,
  described: string,
): { readonly text: string; readonly changed: readonly string[] } {
  const { texts, changed } = carryFiles(
    [{ file: 'next/schema.ts', text: official }],
    [{ file: '2026-07-28/schema.ts', text: described }],
  );
  return { text: texts.join(''), changed };
}

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

test('comments behind members are removed, and what looks like one in a value is not', () => {
  const text = `export interface A {
  a: 'http://x'; // official words
  // official words
  /* official words */${' \t'}
  b: /* official */ string; /* official
    words */
  c: string;
}
`;
  expect(withoutProse(text)).toBe("export interface A {\n  a: 'http://x';\n  b: string;\n  c: string;\n}\n");
});

test('white space and quotes in values are not layout', () => {
  const states = (value: string): string => `/** The state. */\nexport type State = 'new' | ${value};\n`;
  const official = states("'in progress'");
  expect(carryProse(official, states("'inprogress'"))).toEqual({ text: withoutProse(official), changed: ['State'] });
  expect(carryProse(states('"a\'b"'), states("'a\"b'")).changed).toEqual(['State']);
  expect(carryProse(states('"in progress"'), official)).toEqual({ text: official, changed: [] });
});

test('each constant of a statement is compared, and an interface in parts has no prose of another one', () => {
  const constants = '/** Limits. */\nexport const LEAST = 1, MOST = 5;\n';
  expect(carryProse(constants.replace('5', '6'), constants).changed).toEqual(['LEAST', 'MOST']);
  expect(carryProse('export const LEAST = 1, MOST = 5;\n', constants)).toEqual({ text: constants, changed: [] });
  const parts = 'export interface Route { stops: number }\nexport interface Route { name: string }\n';
  const split = 'export interface Route { stops: number; name: string }\n';
  expect(carryProse(split, parts)).toEqual({ text: split, changed: ['Route'] });
  expect(carryProse(parts, split)).toEqual({ text: parts, changed: ['Route'] });
});

test.each(REVISION_IDS)('revision %s keeps its whole prose', (id) => {
  const text = schemaText(id);
  const carried = carryProse(withoutProse(text), text);
  const lines = (each: string): readonly string[] => each.split('\n').filter((line) => /^\s*(\/\*\*|\*)/.test(line));
  expect(carried.changed).toEqual([]);
  expect(lines(carried.text)).toEqual(lines(text));
});

test('a schema keeps its header, with the name of the revision that it is for', () => {
  const header = '// The schema of revision 2026-07-28.\n//\n// Written by hand.\n\n';
  const official = '// Official header.\n\n/** Official words. */\nexport const SPEED = 5;\n';
  const { text } = carryProse(official, header + described);
  expect(text).toBe(
    '// The schema of revision next.\n//\n// Written by hand.\n\n/** The speed. */\nexport const SPEED = 5;\n',
  );
});

test('declarations keep their prose when they move to another file, and files the headers that they have', () => {
  const ways = "// Ways of next.\n\nimport type { Route } from '../schema.js';\n\n/** Official words. */\n";
  const { texts, changed } = carryFiles(
    [
      {
        file: 'next/schema.ts',
        text: `export * from './parts/ways.js';\n${described.replace(/\n\/\*\* How to go[^]*/, '')}`,
      },
      { file: 'next/parts/ways.ts', text: `${ways}export type Way = 'foot' | 'bus';\nexport const SPEED = 6;\n` },
    ],
    [
      { file: '2026-07-28/schema.ts', text: `export * from './parts/ways.js';\n${described}` },
      { file: '2026-07-28/parts/ways.ts', text: '// The ways of 2026-07-28.\n\nexport const FAST = 9;\n' },
    ],
  );
  expect(texts[0]).toContain('Where to go.');
  expect(texts[1]).toBe(
    "// The ways of next.\n\nimport type { Route } from '../schema.js';\n\n/** How to go. */\nexport type Way = 'foot' | 'bus';\nexport const SPEED = 6;\n",
  );
  expect(changed).toEqual(['SPEED']);
});
