// The client of the suite on version 2 of the official SDK.
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answer, capabilitiesFor, Login, playWith } from './official.mjs';
import { command, revision, scenario, transport, url } from './told.mjs';

const login = scenario === 'auth' ? new Login() : undefined;
const makeClient = () => {
  const versionNegotiation = { mode: revision === '2026-07-28' ? 'auto' : 'legacy' };
  const capabilities = capabilitiesFor(scenario);
  const client = new Client({ name: 'client', version: '1.0.0' }, { capabilities, versionNegotiation });
  answer((method, handler) => client.setRequestHandler(method, handler), scenario);
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
  callTool: (name, args, options) => client.callTool({ name, arguments: args }, options),
  async close() {
    if (transport === 'http') await way.terminateSession?.();
    await client.close();
  },
});
