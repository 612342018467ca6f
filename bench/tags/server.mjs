// A server with many tools, which change on request: `node server.mjs <folder> <kind> <tools> <page size> <stdio|http>`.
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { z } from 'zod';
import { importExample } from './example.mjs';
import { KINDS } from './kinds.mjs';

const [folder, kind, count, pageSize, transport] = process.argv.slice(2);
const { server: tags, ttlMs = 0 } = KINDS[kind];
const { definitionTags } = await importExample(folder, 'definitionTags.js');
const server = new Server(
  { name: 'many', version: '1.0.0' },
  {
    pageSize: Number(pageSize),
    extensions: tags === undefined ? [] : [definitionTags(tags)],
    cache: { tools: { ttlMs, cacheScope: 'private' } },
  },
);

const descriptionOf = (number, version) =>
  `Finds the records of collection ${number} that match a query, newest first. Returns at most 50 of them. Version ${version}.`;
const input = z.object({
  query: z.string().describe('What to look for, in the syntax of the search engine'),
  limit: z.int().min(1).max(50).describe('The most records').optional(),
  after: z.iso.datetime().describe('Only records that are newer').optional(),
  fields: z
    .array(z.enum(['title', 'author', 'text', 'tags']))
    .describe('Where to look')
    .optional(),
});
const tools = Array.from({ length: Number(count) }, (_, number) =>
  server.tool(`search_collection_${number}`, { description: descriptionOf(number, 0), input }, () => 'Nothing'),
);
let version = 0;
// What the benchmark needs itself is not a tool.
server.method('bench/change', { params: z.object({ count: z.int() }) }, (params) => {
  version++;
  const first = Math.max(0, Math.floor(tools.length / 2) - params.count);
  for (let number = 0; number < params.count; number++) {
    const at = (first + number) % tools.length;
    tools[at].update({ description: descriptionOf(at, version) });
  }
  return {};
});
server.method('bench/cpu', {}, () => process.cpuUsage());

if (transport === 'http') console.log((await serveHttp(server, { port: 0 })).url);
else server.serve();
