import { expect, test } from 'vitest';
import { judge, type Check } from './judge.js';

const check = (status: Check['status'], id = 'a'): Check => ({ id, status, description: 'does a' });

test('a scenario passes if all of its checks do', () => {
  const checks = [check('SUCCESS'), check('INFO'), check('SUCCESS')];
  expect(judge({ checks, exitCode: 0, said: 'much' })).toEqual({ passed: 2, total: 2, problems: [] });
});

test.each(['FAILURE', 'WARNING', 'SKIPPED'] as const)('%s is a problem', (status) => {
  const verdict = judge({ checks: [check('SUCCESS'), check(status, 'b')] });
  expect(verdict).toEqual({ passed: 1, total: 2, problems: [`${status} b: does a`] });
});

test('a problem says what went wrong, where the suite does', () => {
  const { problems } = judge({ checks: [check('SUCCESS'), { ...check('FAILURE'), errorMessage: 'got b' }] });
  expect(problems).toEqual(['FAILURE a: got b']);
});

test.each([[[]], [[check('INFO')]]])('nothing was proven by the checks %j', (checks) => {
  expect(judge({ checks })).toEqual({ passed: 0, total: 0, problems: ['No check succeeded'] });
});

test('the end of the suite counts, and what was said is kept with it', () => {
  const { problems } = judge({ checks: [check('SUCCESS')], exitCode: 1, said: 'Error: lost\n' });
  expect(problems).toEqual(['The suite ended with 1', 'Error: lost']);
});
