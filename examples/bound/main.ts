/**
 * Asks the weather server, which stands beside this example, through its bindings: `node main.ts Oslo 2026-01-15`. They were written by
 * `mcp-gen bind --server weather --out . -- node ../weather/server.ts`, which also checks whether the server is still what was reviewed.
 */

import { fileURLToPath } from 'node:url';
import { connect, plainLine } from '@mcp-gen/sdk/client';
import { Weather } from './weather.ts';

const [city = 'Oslo', day = '2026-01-15', ...server] = process.argv.slice(2);
const command = server.length > 0 ? server : ['node', fileURLToPath(new URL('../weather/server.ts', import.meta.url))];

const client = await connect(command);
const weather = new Weather(client);
const result = await weather.tools.forecast({ city, day });
if (result.isError) {
  console.error(plainLine(result.text));
  process.exitCode = 1;
} else {
  // Typed and checked by the output schema that was reviewed.
  const { celsius, advice } = result.structuredContent;
  console.log(plainLine(`${celsius} °C. ${advice}`));
}
await client.close();
