#!/usr/bin/env node
import { runBridge } from './commandLine.js';

/** Milliseconds after which the process ends even if something keeps it running. */
const GRACE = 5_000;

try {
  process.exitCode = await runBridge(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
setTimeout(() => process.exit(), GRACE).unref();
