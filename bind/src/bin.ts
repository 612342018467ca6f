#!/usr/bin/env node
import { escapeHidden, printable, processTerminal } from './compiler.js';
import { runBind } from './cli/run.js';
import { MistakeError } from './mistakeError.js';

const args = process.argv.slice(2);
const terminal = processTerminal();
try {
  const { exitCode, text, json } = await runBind(args, terminal);
  const shown = args.includes('--json') && json !== undefined ? escapeHidden(JSON.stringify(json, null, 2)) : text;
  if (shown !== '') terminal.print(shown);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof MistakeError)) throw error;
  terminal.note(`error: ${printable(error.message)}`);
  process.exitCode = 2;
}
