/** A subscriber over HTTP whose roles are taken away. */

import { Server, type AuthInfo } from '@mcp-gen/sdk';
import { createHandler, type HttpOptions } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';
import { rawRequest, rawStream } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';
import { listen, NEWEST, openSession } from '../runtime/httpSupport.js';
import { untilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };

/** Serves a resource for readers and one for everybody. The roles of the caller can be changed. */
async function serveClub(options: HttpOptions = {}) {
  const server = new Server(info);
  server.resource('club:rules', { access: ['reader'] }, 'x');
  server.resource('club:door', {}, 'x');
  const caller: { roles: readonly string[] } = { roles: ['reader'] };
  const authenticate = (): AuthInfo => ({ id: 'ada', roles: [...caller.roles] });
  const handler = untilEnd(createHandler(server, { authenticate, ...options }));
  return { server, caller, url: await listen(handler.node) };
}

/** Opens a session with a stream. `ask` sends a request, `nextUri` resolves with the URI of the next update. */
async function openSubscriber(url: string) {
  const headers = await openSession(url);
  const stream = await rawStream(url, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } });
  onTestFinished(() => stream.destroy());
  let id = 0;
  const ask = async (method: string, params: object): Promise<unknown> =>
    (await rawRequest(url, { headers, body: request(++id, method, params) })).json;
  const nextUri = async (): Promise<unknown> =>
    (JSON.parse((await stream.events.take(({ data }) => data !== '')).data) as { params: { uri: string } }).params.uri;
  return { ask, nextUri };
}

test('is told of no update after the next request, until it has the roles again', async () => {
  const { server, caller, url } = await serveClub();
  const { ask, nextUri } = await openSubscriber(url);
  for (const uri of ['club:rules', 'club:door']) await ask('resources/subscribe', { uri });
  const update = (): void => {
    for (const uri of ['club:rules', 'club:door']) server.resourceUpdated(uri);
  };
  update();
  expect([await nextUri(), await nextUri()]).toEqual(['club:rules', 'club:door']);
  caller.roles = [];
  expect(await ask('resources/read', { uri: 'club:rules' })).toMatchObject({ error: { code: -32002 } });
  update();
  expect(await nextUri()).toBe('club:door');
  caller.roles = ['reader'];
  await ask('resources/read', { uri: 'club:rules' });
  update();
  expect([await nextUri(), await nextUri()]).toEqual(['club:rules', 'club:door']);
});

test('keeps its roles when one of its subscriptions is repeated or ends', async () => {
  const { server, caller, url } = await serveClub();
  server.resource('club:bar', {}, 'x');
  const { ask, nextUri } = await openSubscriber(url);
  for (const uri of ['club:bar', 'club:rules', 'club:door', 'club:bar']) await ask('resources/subscribe', { uri });
  const update = (): void => {
    for (const uri of ['club:rules', 'club:door']) server.resourceUpdated(uri);
  };
  update();
  for (const uri of ['club:rules', 'club:door']) expect(await nextUri()).toBe(uri);
  await ask('resources/unsubscribe', { uri: 'club:bar' });
  update();
  for (const uri of ['club:rules', 'club:door']) expect(await nextUri()).toBe(uri);
  caller.roles = [];
  await ask('resources/read', { uri: 'club:door' });
  update();
  expect(await nextUri()).toBe('club:door');
});

test('is told of no update because of a request that took longer than the one without the roles', async () => {
  const { server, caller, url } = await serveClub();
  const { ask, nextUri } = await openSubscriber(url);
  await ask('resources/subscribe', { uri: 'club:door' });
  const arrived = new Mailbox<string>();
  const released = new Mailbox<string>();
  server.use(async (asked, next) => {
    if (asked.method === 'resources/subscribe') {
      arrived.put('subscribe');
      await released.take();
    }
    return next(asked);
  });
  const subscribing = ask('resources/subscribe', { uri: 'club:rules' });
  await arrived.take();
  caller.roles = [];
  await ask('resources/read', { uri: 'club:door' });
  released.put('subscribe');
  await subscribing;
  server.resourceUpdated('club:rules');
  server.resourceUpdated('club:door');
  expect(await nextUri()).toBe('club:door');
});

test('without sessions there is nothing to subscribe to', async () => {
  const { url } = await serveClub({ sessions: 'none' });
  const headers = { 'mcp-protocol-version': NEWEST };
  const body = request(1, 'resources/subscribe', { uri: 'club:door' });
  expect((await rawRequest(url, { headers, body })).json).toMatchObject({ error: { code: -32601 } });
});
