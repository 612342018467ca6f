// The same server on the official SDK v2.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'weather', version: '1.0.0' });
const inputSchema = z.object({ city: z.string(), days: z.number().optional() });
server.registerTool('forecast', { description: 'The weather of a city', inputSchema }, ({ city, days = 1 }) => ({
  content: [{ type: 'text', text: `Sunny in ${city} for ${days} days` }],
}));
await server.connect(new StdioServerTransport());
