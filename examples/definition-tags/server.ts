/** A server whose tools change. `node server.ts` serves on the port that PORT names. */

import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { definitionTags } from './definitionTags.ts';

const server = new Server({ name: 'toolbox', version: '1.0.0' }, { extensions: [definitionTags({ digests: true })] });
for (const name of ['hammer', 'saw', 'drill']) server.tool(name, { description: `A ${name}` }, () => 'Done');
let number = 0;
server.tool('learn', { description: 'Adds a tool to the box' }, () => {
  const name = `tool${number++}`;
  server.tool(name, { description: `Learnt: ${name}` }, () => 'Done');
  return `Learnt ${name}`;
});

const { url } = await serveHttp(server, { port: Number(process.env['PORT'] ?? 3000) });
console.log(url);
