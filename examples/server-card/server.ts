/** A server that publishes its card. `node server.ts` serves on the port that PORT names. */

import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { publish } from './publish.ts';

const { PORT = '3000', PUBLIC_URL = `http://127.0.0.1:${PORT}/mcp` } = process.env;

const server = new Server({
  name: 'clock',
  title: 'Clock',
  version: '1.0.0',
  description: 'Tells the time in any time zone',
});
server.tool('now', {}, () => new Date().toISOString());

const { url } = await serveHttp(server, {
  port: Number(PORT),
  allowedHosts: [new URL(PUBLIC_URL).host, '127.0.0.1'],
  routes: publish(server, { name: 'com.example/clock', url: PUBLIC_URL }),
});
console.log(url);
