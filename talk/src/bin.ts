#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { after } from '@mcp-gen/runtime';
import { ExitCode } from './failures.js';
import { KEEP_COMMAND, runKept } from './keep/command.js';
import { socketPath } from './keep/place.js';
import { processTerminal } from './terminal.js';

/** Milliseconds after which the process exits even if something keeps it alive. */
const GRACE = 5_000;
/** Milliseconds that connections are kept, and that the process waits for a command without one. */
const KEEP = { idleTime: 300_000, lingerTime: 10_000 };

const args = process.argv.slice(2);
const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;

if (own[0] === KEEP_COMMAND && own[1] !== undefined) {
  const { keepConnections } = await import('./keep/process.js');
  await keepConnections(own[1], KEEP);
  process.exit();
}

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());
const terminal = processTerminal(process);

if (own.includes('--keep')) {
  process.exitCode = await keptExitCode(fileURLToPath(import.meta.url));
} else {
  const { runTalk } = await import('./run.js');
  process.exitCode = await runTalk(args, terminal, interrupted.signal);
}
after(GRACE, () => process.exit());

async function keptExitCode(program: string): Promise<ExitCode> {
  try {
    const path = await socketPath(program, process.cwd());
    return await runKept(path, args, terminal, interrupted.signal, program);
  } catch (error) {
    terminal.note(`error: ${error instanceof Error ? error.message : String(error)}`);
    return ExitCode.server;
  }
}
