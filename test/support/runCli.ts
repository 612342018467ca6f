/** Runs the built command line: in a process of its own, or in one that has run others before. */

import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished, TestRunner } from 'vitest';
import { ROOT } from './schemas.js';

/** What a finished process left behind. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The script behind the command `mcp-gen`. */
export const CLI: string = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const HOST = fileURLToPath(new URL('../fixtures/cliHost.mjs', import.meta.url));

/** Runs `mcp-gen` in a folder as a process of its own, with nobody at its input. */
export function runCliProcess(cwd: string, ...args: string[]): Promise<Finished> {
  return runProgram(cwd, process.execPath, [CLI, ...args]);
}

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `mcp-gen` in a folder, with nobody at its input, in a process that stays for the next command lines. A new process spends most
 * of its time on loading and compiling ts-morph and Prettier. Calls run one after another.
 */
export function runCli(cwd: string, ...args: string[]): Promise<Finished> {
  return runNext({ cwd: resolve(cwd), args });
}

/**
 * Runs the function `main` of a script with arguments, in a folder and in the process of {@link runCli}.
 *
 * @param script the path of its module from the folder of the project
 */
export function runScript(cwd: string, script: string, ...args: readonly string[]): Promise<Finished> {
  return runNext({ cwd: resolve(cwd), args, script: pathToFileURL(join(ROOT, script)).href });
}

/** What the host is asked to run: a command line of `mcp-gen`, or of a script. */
interface Line {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly script?: string;
}

function runNext(line: Line): Promise<Finished> {
  const finished = last.then(() => runInHost(line));
  last = finished.catch(() => undefined);
  return finished;
}

async function runInHost(line: Line): Promise<Finished> {
  // The host ends with this process, which closes the channel between them.
  const child = (host ??= fork(HOST, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  const stop = (): void => {
    if (host === child) host = undefined;
    child.kill('SIGKILL');
  };
  const ended = new AbortController();
  if (TestRunner.getCurrentTest() !== undefined) {
    onTestFinished(() => {
      if (!ended.signal.aborted) stop();
    });
  }
  keepAlive(child, true);
  child.send(line);
  const closed = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(
      `The command line ended its process (${String(signal ?? code)}): ${line.script ?? 'mcp-gen'} ${line.args.join(' ')}`,
    );
  });
  try {
    const [finished] = (await Promise.race([once(child, 'message', { signal: ended.signal }), closed])) as [Finished];
    return finished;
  } catch (error) {
    stop();
    throw error;
  } finally {
    keepAlive(child, false);
    ended.abort();
    closed.catch(() => undefined);
  }
}

/** Whether the process of the tests waits for the host: only while a command line runs. */
function keepAlive(child: ChildProcess, isRunning: boolean): void {
  if (isRunning) child.ref();
  else child.unref();
  child.channel?.[isRunning ? 'ref' : 'unref']();
}

/** Runs any program until it ends, whatever its exit code; one that was killed has the code -1. None outlives its test. */
export async function runProgram(
  cwd: string,
  command: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<Finished> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => void child.kill('SIGKILL'));
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code: code ?? -1, stdout, stderr };
}
