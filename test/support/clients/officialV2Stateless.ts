/** The official client of version 2, in the revision without sessions. */

import {
  Client,
  InMemoryTransport,
  LOG_LEVEL_META_KEY,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type McpSubscription,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import type { Address, Level, OpenOptions, TestClient } from './client.js';
import { CAPABILITIES, listen, requestOptions, testClient, transportTo } from './official.js';

const METHODS = ['sampling/createMessage', 'roots/list', 'elicitation/create'] as const;

/** The capability behind each of them. */
const DECLARED = { 'sampling/createMessage': 'sampling', 'roots/list': 'roots', 'elicitation/create': 'elicitation' };

const TRANSPORTS = {
  memory: () => InMemoryTransport.createLinkedPair(),
  stdio: StdioClientTransport,
  HTTP: StreamableHTTPClientTransport,
  'HTTP with SSE': SSEClientTransport,
};

/** Connects, and closes the connection when the test is over. It declares what it answers. */
export async function connectStatelessOfficialV2(address: Address, options: OpenOptions = {}): Promise<TestClient> {
  const { answers = {} } = options;
  const declared = METHODS.filter((method) => answers[method] !== undefined).map((method) => DECLARED[method]);
  const capabilities = Object.fromEntries(Object.entries(CAPABILITIES).filter(([name]) => declared.includes(name)));
  const client = new Client(
    { name: 'official', version: '2.0.0' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const received = listen(client);
  for (const method of METHODS) {
    const answer = answers[method];
    if (answer !== undefined) client.setRequestHandler(method, ({ params }) => answer(params) as never);
  }
  const transport = transportTo<Transport>(address, TRANSPORTS);
  onTestFinished(() => client.close());
  await client.connect(transport);
  let level: Level | undefined;
  let subscription: McpSubscription | undefined;
  return {
    ...testClient(client, transport, {
      ...received,
      revision: client.getNegotiatedProtocolVersion(),
      readsAllPages: true,
      callTool: (params, given) => {
        const _meta = level === undefined ? {} : { _meta: { [LOG_LEVEL_META_KEY]: level } };
        return client.callTool({ ...params, ..._meta }, requestOptions(given));
      },
    }),
    subscribe: async ({ uri }) => {
      const lists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
      subscription = await client.listen({ ...lists, resourceSubscriptions: [uri] });
      return {};
    },
    unsubscribe: async () => (await subscription?.close(), {}),
    setLevel: (chosen) => {
      ({ level } = chosen);
      return Promise.resolve({});
    },
  };
}

/** Opens a stream of changes of lists, and returns what the client knows of it. */
export async function listenOverHttp(url: string): Promise<Pick<McpSubscription, 'honoredFilter' | 'closed'>> {
  const client = new Client(
    { name: 'official', version: '2.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client.listen({ toolsListChanged: true, promptsListChanged: true });
}
