/** The official client of version 2, connected to a server. */

import {
  Client,
  InMemoryTransport,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import type { Address, OpenOptions, TestClient } from './client.js';
import type { MemoryAddress } from './memory.js';
import { CAPABILITIES, listen, requestOptions, testClient, transportTo } from './official.js';

/** What this client answers, if a test gives it an answer. */
const METHODS = ['sampling/createMessage', 'roots/list', 'elicitation/create'] as const;

const TRANSPORTS = {
  memory: () => InMemoryTransport.createLinkedPair(),
  stdio: StdioClientTransport,
  HTTP: StreamableHTTPClientTransport,
  'HTTP with SSE': SSEClientTransport,
};

export interface OfficialV2Options extends OpenOptions {
  /** Asks with `server/discover` first whether the server speaks a revision without sessions. Default false. */
  readonly probes?: boolean;
}

/** Connects, and closes the connection when the test is over, unless it stays. */
export async function connectOfficialV2(
  address: Address | MemoryAddress,
  options: OfficialV2Options = {},
): Promise<TestClient> {
  const { revision, answers = {}, probes = false } = options;
  const client = new Client(
    { name: 'official', version: '2.0.0' },
    {
      capabilities: CAPABILITIES,
      ...(revision !== undefined && { supportedProtocolVersions: [revision] }),
      versionNegotiation: { mode: probes ? 'auto' : 'legacy' },
    },
  );
  const received = listen(client);
  for (const method of METHODS) {
    const answer = answers[method];
    if (answer !== undefined) client.setRequestHandler(method, ({ params }) => answer(params) as never);
  }
  const transport = transportTo<Transport>(address, TRANSPORTS);
  if (options.stays !== true) onTestFinished(() => client.close());
  await client.connect(transport);
  return testClient(client, transport, {
    ...received,
    revision: client.getNegotiatedProtocolVersion(),
    readsAllPages: true,
    callTool: (params, given) => client.callTool(params, requestOptions(given)),
  });
}
