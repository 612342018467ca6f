/** A server that publishes its card. `node server.ts` serves on the port that PORT names. */

import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { serverCard } from './publish.ts';

const server = new Server(
  { name: 'clock', title: 'Clock', version: '1.0.0', description: 'Tells the time in any time zone' },
  { extensions: [serverCard({ name: 'com.example/clock' })] },
);
server.tool('now', {}, () => new Date().toISOString());

const { url } = await serveHttp(server, { port: Number(process.env['PORT'] ?? 3000) });
console.log(url);
