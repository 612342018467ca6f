/** A server with a tool, and the app that shows its result on a map of the world. */

import { apps } from '@mcp-gen/apps';
import { Server, ToolError } from '@mcp-gen/sdk';
import { sunReport } from './sun.ts';

/**
 * Creates the server.
 *
 * @param html returns the page of the app
 */
export function createServer(html: () => Promise<string>): Server {
  const map = { html, title: 'The sun over the world', prefersBorder: true };
  const server = new Server({ name: 'sun', version: '1.0.0' }, { extensions: [apps({ map })] });
  server.tool(
    'sun',
    {
      title: 'The sun over the world',
      description:
        'Computes where the sun is overhead at a time, and its altitude, sunrise, sunset, and the hours of daylight in cities of the world. A map shows the result to the user.',
      input: {
        type: 'object',
        properties: { time: { type: 'string', description: 'As ISO 8601. Default: now.' } },
      },
      annotations: { readOnlyHint: true },
      app: 'map',
    },
    ({ time }) => {
      const at = time === undefined ? Date.now() : Date.parse(time);
      if (Number.isNaN(at)) throw new ToolError(`Not a time as ISO 8601: ${time}`);
      return sunReport(at);
    },
  );
  return server;
}
