/** Hands a command line over to the process that keeps connections, which is started if need be. Loads little, so that it is quick. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { after } from '@mcp-gen/runtime';
import { ExitCode } from '../failures.js';
import { hasColors, type Terminal } from '../terminal.js';
import { hear, tell, type FromProcess } from './channel.js';

/** The command of the process that keeps connections. */
export const KEEP_COMMAND = 'keep-connections';

/** Milliseconds that the process may take to start. */
const START_TIMEOUT = 10_000;
/** Milliseconds between attempts to reach it. */
const INTERVAL = 20;

/**
 * Runs a command line in the process that keeps connections.
 *
 * @param path of its socket
 * @param program the path of this program, to start the process. Default: it has to listen already
 * @throws {Error} if the process does not run, and cannot be started.
 */
export async function runKept(
  path: string,
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
  program?: string,
): Promise<ExitCode> {
  const socket = (await reach(path)) ?? (await start(path, program));
  return converse(socket, args, terminal, signal);
}

/** Returns a connection; undefined if nobody listens. */
async function reach(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ECONNREFUSED' && code !== 'ENOENT') throw error;
    return undefined;
  }
}

async function start(path: string, program: string | undefined): Promise<Socket> {
  if (program === undefined) throw new Error(`No process listens at ${path}`);
  // A process that was killed has left its socket behind.
  await rm(path, { force: true });
  const child = spawn(process.execPath, [program, KEEP_COMMAND, path], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.unref();
  let why: string | undefined;
  child.once('exit', (code) => (why = `it has exited with ${code}`));
  child.once('error', (error) => (why = error.message));
  for (const end = Date.now() + START_TIMEOUT; Date.now() < end && why === undefined;) {
    const socket = await reach(path);
    if (socket !== undefined) return socket;
    await new Promise((resolve) => after(INTERVAL, () => resolve(undefined), { keepsAlive: true }));
  }
  // Another command has started one in the meantime, which made this one exit.
  const socket = await reach(path);
  if (socket !== undefined) return socket;
  throw new Error(`The process that keeps connections did not start: ${why ?? 'it does not listen'}`);
}

async function converse(
  socket: Socket,
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const ended = new AbortController();
  const stop = (): void => {
    ended.abort();
    socket.destroy();
  };
  signal.addEventListener('abort', stop);
  let code: ExitCode | undefined;
  hear(socket, (message: FromProcess) => {
    if ('print' in message) terminal.print(message.print);
    else if ('note' in message) terminal.note(message.note);
    else if ('status' in message) terminal.status(message.status);
    else if ('exit' in message) code = message.exit;
    else if ('read' in message) void terminal.input().then((input) => tell(socket, { input }));
    else {
      // The end of the input ends the command.
      terminal.ask?.(message.ask, signal).then((answer) => tell(socket, { answer }), stop);
    }
  });
  const { columns, images } = terminal;
  const isColored = hasColors(process);
  tell(socket, { args, isColored, canAsk: terminal.ask !== undefined, columns, images });
  await once(socket, 'close');
  signal.removeEventListener('abort', stop);
  terminal.status('');
  if (ended.signal.aborted) return ExitCode.interrupted;
  if (code !== undefined) return code;
  terminal.note('error: the process that keeps connections has ended');
  return ExitCode.server;
}
