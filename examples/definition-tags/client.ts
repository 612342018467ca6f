/** Lists the tools of a server again and again, over two connections, and prints what was sent: `node client.ts http://127.0.0.1:3000/mcp`. */

import { connect } from '@mcp-gen/sdk/client';
import { definitionTags } from './definitionTags.ts';
import { KeptLists } from './keptLists.ts';

const url = process.argv[2] ?? 'http://127.0.0.1:3000/mcp';
const lists = new KeptLists();

for (const connection of [1, 2]) {
  const client = await connect(url, { extensions: [definitionTags({ lists })] });
  const tags = client.extension(definitionTags);
  if (tags === undefined) throw new Error('The server does not have the extension');
  await client.tools().all();
  await client.callTool('learn');
  const tools = await client.tools().all();
  const { whole, changed, unchanged } = tags.counts;
  console.log(
    `Connection ${connection}: ${tools.length} tools, lists: ${whole} whole, ${changed} changed, ${unchanged} unchanged`,
  );
  await client.close();
}
