/** The server that the suite tests. Usage: node main.js <revision>. Prints its URL, and ends with its input. */

import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { serveSkills } from '@mcp-gen/sdk/skills';
import { tasks } from '@mcp-gen/sdk/tasks';
import { servedFor } from '../revisions.js';
import { addPrompts } from './prompts.js';
import { addQuestions } from './questions.js';
import { addResources } from './resources.js';
import { addTasks } from './tasks.js';
import { addTools } from './tools.js';

const server = new Server(
  { name: 'mcp-gen-conformance-server', version: '1.0.0' },
  { revisions: servedFor(process.argv[2]), tasks: tasks({ pollInterval: 100 }) },
);
addTools(server);
addQuestions(server);
addResources(server);
addPrompts(server);
addTasks(server);
await serveSkills(server, 'skills');

const { url, close } = await serveHttp(server, {
  port: 0,
  // A call that takes long is streamed, and its stream interrupted, for the client to come back.
  streamAfter: 100,
  streamLifetime: 1_000,
  retry: 100,
});
process.stdin.on('end', () => void close()).resume();
console.log(url);
