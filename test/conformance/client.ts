/** The client that the suite tests. It is told the server's URL, and by environment variables what to do. */

import { ClientStub, type ClientHandlers, type ElicitResult } from '@mcp-gen/protocol/2025-11-25';
import { connect } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { revisionsUpTo } from './revisions.js';

const scenarios: { readonly [name: string]: (server: ClientStub) => Promise<unknown> } = {
  // To connect is all: the server of this scenario declares nothing that it could be asked for.
  initialize: () => Promise.resolve(),
  async tools_call(server) {
    await server.listTools();
    await server.callTool({ name: 'add_numbers', arguments: { a: 5, b: 3 } });
  },
  'elicitation-sep1034-client-defaults': (server) => server.callTool({ name: 'test_client_elicitation_defaults' }),
  'sse-retry': (server) => server.callTool({ name: 'test_reconnection' }),
  async 'json-schema-2020-12-preservation'(server) {
    const { tools } = await server.listTools();
    const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
    await server.callTool({ name: 'json_schema_echo', arguments: { schema } });
  },
};

const handlers: ClientHandlers = {
  // A user who hands in the form as it is.
  elicit(params): ElicitResult {
    if (params.mode === 'url') return { action: 'decline' };
    const content = Object.entries(params.requestedSchema.properties).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    );
    return { action: 'accept', content: Object.fromEntries(content) };
  },
};

const { MCP_CONFORMANCE_SCENARIO: name = '', MCP_CONFORMANCE_PROTOCOL_VERSION: revision } = process.env;
const scenario = scenarios[name];
if (scenario === undefined) throw new Error(`The client does not know what to do in the scenario ${name}`);
const session = await connect(new HttpClientTransport({ url: process.argv[2] ?? '' }), {
  clientInfo: { name: 'mcp-gen-conformance-client', version: '1.0.0' },
  revisions: revisionsUpTo(revision),
  handlers,
});
await scenario(new ClientStub(session));
await session.close();
