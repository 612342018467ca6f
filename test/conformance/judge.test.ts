import { expect, test } from 'vitest';
import { judge, type Check } from './judge.js';

const check = (status: Check['status'], id = 'a'): Check => ({ id, status, description: 'does a' });

test('a scenario passes if all of its checks do', () => {
  const checks = [check('SUCCESS'), check('INFO'), check('SUCCESS')];
  expect(judge({ checks, exitCode: 0, said: 'much' })).toEqual({ passed: 2, total: 2, problems: [], exceptions: [] });
});

test.each(['FAILURE', 'WARNING', 'SKIPPED'] as const)('%s is a problem', (status) => {
  const verdict = judge({ checks: [check('SUCCESS'), check(status, 'b')] });
  expect(verdict).toMatchObject({ passed: 1, total: 2, problems: [`${status} b: does a`] });
});

test('a problem says what went wrong, where the suite does', () => {
  const { problems } = judge({ checks: [check('SUCCESS'), { ...check('FAILURE'), errorMessage: 'got b' }] });
  expect(problems).toEqual(['FAILURE a: got b']);
});

test.each([[[]], [[check('INFO')]]])('nothing was proven by the checks %j', (checks) => {
  expect(judge({ checks })).toMatchObject({ passed: 0, total: 0, problems: ['No check succeeded'] });
});

test('the end of the suite counts, and what was said is kept with it', () => {
  const { problems } = judge({ checks: [check('SUCCESS')], exitCode: 1, said: 'Error: lost\n' });
  expect(problems).toEqual(['The suite ended with 1', 'Error: lost']);
});

const exception = { status: 'SKIPPED', message: 'did not send b', reason: 'there is no b' } as const;

test('an expected exception is reported with its reason, and counts in no number', () => {
  const skipped = { ...check('SKIPPED'), errorMessage: 'The client did not send b.' };
  expect(judge({ checks: [check('SUCCESS'), skipped] }, [exception])).toEqual({
    passed: 1,
    total: 1,
    problems: [],
    exceptions: ['SKIPPED The client did not send b. Expected: there is no b'],
  });
});

test.each(['FAILURE', 'WARNING'] as const)('an exception for another status does not cover %s', (status) => {
  const checks = [check('SUCCESS'), { ...check(status), errorMessage: 'did not send b' }];
  expect(judge({ checks }, [exception]).problems).toContain(`${status} a: did not send b`);
});

test('an exception that does not occur is a problem', () => {
  const { problems } = judge({ checks: [check('SUCCESS')] }, [exception]);
  expect(problems).toEqual(['Expected a check that is SKIPPED with the message "did not send b"']);
});
