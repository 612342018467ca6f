/** Results are kept between runs. */

import { readFileSync } from 'node:fs';
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
