/** Closing a server that listens at a port of its own. */

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { POST_HEADERS } from '../../support/rawHttp.js';
import { head, openSocket, startService } from './httpSupport.js';

test.each([
  ['the head of a request', 'POST /mcp HTTP/1.1\r\nhost: localhost\r\n'],
  ['the body of a request', `${head({ ...POST_HEADERS, 'content-length': 99 })}{`],
])('closes a connection that never sends the rest of %s', async (_, half) => {
  const { url, close } = await startService({ shutdownTimeout: 50 });
  const socket = await openSocket(url);
  const closed = once(socket, 'close');
  // The answer to a whole request in front shows that the server has read the half behind it.
  socket.write(head({}, 'GET /elsewhere') + half);
  const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  expect(answer).toContain('404');
  socket.resume();
  await close();
  await closed;
});
