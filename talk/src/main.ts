/**
 * The whole program, for other programs that have its commands: it reads and writes the terminal of the process, and ends at its signals.
 *
 * @module
 */

import { fileURLToPath } from 'node:url';
import { after } from '@mcp-gen/runtime';
import { ExitCode } from './failures.js';
import { KEEP_COMMAND, runKept } from './keep/runKept.js';
import { socketPath } from './keep/place.js';
import { processTerminal } from './terminal.js';

/** Milliseconds after which the process exits even if something keeps it alive. */
const GRACE = 5_000;
/** Milliseconds that connections are kept, and that the process waits for a command without one. */
const KEEP = { idleTime: 300_000, lingerTime: 10_000 };

/**
 * Runs a command line in this process, and returns its exit code. The process exits soon afterwards.
 *
 * @param args without `node` and the name of the script
 */
export async function main(args: readonly string[]): Promise<ExitCode> {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own[0] === KEEP_COMMAND && own[1] !== undefined) {
    const { keepConnections } = await import('./keep/keepConnections.js');
    await keepConnections(own[1], KEEP);
    process.exit();
  }
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  // SIGHUP: the terminal was closed.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupted.abort());
  try {
    if (own.includes('--keep')) return await runApart(args, interrupted.signal);
    const { runTalk } = await import('./run.js');
    return await runTalk(args, processTerminal(process), interrupted.signal);
  } finally {
    after(GRACE, () => process.exit());
  }
}

/** Runs a command line in the process that keeps connections. */
async function runApart(args: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const program = fileURLToPath(new URL('./bin.js', import.meta.url));
  const terminal = processTerminal(process);
  try {
    return await runKept(await socketPath(program, process.cwd()), args, terminal, signal, program);
  } catch (error) {
    terminal.note(`error: ${error instanceof Error ? error.message : String(error)}`);
    return ExitCode.server;
  }
}
