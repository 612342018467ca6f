/** Every limit that callers share: a caller that takes everything, and a newcomer that is served. */

import { describe, expect, test } from 'vitest';
import { modulesIn } from '../architecture/modules.js';
import { readProjectFile } from '../support/schemas.js';
import { leaveOut } from '../support/omissions.js';
import { LEFT_OUT, ROWS } from './rows.js';

/** The small limit that is tried. */
const LIMIT = 6;

/** The names of all declarations in the sources. */
const declared = ['runtime/src', 'sdk/src', 'auth/src', 'redis/src'].flatMap(modulesIn).flatMap(({ path }) => {
  const source = readProjectFile(path);
  return [...source.matchAll(/\b(\w+): SharedLimit = \{/g)].map(([, name]) => name ?? '');
});

test('each declaration has a row, and each row a declaration', () => {
  expect(declared.length).toBeGreaterThan(0);
  expect(Object.keys(ROWS).toSorted()).toEqual(declared.toSorted());
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
});
