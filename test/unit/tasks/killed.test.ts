/** A server that is killed while it runs a task. */

import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runnable } from '../../support/runnable.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const SERVER = `
import { Server } from '@mcp-gen/sdk';
import { FileTaskStore, tasks } from '@mcp-gen/sdk/tasks';

const store = new FileTaskStore(process.argv[2] ?? '');
const server = new Server({ name: 'jobs', version: '1.0.0' }, { tasks: tasks({ store, lease: 600, pollInterval: 20 }) });
server.tool('pid', {}, () => String(process.pid));
server.tool('wait', { task: 'optional' }, () => new Promise<string>(() => setInterval(() => undefined, 1_000)));
server.tool('say', { task: 'optional' }, () => 'said');
server.serve();
`;

test('the next process says that the task has failed, and has the results of others', async () => {
  const folder = await runnable(new Map([['server.ts', SERVER]]));
  const store = join(await temporaryFolder(), 'tasks');
  const start = () => connect([process.execPath, join(folder, 'server.js'), store], { revisions: ['2026-07-28'] });
  const first = await start();
  const pid = Number((await first.callTool('pid')).text);
  const said = await first.callTool('say', {}, { task: 'detach' });
  await said.result();
  const waiting = await first.callTool('wait', {}, { task: 'detach' });
  // Longer than the lease: as long as the process runs, it renews the record.
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect((await waiting.status()).status).toBe('working');
  process.kill(pid, 'SIGKILL');
  await first.closed;
  const second = await start();
  onTestFinished(() => second.close());
  const lost = await second.task(JSON.parse(JSON.stringify(waiting)) as { id: string; tool: string });
  await vi.waitFor(async () => expect((await lost.status()).status).toBe('failed'), { timeout: 5_000 });
  await expect(lost.result()).rejects.toMatchObject({
    code: -32603,
    message: 'The server stopped while it ran the task',
  });
  expect((await (await second.task(said.toJSON())).result()).text).toBe('said');
});
