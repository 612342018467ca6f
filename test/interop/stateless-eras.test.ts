/** One server program serves clients of both eras, and clients find out which era a server is of. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import type { Address, OpenOptions, TestClient } from '../support/clients/client.js';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { connectStatelessOfficialV2, listenOverHttp } from '../support/clients/officialV2Stateless.js';
import { connectSdkClient } from '../support/clients/sdk.js';
import {
  BOTH_ERAS_SERVER,
  OFFICIAL_STATELESS_SERVER,
  OUR_STATELESS_SERVER,
  SDK_V2_SERVER,
  useServer,
} from '../support/servers.js';

const STATELESS = '2026-07-28';
const NEWEST_SESSION = '2025-11-25';

type Connects = (address: Address, options: OpenOptions) => Promise<TestClient>;

/** Clients, each with the revision in which it talks to a server of both eras. */
const CLIENTS: { readonly [name: string]: readonly [revision: string, connect: Connects] } = {
  'the official client of version 1': [NEWEST_SESSION, connectOfficialV1],
  'the official client of version 2 by default': [NEWEST_SESSION, connectOfficialV2],
  'the official client of version 2 that asks first': [
    STATELESS,
    (address, options) => connectOfficialV2(address, { ...options, probes: true }),
  ],
  'the official client of version 2 in the newest revision alone': [STATELESS, connectStatelessOfficialV2],
  'our client': [STATELESS, connectSdkClient],
  'our client of an older revision': [
    '2025-06-18',
    (address, options) => connectSdkClient(address, { ...options, revision: '2025-06-18' }),
  ],
};

const ANSWERS = {
  'elicitation/create': () => ({ action: 'accept', content: { room: 'attic' } }),
  'sampling/createMessage': () => ({ role: 'assistant', model: 'oracle', content: { type: 'text', text: 'Dust.' } }),
  'roots/list': () => ({ roots: [] }),
};

describe.each(Object.entries(OUR_STATELESS_SERVER))('our server of both eras over %s', (_way, start) => {
  const reach = useServer(start);

  test.each(Object.entries(CLIENTS))(
    'serves %s: a tool asks, in one round after another',
    async (_, [revision, connect]) => {
      const client = await connect(reach(), { answers: ANSWERS });
      expect(client.revision).toBe(revision);
      expect(await client.callTool({ name: 'both', arguments: {} })).toMatchObject({
        content: [{ type: 'text', text: '0, Dust.' }],
      });
      expect(client.errors.empty()).toEqual([]);
    },
  );

  test('serves clients of both eras at the same time', async () => {
    const clients = await Promise.all(Object.values(CLIENTS).map(([, connect]) => connect(reach(), {})));
    const calls = clients.map((client, at) => client.callTool({ name: 'echo', arguments: { text: `${at}` } }));
    expect(await Promise.all(calls)).toMatchObject(clients.map((_, at) => ({ structuredContent: { text: `${at}` } })));
  });
});

describe.each([
  ['a server of both eras', BOTH_ERAS_SERVER.stdio, STATELESS],
  ['a server of both eras', BOTH_ERAS_SERVER.HTTP, STATELESS],
  ['a server of sessions', SDK_V2_SERVER.stdio, NEWEST_SESSION],
  ['a server of sessions', SDK_V2_SERVER['HTTP, in JSON'], NEWEST_SESSION],
])('%s on the official package', (_, start, revision) => {
  const reach = useServer(start);

  test(`has our client talk in ${revision}`, async () => {
    const client = await connectSdkClient(reach());
    expect(client.revision).toBe(revision);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'Grüße' } })).toMatchObject({
      content: [{ type: 'text', text: 'Grüße' }],
    });
    expect(client.errors.empty()).toEqual([]);
  });
});

describe.each([
  ['the official client', connectStatelessOfficialV2, OUR_STATELESS_SERVER.HTTP],
  ['our client', connectSdkClient, OFFICIAL_STATELESS_SERVER.HTTP],
] as const)('%s keeps what the other side lets it keep', (_, connect, start) => {
  const reach = useServer(start);

  test('a list that holds for a time is not asked for again, and one that does not hold is', async () => {
    const sent: unknown[] = [];
    const noting: typeof fetch = (url, init) => {
      sent.push((JSON.parse(init?.body as string) as { readonly method: string }).method);
      return fetch(url, init);
    };
    const address = reach();
    if (address.over !== 'HTTP') throw new Error('The server is reached over HTTP');
    const client = await connect({ ...address, fetch: noting }, { revision: STATELESS });
    for (let count = 0; count < 2; count++) {
      expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: 'tidy' }, { name: 'ask' }] });
      expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [{ name: 'note' }] });
    }
    expect(sent.filter((method) => method === 'prompts/list')).toHaveLength(1);
    expect(sent.filter((method) => method === 'resources/templates/list')).toHaveLength(2);
  });
});

test('the official client is told that our server ends its stream of changes', async () => {
  const server = new Server({ name: 'ends', version: '1.0.0' }, { features: ['tools'] });
  const { url, close } = await serveHttp(server, { port: 0 });
  onTestFinished(close);
  const subscription = await listenOverHttp(url);
  expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
  await close();
  expect(await subscription.closed).toBe('graceful');
});

test('the official client is not served in a revision without sessions by a server that has none', async () => {
  const server = new Server({ name: 'older', version: '1.0.0' }, { revisions: [NEWEST_SESSION] });
  const { url, close } = await serveHttp(server, { port: 0 });
  onTestFinished(close);
  await expect(connectStatelessOfficialV2({ over: 'HTTP', url })).rejects.toMatchObject({
    code: 'ERA_NEGOTIATION_FAILED',
  });
});
