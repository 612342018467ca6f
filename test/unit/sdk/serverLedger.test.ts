/** What a server of the sdk keeps of its clients is bounded, counted by its ledger, and given back. */

import { connectSession, Ledger, memoryPair, type Session } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { GENERATED } from '../../support/generated.js';

const { revision } = GENERATED['2025-11-25'];

/** A server that counts in a ledger, and a client whose roots have a name of so many characters. */
async function open(caller: number, rootSize = 0) {
  const ledger = new Ledger({ retained: { caller } });
  const server = new Server({ name: 'test', version: '1.0.0' }, { onError: () => {} });
  server.resourceTemplate('demo:{id}', {}, () => '');
  server.tool('roots', {}, async (_, { roots }) => String((await roots.list()).length));
  const [near, far] = memoryPair();
  const running = server.serve({ transport: far, ledger });
  let asked = 0;
  const client: Session = await connectSession(near, {
    clientInfo: { name: 'test', version: '1.0.0' },
    revisions: [revision],
    capabilities: { roots: { listChanged: true } },
    handlers: {
      listRoots: () => {
        asked++;
        return { roots: [{ uri: 'file:///tmp', name: 'x'.repeat(rootSize) }] };
      },
    },
  });
  onTestFinished(async () => {
    await client.close();
    await running.close();
  });
  await client.request('ping');
  const opened = ledger.used('retained');
  return { client, asked: () => asked, held: () => ledger.used('retained') - opened, ledger, running };
}

test('subscriptions count in the ledger, and what is too much is refused', async () => {
  const { client, held, ledger, running } = await open(9_000);
  const uri = (letter: string): string => `demo:${letter.repeat(1_500)}`;
  for (const letter of ['a', 'b']) await client.request('resources/subscribe', { uri: uri(letter) });
  expect(held()).toBeGreaterThan(6_000);
  await expect(client.request('resources/subscribe', { uri: uri('c') })).rejects.toMatchObject({
    code: -32603,
    data: { resource: 'retained' },
  });
  await client.request('resources/unsubscribe', { uri: uri('a') });
  expect(held()).toBeLessThan(4_000);
  await client.request('resources/subscribe', { uri: uri('c') });
  await client.request('resources/unsubscribe', { uri: uri('b') });
  await client.request('resources/unsubscribe', { uri: uri('c') });
  expect(held()).toBe(0);
  await client.request('resources/subscribe', { uri: uri('d') });
  await client.close();
  await running.closed;
  expect(ledger.used('retained')).toBe(0);
});

test('roots of a client count in the ledger until they change', async () => {
  const { client, asked, held } = await open(100_000, 10_000);
  for (let call = 0; call < 2; call++) await client.request('tools/call', { name: 'roots' });
  expect(asked()).toBe(1);
  expect(held()).toBeGreaterThan(10_000);
  await client.notify('notifications/roots/list_changed');
  await client.request('ping');
  expect(held()).toBe(0);
});

test.each([
  ['than 1 MiB', 64 * 1024 * 1024, 2 * 1024 * 1024],
  ['than the ledger allows', 10_000, 20_000],
])('roots of a client that take more %s are not kept, and asked for again', async (_, caller, size) => {
  const { client, asked, held } = await open(caller, size);
  for (let call = 0; call < 2; call++) await client.request('tools/call', { name: 'roots' });
  expect(asked()).toBe(2);
  expect(held()).toBe(0);
});
