// The client of the suite on version 1 of the official SDK.
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { answer, capabilitiesFor, Login, playWith } from './official.mjs';
import { command, scenario, transport, url } from './told.mjs';

const SCHEMAS = {
  'sampling/createMessage': CreateMessageRequestSchema,
  'elicitation/create': ElicitRequestSchema,
  'roots/list': ListRootsRequestSchema,
};
const login = scenario === 'auth' ? new Login() : undefined;
const makeClient = () => {
  const client = new Client({ name: 'client', version: '1.0.0' }, { capabilities: capabilitiesFor(scenario) });
  answer((method, handler) => client.setRequestHandler(SCHEMAS[method], handler), scenario);
  return client;
};
const makeTransport = () => {
  const [program, ...args] = command;
  if (transport === 'stdio') return new StdioClientTransport({ command: program, args, stderr: 'ignore' });
  if (transport === 'sse') return new SSEClientTransport(new URL(url));
  return new StreamableHTTPClientTransport(new URL(url), login && { authProvider: login });
};

let [client, way] = [makeClient(), makeTransport()];
await client.connect(way, { timeout: 3_000 }).catch(async (error) => {
  if (!(error instanceof UnauthorizedError)) throw error;
  await way.finishAuth(login.code);
  [client, way] = [makeClient(), makeTransport()];
  await client.connect(way);
});
await playWith(client, scenario, {
  callTool: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
  async close() {
    if (transport === 'http') await way.terminateSession();
    await client.close();
  },
});
