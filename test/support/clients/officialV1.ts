/** The official client of version 1, connected to a server. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  isInitializeRequest,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { Address, OpenOptions, TestClient } from './client.js';
import type { MemoryAddress } from './memory.js';
import { CAPABILITIES, listen, requestOptions, testClient, transportTo } from './official.js';

/** What this client answers, if a test gives it an answer. */
const REQUESTS = {
  'sampling/createMessage': CreateMessageRequestSchema,
  'roots/list': ListRootsRequestSchema,
  'elicitation/create': ElicitRequestSchema,
};

const TRANSPORTS = {
  memory: () => InMemoryTransport.createLinkedPair(),
  stdio: StdioClientTransport,
  HTTP: StreamableHTTPClientTransport,
  'HTTP with SSE': SSEClientTransport,
};

/** Connects, and closes the connection when the test is over, unless it stays. */
export async function connectOfficialV1(
  address: Address | MemoryAddress,
  options: OpenOptions = {},
): Promise<TestClient> {
  const { revision, answers = {} } = options;
  const client = new Client({ name: 'official', version: '1.0.0' }, { capabilities: CAPABILITIES });
  const received = listen(client);
  for (const [method, schema] of Object.entries(REQUESTS)) {
    const answer = answers[method];
    if (answer !== undefined) client.setRequestHandler(schema, ({ params }) => answer(params) as never);
  }
  const transport = transportTo<Transport>(address, TRANSPORTS);
  const negotiated = watchVersion(transport);
  if (revision !== undefined) askFor(revision, transport);
  if (options.stays !== true) onTestFinished(() => client.close());
  await client.connect(transport);
  return testClient(client, transport, {
    ...received,
    revision: negotiated.version,
    readsAllPages: false,
    callTool: (params, given) => client.callTool(params, undefined, requestOptions(given)),
  });
}

/** The client tells nobody but the transport what was negotiated. */
function watchVersion(transport: Transport): { readonly version: string | undefined } {
  const negotiated: { version: string | undefined } = { version: undefined };
  const setProtocolVersion = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    negotiated.version = version;
    setProtocolVersion?.(version);
  };
  return negotiated;
}

/** Asks for a version of the test's choice: the client itself always asks for the newest. */
function askFor(protocolVersion: string, transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!isInitializeRequest(message)) return send(message, options);
    return send({ ...message, params: { ...message.params, protocolVersion } }, options);
  };
}
