/** Every limit that callers share: a caller that takes everything, and a newcomer that is served. */

import { describe, expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';
import { leaveOut } from '../support/omissions.js';
import { cellsOf, declarations } from './declarations.js';
import { LEFT_OUT, ROWS } from './rows.js';

/** The small limit that is tried. */
const LIMIT = 6;

const declared = await declarations();

test('each declaration has a row, and each row a declaration', () => {
  expect(declared.size).toBeGreaterThan(0);
  expect(Object.keys(ROWS).toSorted()).toEqual([...declared.keys()].toSorted());
});

test('SECURITY.md has a row of each declaration, written from it', () => {
  const page = readProjectFile('SECURITY.md');
  const [, section = ''] = page.split('\n### Limits that callers share\n');
  const [, , ...rows] = section.split('\n### ')[0]?.match(/^\|.*\|$/gm) ?? [];
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const expected = [...declared.values()].map(cellsOf);
  const missing = expected.map((row) => `| ${row.join(' | ')} |`).join('\n');
  expect(cells, `Replace the rows of the table by:\n${missing}`).toEqual(expected);
});

for (const [name, reason] of Object.entries(LEFT_OUT)) if (reason !== undefined) leaveOut(name, reason);

const tried = Object.entries(ROWS).filter(([name]) => LEFT_OUT[name] === undefined);

describe.each(tried)('%s', (_name, open) => {
  test('a caller takes everything, and a newcomer is served, and keeps what it has', async () => {
    const { take, isKept } = await open(LIMIT);
    const all = [];
    for (let count = 0; count < LIMIT; count++) all.push(await take('192.0.2.1'));
    expect(all).not.toContain(undefined);
    const ofNewcomer = await take('198.51.100.1');
    expect(ofNewcomer).toBeDefined();
    for (let count = 0; count < LIMIT; count++) await take('192.0.2.1');
    expect(ofNewcomer && (await isKept(ofNewcomer))).toBe(true);
    const ofNext = await take('203.0.113.1');
    expect(ofNext).toBeDefined();
    for (const item of [ofNewcomer, ofNext]) expect(item && (await isKept(item))).toBe(true);
  });

  test('a caller with many addresses of one network takes everything, and a newcomer is served', async () => {
    const { take, isKept } = await open(LIMIT);
    const all = [];
    for (let count = 0; count < LIMIT; count++) all.push(await take(`2001:db8:1:${count}::1`));
    expect(all).not.toContain(undefined);
    const ofNewcomer = await take('2001:db8:ffff::1');
    expect(ofNewcomer).toBeDefined();
    for (let count = 0; count < LIMIT; count++) await take(`2001:db8:1:${count + LIMIT}::1`);
    expect(ofNewcomer && (await isKept(ofNewcomer))).toBe(true);
  });

  test('addresses of one network have less than a caller with as many as two of them, and lose nothing for a newcomer', async () => {
    const { take, isKept } = await open(LIMIT);
    const ofNetwork = [];
    for (let count = 1; count <= 4; count++) ofNetwork.push(await take(`192.0.2.${count}`));
    for (let count = 0; count < 2; count++) expect(await take('203.0.113.1')).toBeDefined();
    expect(await take('198.51.100.1')).toBeDefined();
    for (const item of ofNetwork) expect(item && (await isKept(item))).toBe(true);
  });
});
