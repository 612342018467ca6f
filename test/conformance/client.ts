/** The client that the suite tests. It is told the server's URL, and by environment variables what to do. */

import { connect, type Client } from '@mcp-gen/sdk/client';
import { revisionsUpTo } from './revisions.js';

const scenarios: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  // To connect is all: the server of this scenario declares nothing that it could be asked for.
  initialize: () => Promise.resolve(),
  async tools_call(client) {
    await client.tools().all();
    await client.callTool('add_numbers', { a: 5, b: 3 });
  },
  'elicitation-sep1034-client-defaults': (client) => client.callTool('test_client_elicitation_defaults'),
  'sse-retry': (client) => client.callTool('test_reconnection'),
  async 'json-schema-2020-12-preservation'(client) {
    const tools = await client.tools().all();
    const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
    await client.callTool('json_schema_echo', { schema });
  },
};

const { MCP_CONFORMANCE_SCENARIO: name = '', MCP_CONFORMANCE_PROTOCOL_VERSION: revision } = process.env;
const scenario = scenarios[name];
if (scenario === undefined) throw new Error(`The client does not know what to do in the scenario ${name}`);
const client = await connect(process.argv[2] ?? '', {
  name: 'mcp-gen-conformance-client',
  version: '1.0.0',
  revisions: revisionsUpTo(revision),
  // A user who hands in the form as it is.
  elicitation: { form: () => ({ action: 'accept' }) },
});
await scenario(client);
await client.close();
