/** Starts a server, and calls its tools: `node client.ts node server.ts`. */

import { connect } from '@mcp-gen/sdk/client';
import { StdioV2Transport } from './transport.ts';

const [command = process.execPath, ...args] = process.argv.slice(2);
const client = await connect(() => new StdioV2Transport({ command, args }));
console.log(`${client.server.name}, revision ${client.revision}`);
const [counted, echoed] = await Promise.all([
  client.callTool('countdown', { from: 3 }, { onProgress: ({ progress }) => console.log(progress) }),
  client.callTool('echo', { text: 'At the same time' }),
]);
console.log(echoed.text);
console.log(counted.text);
await client.close();
