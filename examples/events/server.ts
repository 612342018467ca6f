/** A server with events: a new incident every two seconds. `node server.ts` serves on the port that PORT names. */

import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { z } from 'zod';
import { events } from './events.ts';
import { eventType } from './eventTypes.ts';

const severity = z.enum(['P1', 'P2']);

const incidents = eventType({
  name: 'incident.created',
  description: 'Something has broken',
  arguments: z.object({ severity: severity.optional() }),
  payload: z.object({ incidentId: z.string(), severity }),
  matches: (incident, given) => given.severity === undefined || given.severity === incident.severity,
});

const server = new Server(
  { name: 'incidents', version: '1.0.0' },
  // For a receiver on this machine. Without allowLocal, webhooks are at https: and public addresses.
  { extensions: [events({ types: [incidents], webhooks: { allowLocal: true } })] },
);

let count = 0;
setInterval(() => {
  count += 1;
  const incident = { incidentId: `INC-${count}`, severity: count % 2 === 0 ? 'P1' : 'P2' };
  server.extension(events).emit('incident.created', incident, incident.incidentId);
}, 2_000);

const { url } = await serveHttp(server, {
  port: Number(process.env['PORT'] ?? 3000),
  // Webhooks need to know the caller. A real server checks tokens: see @mcp-gen/auth/server.
  authenticate: (request) => (request.header('authorization') === 'Bearer demo' ? 'demo' : undefined),
});
console.log(url);
