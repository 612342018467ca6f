#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { KEEP_COMMAND, runKept } from './keep/command.js';
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
  process.exitCode = await runKept(fileURLToPath(import.meta.url), args, terminal, interrupted.signal);
} else {
  const { runTalk } = await import('./run.js');
  process.exitCode = await runTalk(args, terminal, interrupted.signal);
}
setTimeout(() => process.exit(), GRACE).unref();
