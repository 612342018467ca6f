/** The messages of connections, shown as they pass. Only --verbose needs what explains them. */

import type { Transport } from '@mcp-gen/runtime';
import { tap } from '@mcp-gen/sdk/testing';
import type { Terminal } from './terminal.js';
import { wireLine } from './text/wireLine.js';
import { explainedRevisions, WireCheck } from './wireCheck.js';

/** Returns a function that lets the messages of a transport be shown, each with its faults. */
export async function shownMessages(terminal: Terminal): Promise<(transport: Transport) => Transport> {
  const revisions = await explainedRevisions();
  return (transport) => {
    const check = new WireCheck(revisions);
    return tap(transport, (from, value) => terminal.note(wireLine(from, value, check.findings(from, value), terminal)));
  };
}
