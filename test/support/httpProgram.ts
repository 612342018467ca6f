/** Starts programs that serve over HTTP, and waits until they do. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Ends a program with its input, so that it does not outlive the tests, however they end. */
const END_WITH_INPUT = "data:text/javascript,process.stdin.on('end', () => process.exit()).resume().unref()";

/** Whether processes have groups, which are ended together. */
const HAS_GROUPS = process.platform !== 'win32';

/** A program that runs. */
export interface RunningProgram {
  /** The line that it printed when it was ready. */
  readonly ready: string;
  /** Asks it to end, and waits until it does. */
  terminate(): Promise<void>;
  /** Kills it, with the programs that it has started. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** Tells the line, of any output, that the program prints when it can be reached. */
  readonly isReady: (line: string) => boolean;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a program. It has a third output, which some programs use. */
export async function startProgram(
  program: string,
  args: readonly string[],
  { isReady, cwd, env }: ProgramOptions,
): Promise<RunningProgram> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: HAS_GROUPS,
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    // Together with the programs that it has started.
    if (!HAS_GROUPS || child.pid === undefined) child.kill('SIGKILL');
    else if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  const terminate = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  let printed = '';
  const ready = await new Promise<string>((resolve, reject) => {
    for (const output of child.stdio.slice(1) as Readable[]) {
      createInterface(output).on('line', (line) => {
        printed += `${line}\n`;
        if (isReady(line)) resolve(line);
      });
    }
    exited.catch(reject);
    child.once('close', () => {
      reject(new Error(`${[program, ...args].join(' ')} ended before it was ready: ${printed}`));
    });
  });
  return { ready, terminate, stop };
}

/** Starts a program on this Node, which serves over HTTP. */
export function startHttpProgram(
  args: readonly string[],
  isReady: ProgramOptions['isReady'],
  env: NodeJS.ProcessEnv = {},
): Promise<RunningProgram> {
  return startProgram(process.execPath, ['--import', END_WITH_INPUT, ...args], { isReady, env });
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
