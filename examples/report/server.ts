/**
 * A long job with a question in the middle: it runs as a task where the client can, and its results are kept in files. It is served over
 * stdio. Usage: node server.ts [folder]
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Server } from '@mcp-gen/sdk';
import { FileTaskStore, tasks } from '@mcp-gen/sdk/tasks';
import { z } from 'zod';

const store = new FileTaskStore(process.argv[2] ?? join(tmpdir(), 'reports'));
const server = new Server({ name: 'reports', version: '1.0.0' }, { extensions: [tasks({ store, pollInterval: 200 })] });

const description = 'Writes the report of a year, which takes some time';
server.tool('report', { description, task: 'optional' }, async (_, { progress, signal, elicit }) => {
  const figures: number[] = [];
  for (let quarter = 1; quarter <= 4; quarter++) {
    progress(quarter, 5, `Reading quarter ${quarter}`);
    await pause(100, undefined, { signal });
    figures.push(quarter * 10);
  }
  const total = figures.reduce((sum, figure) => sum + figure, 0);
  const review = await elicit('review', {
    message: `The total is ${total}. Who signs the report?`,
    schema: z.object({ name: z.string().min(1) }),
  });
  if (review.action !== 'accept') return 'Nobody has signed the report.';
  progress(5, 5, 'Printing');
  await pause(100, undefined, { signal });
  return `Total: ${total}. Signed: ${review.content.name}`;
});

server.serve();
