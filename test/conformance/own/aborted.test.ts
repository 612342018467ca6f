/** A check of a server that is ended leaves no program running. */

import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { checkServer } from '../../../conformance/src/checkServer.js';
import { CHECKED_REVISIONS } from '../../../conformance/src/revisions.js';
import { isRunning } from '../../support/programs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

/** It says nothing, and goes on when its input ends. A file has its process as the name. */
const STUBBORN = "require('node:fs').writeFileSync(String(process.pid), ''); setInterval(() => {}, 1000);";

test('programs are ended, also those that do not answer, and those that go on when their input ends', async () => {
  const cwd = await temporaryFolder();
  const ending = new AbortController();
  const checking = checkServer({ command: [process.execPath, '-e', STUBBORN], cwd }, { signal: ending.signal });
  await expect.poll(() => readdir(cwd)).toHaveLength(CHECKED_REVISIONS.length);
  const processes = (await readdir(cwd)).map(Number);
  onTestFinished(() => processes.filter(isRunning).forEach((pid) => process.kill(pid, 'SIGKILL')));
  expect(processes.every(isRunning)).toBe(true);
  ending.abort();
  // A server whose check was interrupted is not called unreachable.
  expect(await checking).toEqual([]);
  expect(processes.filter(isRunning)).toEqual([]);
});

test('nothing is started for one that is over before it begins', async () => {
  const cwd = await temporaryFolder();
  const command = [process.execPath, '-e', STUBBORN];
  expect(await checkServer({ command, cwd }, { signal: AbortSignal.abort() })).toEqual([]);
  expect(await readdir(cwd)).toEqual([]);
});
