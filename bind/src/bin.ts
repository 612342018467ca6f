#!/usr/bin/env node
import { escapeHidden, printable, processTerminal } from './compiler.js';
import { runBind } from './cli/run.js';
import { MistakeError } from './mistakeError.js';

/** The exit code of an internal error: EX_SOFTWARE of sysexits.h. 1 means that a server differs from the lock file. */
const DEFECT = 70;

const args = process.argv.slice(2);
// Arguments after -- belong to the command of a server.
const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
const isJson = own.includes('--json');
const terminal = processTerminal();

function print(value: unknown): void {
  terminal.print(escapeHidden(JSON.stringify(value, null, 2)));
}

try {
  const { exitCode, text, json } = await runBind(args, terminal).finally(terminal.progress?.end);
  if (isJson && json !== undefined) print(json);
  else if (text !== '') terminal.print(text);
  process.exitCode = exitCode;
} catch (error) {
  const isMistake = error instanceof MistakeError;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: error };
  if (isJson) print({ error: { message, ...(!isMistake && { defect: true }) } });
  terminal.note(
    isMistake
      ? `error: ${printable(message)}`
      : `${printable(String(stack))}\nerror: Internal error of mcp-gen. Please report it with the stack trace above.`,
  );
  process.exitCode = isMistake ? 2 : DEFECT;
}
