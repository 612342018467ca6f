/** Results are kept between runs. */

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verdict } from '../../../scripts/history/judge.mjs';
import { Results } from '../../../scripts/history/results.mjs';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const verdict = (rest: Partial<Verdict>): Verdict => ({
  reached: 'generated',
  problems: [],
  messages: [],
  seconds: {},
  tried: 'generated',
  ...rest,
});

test('a verdict is used again, unless a further stage is asked for', async () => {
  const file = join(await temporaryFolder(), 'results.jsonl');
  const first = new Results(file);
  const [tried, stopped] = [verdict({}), verdict({ problems: ['no'] })];
  first.add('1', tried);
  first.add('2', stopped);
  const second = new Results(file);
  expect(second.find('1', 'adopted')).toEqual(tried);
  expect(second.find('1', 'generated')).toEqual(tried);
  expect(second.find('1', 'built')).toBeUndefined();
  expect(second.find('1')).toEqual(tried);
  expect(second.find('2', 'built')).toEqual(stopped);
  expect(second.find('3')).toBeUndefined();
});

test('the last verdict about a structure counts', async () => {
  const file = join(await temporaryFolder(), 'results.jsonl');
  const results = new Results(file);
  const further = verdict({ reached: 'built', tried: 'built' });
  results.add('1', verdict({}));
  results.add('1', further);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(new Results(file).find('1', 'built')).toEqual(further);
});

test('what is derived from a text is kept apart from verdicts', async () => {
  const file = join(await temporaryFolder(), 'results.jsonl');
  new Results(file).addDerived('text', { structure: '1', differing: ['Root'] });
  const results = new Results(file);
  expect(results.derivedFrom('text')).toEqual({ structure: '1', differing: ['Root'] });
  expect(results.derivedFrom('other')).toBeUndefined();
  expect(results.find('1')).toBeUndefined();
});

test('without a file, results last as long as the run', () => {
  const results = new Results();
  results.add('1', verdict({}));
  expect(results.find('1', 'generated')).toEqual(verdict({}));
});

test('a line that a killed run has not finished is removed, and the next run goes on', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'results.jsonl');
  new Results(file).add('1', verdict({ problems: ['Größe'] }));
  appendFileSync(file, '{"structure":"2","rea');
  const second = new Results(file);
  expect(second.find('2')).toBeUndefined();
  second.add('2', verdict({}));
  const third = new Results(file);
  expect([third.find('1')?.problems, third.find('2')?.reached]).toEqual([['Größe'], 'generated']);
});

test.each([
  ['text', 'mine\n', / has something else than results in line 1$/],
  ['other JSON', '{"structure":"1","problems":[]}\n{"name":"mine"}\n', / has something else than results in line 2$/],
  ['text without an end of the line', 'mine', / has something else than results in line 1$/],
  ['null', 'null\n', / has something else than results in line 1$/],
])('a file with %s is refused, and left as it is', async (_, text, message) => {
  const folder = await temporaryFolder({ 'results.jsonl': text });
  const file = join(folder, 'results.jsonl');
  expect(() => new Results(file)).toThrow(message);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a file that cannot be written is refused before anything is judged', async () => {
  const folder = await temporaryFolder();
  expect(() => new Results(join(folder, 'none/results.jsonl'))).toThrow(/^Cannot write results to .*: ENOENT$/);
  expect(() => new Results(folder)).toThrow(/^Cannot write results to .*: EISDIR$/);
});
