/** Runs the built command line as a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished, TestRunner } from 'vitest';

/** What a finished process left behind. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The script behind the command `mcp-gen`. */
export const CLI: string = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Runs `mcp-gen` in a folder, with nobody at its input. */
export function runCli(cwd: string, ...args: string[]): Promise<Finished> {
  return runProgram(cwd, process.execPath, [CLI, ...args]);
}

/** Runs any program until it ends, whatever its exit code; one that was killed has the code -1. None outlives its test. */
export async function runProgram(cwd: string, command: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => void child.kill('SIGKILL'));
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code: code ?? -1, stdout, stderr };
}
