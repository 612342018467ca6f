/** A server that listens at a port of its own: its other paths, and how it closes. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
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

describe('a fallback', () => {
  test('answers all paths but that of the endpoint, and can pass them on', async () => {
    const { url } = await startService({
      fallback: (request, response, next) => {
        if (request.url === '/token') response.end('a token');
        else next();
      },
    });
    const { origin } = new URL(url);
    expect(await (await fetch(`${origin}/token`)).text()).toBe('a token');
    expect(await (await fetch(`${origin}/other`)).text()).toBe('The endpoint is /mcp\n');
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
  ])('that %s is reported, and the client gets no more than the status', async (_what, fallback) => {
    const { url, errors } = await startService({ fallback });
    const response = await fetch(`${new URL(url).origin}/token`);
    expect([response.status, await response.text()]).toEqual([500, 'Internal error\n']);
    expect(await errors.take()).toMatchObject({ message: 'broken' });
  });

  test('has to be a function', async () => {
    await expect(startService({ fallback: 'x' as never })).rejects.toThrow('Invalid option "fallback"');
  });
});

describe('the limit of open connections', () => {
  test('closes a further one of the address that has the most, and no other', async () => {
    const { url } = await startService({ limits: { socketLimit: 2 } });
    const answered = async (socket: Socket): Promise<string> => {
      socket.write(head({}, 'GET /elsewhere'));
      const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
      return answer.split('\r\n', 1)[0] ?? '';
    };
    const [first, second] = [await openSocket(url), await openSocket(url)];
    expect(await answered(first)).toContain('404');
    expect(await answered(second)).toContain('404');
    const third = await openSocket(url);
    await once(
      third.resume().on('error', () => undefined),
      'close',
    );
    expect(await answered(first)).toContain('404');
    const closed = once(second, 'close');
    second.destroy();
    await closed;
    await expect
      .poll(async () => {
        const next = await openSocket(url);
        return Promise.race([answered(next), once(next, 'close').then(() => 'closed')]);
      })
      .toContain('404');
  });

  test('is at least 1', async () => {
    await expect(startService({ limits: { socketLimit: 0 } })).rejects.toThrow(
      'Invalid option "socketLimit" for the option limits of serveHttp: expected an integer of at least 1, got 0',
    );
  });
});
