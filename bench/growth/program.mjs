/** The server of the growth curves, in a process of its own. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';
import { ledger, unreachedBudgets } from '../servers/limits.mjs';

const path = fileURLToPath(new URL('server.mjs', import.meta.url));

/** A server over HTTP, with what measures its memory. */
export async function startServer(transport) {
  const child = fork(path, [transport], { execArgv: ['--expose-gc'], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [url] = await once(createInterface(child.stdout), 'line');
  return {
    url,
    async memory() {
      const told = once(child, 'message');
      child.send('memory');
      return (await told)[0];
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** A client of a server over `stdio`, or over HTTP with `json` answers or answers as events: `sse`. */
export async function connected(transport) {
  const options = { ledger: ledger(unreachedBudgets) };
  if (transport === 'stdio') {
    const client = await connect([process.execPath, path, 'stdio'], options);
    return { client, close: () => client.close() };
  }
  const server = await startServer(transport);
  const client = await connect(server.url, options);
  return {
    client,
    async close() {
      await client.close();
      await server.stop();
    },
  };
}
