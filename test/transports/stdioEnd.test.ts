/** A server over stdio whose client goes away while a call runs, as a process of its own. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';

/** The handler waits for nothing that would keep its process alive. */
const SERVER = `
import { Server } from '@mcp-gen/sdk';
const server = new Server({ name: 'slow', version: '1' });
server.tool('wait', {}, (_, { signal }) => new Promise(() => {
  signal.addEventListener('abort', () => process.stderr.write('aborted'));
}));
server.serve({ shutdownTimeout: 500 });
`;

const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'gone', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'wait' } },
];

test('the call has its time, and is aborted then', () => {
  const input = MESSAGES.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const args = ['--input-type=module', '--eval', SERVER];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, input, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'aborted' });
});
