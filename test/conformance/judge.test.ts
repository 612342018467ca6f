import { expect, test } from 'vitest';
import { judge, type Check } from './judge.js';
import { clientExitIn } from './suite.js';

const check = (status: Check['status'], id = 'a'): Check => ({ id, status, description: 'does a' });

const NOTHING = {
  passed: 0,
  total: 0,
  failed: 0,
  skipped: 0,
  warnings: 0,
  exit: undefined,
  problems: [],
  exceptions: [],
};

test('a scenario passes if all of its checks do', () => {
  const checks = [check('SUCCESS'), check('INFO'), check('SUCCESS')];
  expect(judge({ checks, exitCode: 0, said: 'much' })).toEqual({ ...NOTHING, passed: 2, total: 2, exit: 0 });
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

test('an error that is expected has to be printed', () => {
  const checks = [check('SUCCESS')];
  expect(judge({ checks, exitCode: 0, said: 'Error: another digest' }, [], 'another digest').problems).toEqual([]);
  expect(judge({ checks, exitCode: 0, said: 'Error: lost' }, [], 'another digest').problems).toEqual([
    'Expected the error "another digest"',
    'Error: lost',
  ]);
});

test.each([
  [0, '', []],
  [1, '', ['Expected the client to end with 0, not with 1']],
  ['timeout', '', ['Expected the client to end with 0, not with timeout']],
  [1, 'lost', []],
  [0, 'lost', ['Expected the client to end with an error, not with 0']],
  ['timeout', 'lost', ['Expected the client to end with an error, not with timeout']],
] as const)(
  'a client that ends with %s where the error "%s" is expected has the problems %j',
  (clientExit, error, problems) => {
    const outcome = { checks: [check('SUCCESS')], exitCode: 0, clientExit };
    expect(judge(outcome, [], error).problems.filter((one) => one.includes('client'))).toEqual(problems);
  },
);

test.each([
  ['Starting scenario: a\n', 0],
  ['\nClient exited with code 7\n\nStderr:\nlost', 7],
  ['\nClient exited with code -1\n', -1],
  ['\nClient timed out after 30000ms\n', 'timeout'],
] as const)('from what the suite prints, %j, follows how the client ended: %s', (stderr, exit) => {
  expect(clientExitIn(stderr)).toBe(exit);
});

const exception = { status: 'SKIPPED', message: 'did not send b', reason: 'nobody sends b' } as const;

test('an expected exception is reported with its reason, and counts in no number', () => {
  const skipped = { ...check('SKIPPED'), errorMessage: 'The client did not send b.' };
  expect(judge({ checks: [check('SUCCESS'), skipped] }, [exception])).toEqual({
    ...NOTHING,
    passed: 1,
    total: 1,
    skipped: 1,
    exceptions: ['SKIPPED The client did not send b. Expected: nobody sends b'],
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

test('a scenario that the suite skips as a whole passes while it does, and is a problem as soon as it is run', () => {
  const whole = { ...exception, isAll: true };
  const skipped = { ...check('SKIPPED'), errorMessage: 'did not send b' };
  expect(judge({ checks: [skipped] }, [whole])).toMatchObject({ passed: 0, skipped: 1, problems: [] });
  expect(judge({ checks: [skipped, check('SUCCESS', 'b')] }, [whole]).problems).toEqual([
    'Expected no check beside those that are skipped',
  ]);
  expect(judge({ checks: [check('SUCCESS')] }, [whole]).problems).toHaveLength(2);
});
