/** Opening a session over Streamable HTTP with servers that do not take `notifications/initialized`. */

import { expect, onTestFinished, test } from 'vitest';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';
import { connectSession } from '../../../runtime/src/session/connect.js';
import { GENERATED } from '../../support/generated.js';
import { NEWEST } from './httpSupport.js';
import { open, polite } from './scriptedClient.js';
import { startScripted, type Script } from './scriptedServer.js';

/** A server that takes everything but the notification, which a script answers. */
const opening = (answer: Script): Script => {
  const others = polite(() => undefined);
  return (asked, response) =>
    asked.message.method === 'notifications/initialized' ? answer(asked, response) : others(asked, response);
};

test('connecting to a server that never answers notifications/initialized fails after the timeout of initializing', async () => {
  const { url } = await startScripted(opening(() => undefined));
  const transport = new HttpClientTransport({ url, shutdownTimeout: 1 });
  onTestFinished(() => transport.close());
  const connecting = connectSession(transport, {
    clientInfo: { name: 'client', version: '1.0.0' },
    revisions: [GENERATED[NEWEST].revision],
    initializeTimeout: 1_000,
  });
  await expect(connecting).rejects.toMatchObject({
    name: 'RequestTimeoutError',
    method: 'notifications/initialized',
    timeout: 1_000,
  });
});

test('the reason of a refusal is waited for only for a time', async () => {
  const { url } = await startScripted(
    opening((_, response) => response.writeHead(400, { 'content-type': 'application/json' }).write('{"error":')),
  );
  await expect(open(url)).rejects.toMatchObject({ name: 'HttpStatusError', message: 'HTTP 400: Bad Request' });
});
