#!/usr/bin/env node
import { after } from '@mcp-gen/runtime';
import { runTalk } from './run.js';
import { processTerminal } from './terminal.js';

/** Milliseconds after which the process exits even if something keeps it alive. */
const GRACE = 5_000;

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());

process.exitCode = await runTalk(process.argv.slice(2), processTerminal(process), interrupted.signal);
after(GRACE, () => process.exit());
