/** How a client program is run: what it is told, and what it leaves behind. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { CheckedRevision, CheckedTransport } from '../revisions.js';
import type { Scenario } from './clientCheck.js';

/** What a client is told. */
export interface Told {
  readonly scenario: Scenario;
  readonly revision: CheckedRevision;
  readonly transport: CheckedTransport;
  /** Over HTTP. */
  readonly url?: string;
  /** Over stdio. */
  readonly command?: readonly string[];
}

/** Runs a client. Resolves with what it printed when it has ended, however it has. */
export type RunClient = (told: Told) => Promise<string>;

/** How long a client may run. Milliseconds. */
const RUN_TIMEOUT = 20_000;

/** Runs a command as a client: the last argument is the URL, and the rest is in its environment. */
export function commandClient(command: readonly string[]): RunClient {
  return async ({ scenario, revision, transport, url, command: server }) => {
    const [program = '', ...args] = command;
    const env = {
      ...process.env,
      MCP_CONFORMANCE_SCENARIO: scenario,
      MCP_CONFORMANCE_REVISION: revision,
      MCP_CONFORMANCE_TRANSPORT: transport,
      MCP_CONFORMANCE_SERVER: JSON.stringify(server ?? []),
    };
    const child = spawn(program, [...args, ...(url === undefined ? [] : [url])], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), RUN_TIMEOUT);
    try {
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
      return output;
    } finally {
      clearTimeout(timer);
    }
  };
}
