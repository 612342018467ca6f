/** How long a host waits for its servers when it starts. */

import { memoryPair, type Transport } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { expect, test } from 'vitest';
import { makeHost, stoppable } from './hostSupport.js';

function echo(): Server {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { onError: () => {} });
  server.tool('echo', {}, () => 'here');
  return server;
}

/** A server that is reached when the test says so. */
function late() {
  let arrive = (): void => {};
  const transport = new Promise<Transport>((resolve) => {
    arrive = () => resolve(stoppable(echo()).connect());
  });
  return { connect: () => transport, arrive };
}

test('a server that never answers holds nobody up', async () => {
  const silent = (): Transport => memoryPair()[0];
  const { host } = makeHost({ servers: { silent, echo: stoppable(echo()).connect }, startTimeout: 3_000 });
  await host.start();
  expect(host.servers).toMatchObject([
    { name: 'silent', status: 'starting' },
    { name: 'echo', status: 'running' },
  ]);
  expect((await host.callTool('echo__echo')).text).toBe('here');
});

test('a server that starts later is offered then, and an event says so', async () => {
  const { connect, arrive } = late();
  const warnings: unknown[] = [];
  const logger = { ...console, debug: () => {}, info: () => {}, warn: (message: unknown) => warnings.push(message) };
  const { host, events } = makeHost({ servers: { one: connect }, startTimeout: 1, logger });
  await host.start();
  expect(host.servers).toMatchObject([{ status: 'starting' }]);
  expect(warnings).toEqual(['Still starting after 1 ms: one']);
  expect(await host.tools()).toEqual([]);
  await expect(host.callTool('one__echo')).rejects.toThrow(
    'not running: one (starting). Raise startTimeout of the host to wait longer for their start',
  );
  arrive();
  await events.take((event) => event.type === 'server' && event.server.status === 'running');
  const { tools } = (await events.take(({ type }) => type === 'tools')) as { readonly tools: readonly object[] };
  expect(tools).toMatchObject([{ name: 'one__echo' }]);
  expect((await host.callTool('one__echo')).text).toBe('here');
});

test('without a limit, every server is waited for', async () => {
  const { connect, arrive } = late();
  const { host } = makeHost({ servers: { one: connect }, startTimeout: 0 });
  const starting = host.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(host.servers).toMatchObject([{ status: 'starting' }]);
  arrive();
  await starting;
  expect(host.servers).toMatchObject([{ status: 'running' }]);
});

test('closing ends the waiting', async () => {
  const { host } = makeHost({ servers: { silent: () => memoryPair()[0] }, startTimeout: 0 });
  const starting = host.start();
  await host.close();
  await starting;
  expect(host.servers).toMatchObject([{ status: 'stopped' }]);
});
