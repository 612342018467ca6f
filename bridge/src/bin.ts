#!/usr/bin/env node
import { after, printable } from '@mcp-gen/runtime';
import { runBridge } from '@mcp-gen/sdk/bridge';

/** Milliseconds after which the process exits even if something keeps it alive. */
const GRACE = 5_000;

try {
  process.exitCode = await runBridge(process.argv.slice(2), { loadLogin: () => import('@mcp-gen/auth/node') });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-restricted-properties -- what arguments quote is made printable
  process.stderr.write(`error: ${printable(message)}\n`);
  process.exitCode = 2;
}
after(GRACE, () => process.exit());
