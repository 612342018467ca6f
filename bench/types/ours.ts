// A server with one tool, on the sdk.
import { Server } from '@mcp-gen/sdk';
import { z } from 'zod';

const server = new Server({ name: 'weather', version: '1.0.0' });
const input = z.object({ city: z.string(), days: z.number().optional() });
server.tool('forecast', { description: 'The weather of a city', input }, ({ city, days = 1 }) => {
  return `Sunny in ${city} for ${days} days`;
});
server.serve();
