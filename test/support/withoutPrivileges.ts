/** Runs programs as an unprivileged user, so that tests of file modes give the same result for root. */

import { expect } from 'vitest';
import { runProgram } from './runCli.js';
import { ROOT } from './schemas.js';

/**
 * Declares what a program calls to become a user that file permissions apply to. This user may not be able to read the
 * project: modules have to be loaded before.
 *
 * The real user id has to change, since access(2) goes by it. There is no way back from that, hence a process of its own.
 */
const GIVE_UP = `
  const NOBODY = 65534;
  function giveUpPrivileges() {
    if (process.getuid() !== 0) return;
    process.setgroups([]);
    process.setgid(NOBODY);
    process.setuid(NOBODY);
  }
`;

/**
 * Runs a module that may call `giveUpPrivileges()`, and returns what it prints, read as JSON. It imports the packages as they
 * are built. Its arguments begin at `process.argv[1]`. Not for Windows, where files have no modes.
 */
export async function runWithoutPrivileges(module: string, ...args: readonly string[]): Promise<unknown> {
  const given = ['--input-type=module', '--eval', GIVE_UP + module, ...args];
  const { code, stdout, stderr } = await runProgram(ROOT, process.execPath, given);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
