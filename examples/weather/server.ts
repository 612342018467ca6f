/** A server with one tool. `node server.ts` serves over stdio; `node server.ts --http` at a URL, on the port that PORT names. */

import { Server, ToolError } from '@mcp-gen/sdk';
import { z } from 'zod';

/** The mean temperature of each quarter of the year, in °C. A real server would ask a weather service. */
const CLIMATE: ReadonlyMap<string, readonly number[]> = new Map([
  ['Cairo', [15, 27, 29, 20]],
  ['Lima', [23, 20, 17, 19]],
  ['Oslo', [-3, 11, 15, 2]],
]);

const server = new Server({ name: 'weather', version: '1.0.0' });

server.tool(
  'forecast',
  {
    description: 'What the weather of a city will be like on a day',
    input: z.object({ city: z.string(), day: z.iso.date() }),
    output: z.object({ celsius: z.number(), advice: z.string() }),
    annotations: { readOnlyHint: true },
  },
  ({ city, day }) => {
    const climate = CLIMATE.get(city);
    if (climate === undefined) throw new ToolError(`No weather of ${city}. Try ${[...CLIMATE.keys()].join(', ')}`);
    const celsius = climate[Math.floor(new Date(day).getUTCMonth() / 3)] ?? 0;
    return { celsius, advice: celsius < 5 ? 'Take a coat.' : 'Leave the coat at home.' };
  },
);

if (process.argv.includes('--http')) {
  const { serveHttp } = await import('@mcp-gen/sdk/http');
  const { url } = await serveHttp(server, { port: Number(process.env['PORT'] ?? 3000) });
  console.log(url);
} else {
  server.serve();
}
