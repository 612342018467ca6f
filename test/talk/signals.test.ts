/** A signal ends the program as Ctrl-C does, and what it has begun. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { PROGRAM } from './talk.js';

const SERVER = join(ROOT, 'test/talk/fixtures/process.mjs');

const missing = process.platform === 'win32' ? 'signals are those of POSIX' : undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  testUnless(missing, `${signal} aborts the call, and the program ends as interrupted`, async () => {
    const folder = await temporaryFolder();
    const args = ['call', '--env', `FOLDER=${folder}`, `${process.execPath} ${SERVER}`, 'wait'];
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await expect.poll(() => readdir(folder)).toContain('waiting');
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
    expect(await readdir(folder)).toContain('cancelled');
  });
}
