/** What a run leaves out is counted and listed, and fails the run if it was not expected. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFixture } from '../../support/runFixture.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const LEFT_OUT = 'left out: no browser is installed\n  omissions.ts > needs a browser\n';

async function runExpecting(reasons: string, env: NodeJS.ProcessEnv = {}): Promise<{ code: number; stdout: string }> {
  const file = join(await temporaryFolder({ 'expected.txt': reasons }), 'expected.txt');
  const { code, stdout } = await runFixture('omissions', { ...env, EXPECTED_OMISSIONS: file });
  return { code, stdout: stdout.replaceAll(file, 'expected.txt') };
}

test('each reason is listed with its tests', async () => {
  const { code, stdout } = await runFixture('omissions', {});
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${LEFT_OUT}1 passed, 0 failed, 1 skipped\n` });
});

test('a reason that is expected passes', async () => {
  const { code, stdout } = await runExpecting('# A comment\n\nno browser is installed\n');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${LEFT_OUT}1 passed, 0 failed, 1 skipped\n` });
});

test('a reason that is not expected fails, and so does one that does not occur', async () => {
  const { code, stdout } = await runExpecting('no Redis is installed\n');
  expect(code).toBe(1);
  expect(stdout).toBe(
    `${LEFT_OUT}failed: Unexpected omission: no browser is installed. Provide what the tests need, or add the reason to expected.txt.
failed: Expected omission that did not occur: no Redis is installed. Remove it from expected.txt.
1 passed, 2 failed, 1 skipped
`,
  );
});

test('a test that is skipped without a reason fails', async () => {
  const { code, stdout } = await runFixture('omissions', { UNEXPLAINED: '1' });
  expect(code).toBe(1);
  expect(stdout).toContain('left out: no reason given: use leaveOut() of test/support/omissions.ts\n');
  expect(stdout).toMatch(/\nfailed: Tests were skipped without a reason\.\n1 passed, 1 failed, 2 skipped\n$/);
});

test('a test that fails is listed with the first line of its error', async () => {
  const { code, stdout } = await runFixture('omissions', { FAILING: '1' });
  expect(code).toBe(1);
  expect(stdout).toContain(
    '\nfailed: omissions.ts > fails: the first line\nfailed: omissions.ts > fails with its hook: the hook\n',
  );
});

test('a run of some tests is not judged by what it leaves out', async () => {
  const { code, stdout } = await runFixture('omissions', { UNEXPLAINED: '1' }, '-t', 'runs');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1 passed, 0 failed, 2 skipped\n' });
});

test('files that take long are counted where they are left out', async () => {
  const { stdout } = await runFixture('omissions', { MCP_GEN_TESTS: 'short' });
  const files = readdirSync(join(ROOT, 'test'), { encoding: 'utf8', recursive: true });
  const long = files.filter((path) => path.endsWith('.long.test.ts'));
  expect(long.length).toBeGreaterThan(0);
  expect(stdout).toContain(
    `${LEFT_OUT}left out: ${long.length} test files that take long, which npm test -- --long runs\n1 passed`,
  );
});
