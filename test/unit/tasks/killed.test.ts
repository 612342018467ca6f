/** A server that is killed while it runs a task. */

import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { expect, test, vi } from 'vitest';
import { runnable } from '../../support/runnable.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { tasksOf } from './support.js';
import { untilEnd } from '../../support/untilEnd.js';

const SERVER = `
import { Server } from '@mcp-gen/sdk';
import { FileTaskStore, tasks } from '@mcp-gen/sdk/tasks';

const PERSON = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const store = new FileTaskStore(process.argv[2] ?? '');
const server = new Server({ name: 'jobs', version: '1.0.0' }, { extensions: [tasks({ store, lease: 600, pollInterval: 20 })] });
server.tool('pid', {}, () => String(process.pid));
server.tool('wait', { task: 'optional' }, () => new Promise<string>(() => setInterval(() => undefined, 1_000)));
server.tool('say', { task: 'optional' }, () => 'said');
server.tool('sign', { input: PERSON, task: { resume: true } }, async ({ name }, { task, elicit, once, progress }) => {
  const began = await once('began', () => process.pid);
  const { content } = await elicit('last', { message: 'Last name?', schema: PERSON });
  if (task?.checkpoint === undefined) {
    await task?.save({ page: 1 });
    progress(1, 2, 'Saved');
    return new Promise<string>(() => setInterval(() => undefined, 1_000));
  }
  return JSON.stringify([name, content?.name, task.checkpoint, began === process.pid]);
});
server.serve();
`;

test('the next process resumes tasks, says that others have failed, and has the results of those that ended', async () => {
  const folder = await runnable(new Map([['server.ts', SERVER]]));
  const store = join(await temporaryFolder(), 'tasks');
  const asked = vi.fn<() => void>();
  const start = () =>
    connect([process.execPath, join(folder, 'server.js'), store], {
      revisions: ['2026-07-28'],
      extensions: [clientTasks()],
      reconnect: false,
      elicitation: {
        form: () => {
          asked();
          return { action: 'accept', content: { name: 'Lovelace' } };
        },
      },
    });
  const first = await start();
  const pid = Number((await first.callTool('pid')).text);
  const said = await tasksOf(first).start('say');
  await said.result();
  const waiting = await tasksOf(first).start('wait');
  // Longer than the lease: as long as the process runs, it renews the record.
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect((await waiting.status()).status).toBe('working');
  const signing = await tasksOf(first).start('sign', { name: 'Ada' });
  const lostToo = signing.result().catch((error: unknown) => error);
  await expect.poll(async () => (await signing.status()).statusMessage).toBe('Saved');
  process.kill(pid, 'SIGKILL');
  await first.closed;
  await lostToo;
  const second = untilEnd(await start());
  const lost = tasksOf(second).resume(JSON.parse(JSON.stringify(waiting)) as { id: string; tool: string });
  await expect.poll(async () => (await lost.status()).status).toBe('failed');
  await expect(lost.result()).rejects.toMatchObject({
    code: -32603,
    message: 'The server stopped while the task was running',
  });
  expect((await tasksOf(second).resume(said.toJSON()).result()).text).toBe('said');
  const signed = await tasksOf(second).resume(signing.toJSON()).result();
  expect(JSON.parse(signed.text)).toEqual(['Ada', 'Lovelace', { page: 1 }, false]);
  expect(asked).toHaveBeenCalledTimes(1);
});
