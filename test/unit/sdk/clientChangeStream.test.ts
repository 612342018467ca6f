/** The stream on which a server without sessions tells a client of changes. */

import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';

test('resources that are followed while the stream is being opened are followed, too', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const uris = ['note:///attic', 'note:///cellar'];
  for (const uri of uris) server.resource(uri, {}, 'a note');
  const errors: unknown[] = [];
  const client = await connect(inProcess(server), {
    onListChanged: () => undefined,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => client.close());
  expect(client.revision).toBe('2026-07-28');
  const subscriptions = uris.map((uri) => client.subscribe(uri));
  await Promise.all(subscriptions.map(({ ready }) => ready));
  for (const uri of uris) server.resourceUpdated(uri);
  const updates = await Promise.all(subscriptions.map((subscription) => subscription.next()));
  expect(updates.map(({ value }) => value as unknown)).toMatchObject(uris.map((uri) => ({ uri })));
  await client.close();
  expect(errors).toEqual([]);
});

test('closing the client while the stream is being opened is no error', async () => {
  const errors: unknown[] = [];
  const client = await connect(inProcess(new Server({ name: 'test', version: '1.0.0' }, { features: ['tools'] })), {
    onListChanged: () => undefined,
    onError: (error) => errors.push(error),
  });
  await client.close();
  await client.closed;
  expect(errors).toEqual([]);
});
