/**
 * The server that the suite tests. Usage: node main.js <revision>. Prints its URL, and ends with its input. With REDIS_URL, it is one of several
 * processes.
 */

import { createRedisStores } from '@mcp-gen/redis';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { skills } from '@mcp-gen/sdk/skills';
import { tasks } from '@mcp-gen/sdk/tasks';
import { servedFor } from '../revisions.js';
import { addPrompts } from './prompts.js';
import { addQuestions } from './questions.js';
import { addResources } from './resources.js';
import { addTasks } from './tasks.js';
import { addTools } from './tools.js';

const { REDIS_URL: redisUrl } = process.env;
const stores = redisUrl === undefined ? undefined : await createRedisStores({ url: redisUrl, prefix: 'conformance:' });

const server = new Server(
  { name: 'mcp-gen-conformance-server', version: '1.0.0' },
  {
    revisions: servedFor(process.argv[2]),
    extensions: [
      skills({ folder: 'skills' }),
      tasks({ pollInterval: 100, ...(stores && { store: stores.taskStore }) }),
    ],
    ...(stores && { changes: stores.changes }),
  },
);
addTools(server);
addQuestions(server);
addResources(server);
addPrompts(server);
addTasks(server);

const { url, close } = await serveHttp(server, {
  port: 0,
  // A call that takes long is streamed, and its stream interrupted, for the client to come back.
  streams: { streamAfter: 100, streamLifetime: 1_000, retryDelay: 100 },
  ...(stores && {
    eventStore: stores.eventStore,
    sessionStore: stores.sessionStore,
    sessionRouter: stores.sessionRouter,
    requestState: stores.requestState,
  }),
});
process.stdin.on('end', () => void close().then(() => stores?.close())).resume();
console.log(url);
