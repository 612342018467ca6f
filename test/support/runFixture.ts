/** Runs the tests of a folder under test/fixtures in a run of their own. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './schemas.js';

/** What a run printed, and its exit code. */
export interface FixtureRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param args further arguments of Vitest */
export async function runFixture(
  name: string,
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<FixtureRun> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const config = join(ROOT, 'test/fixtures', name, 'vitest.config.ts');
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--config', config, ...args], {
    env: { ...process.env, EXPECTED_OMISSIONS: undefined, MCP_GEN_TESTS: undefined, ...env, NO_COLOR: '1' },
  });
  return run.then(
    (output) => ({ code: 0, ...output }),
    (error: unknown) => error as FixtureRun,
  );
}
