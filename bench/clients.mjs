/** The clients of the libraries, each with one way to call the tool, however it is connected. */

import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ClientStub, revision } from '@mcp-gen/protocol/2025-03-26';
import { connectSession } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { connect } from '@mcp-gen/sdk/client';
import { overHttp, overStdio } from './floor/client.mjs';

const clientInfo = { name: 'bench', version: '1.0.0' };
const echo = (text) => ({ name: 'echo', arguments: { text } });

async function runtime(transport) {
  const session = await connectSession(transport, { clientInfo, revisions: [revision] });
  const stub = new ClientStub(session);
  return { call: (text) => stub.callTool(echo(text)), close: () => session.close() };
}

async function sdk(target) {
  const client = await connect(target);
  return { call: (text) => client.callTool('echo', { text }), close: () => client.close() };
}

const official = (Client) => async (transport) => {
  const client = new Client(clientInfo);
  await client.connect(transport);
  return { call: (text) => client.callTool(echo(text)), close: () => client.close() };
};

const v1 = {
  memory: official(ClientV1),
  stdio: ([command, ...args]) => official(ClientV1)(new StdioV1({ command, args })),
  http: (url) => official(ClientV1)(new HttpV1(new URL(url))),
};

/**
 * The clients by column, and by how they are connected: `memory` takes a transport of the library, `stdio` program and arguments, `http`
 * a URL. FastMCP has no client of its own.
 */
export const clients = {
  floor: { stdio: overStdio, http: overHttp },
  runtime: {
    memory: runtime,
    stdio: ([command, ...args]) => runtime(new StdioClientTransport({ command, args })),
    http: (url) => runtime(new HttpClientTransport({ url })),
  },
  sdk: { memory: sdk, stdio: sdk, http: sdk },
  'SDK v1': v1,
  'SDK v2': {
    memory: official(ClientV2),
    stdio: ([command, ...args]) => official(ClientV2)(new StdioV2({ command, args })),
    http: (url) => official(ClientV2)(new HttpV2(new URL(url))),
  },
  FastMCP: { stdio: v1.stdio, http: v1.http },
};
