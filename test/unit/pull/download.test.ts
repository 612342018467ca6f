/** Downloads from servers that misbehave: a file comes whole, or an error says why not. */

import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { download, LIMITS } from '../../../generator/pull/download.js';
import { PullError } from '../../../generator/pull/pullError.js';
import { startServer } from '../../support/httpServer.js';

const SMALL = { ...LIMITS, bytes: 1_000 };
const SHORT = { ...LIMITS, milliseconds: 200 };

/** What the download of a file fails with. */
async function failure(listener: RequestListener, limits = LIMITS): Promise<string> {
  const url = await startServer(listener);
  const error = await download(new URL('file', url), limits).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(PullError);
  const { message } = error as PullError;
  expect(message).toContain(`${url.href}file`);
  return message.replaceAll(url.href, 'SERVER/');
}

test('the bytes of the file, unchanged', async () => {
  const bytes = Buffer.from([0, 13, 10, 255, 254, 0]);
  const url = await startServer((_, response) => response.end(bytes));
  expect(await download(url)).toEqual(bytes);
});

test.each([404, 500, 204, 304])('an answer %d', async (status) => {
  expect(await failure((_, response) => response.writeHead(status).end())).toContain(`responded with ${status}`);
});

test('nobody there', async () => {
  const url = new URL('http://127.0.0.1:1/file');
  await expect(download(url)).rejects.toThrow(PullError);
  await expect(download(url)).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1\/file cannot be reached: .+\. Check the network, or pass --from <folder> with a copy of the files\.$/,
  );
});

describe('redirects', () => {
  const redirect =
    (status: number): RequestListener =>
    ({ url }, response) => {
      if (url === '/there') response.end('there');
      else response.writeHead(status, { location: '/there' }).end('not here');
    };

  test.each([301, 302, 303, 307, 308])('with the status %d are followed', async (status) => {
    const url = await startServer(redirect(status));
    expect(Buffer.from(await download(url)).toString()).toBe('there');
  });

  test.each([201, 300, 304, 305, 306])('do not come with the status %d, whatever its location', async (status) => {
    expect(await failure(redirect(status))).toContain(`responded with ${status}`);
  });

  test('within the origin, up to five', async () => {
    const url = await startServer(({ url }, response) => {
      const left = Number((url ?? '').slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end('not here');
    });
    expect(Buffer.from(await download(new URL('5', url))).toString()).toBe('there');
    await expect(download(new URL('6', url))).rejects.toThrow('redirects more than 5 times');
  });

  test('a circle ends', async () => {
    let requests = 0;
    const circle: RequestListener = ({ url }, response) => {
      requests++;
      response.writeHead(301, { location: url }).end();
    };
    expect(await failure(circle)).toBe('SERVER/file redirects more than 5 times.');
    expect(requests).toBe(6);
  });

  test('another host is not asked', async () => {
    let asked = false;
    const other = await startServer((_, response) => {
      asked = true;
      response.end('stolen');
    });
    const message = await failure((_, response) => response.writeHead(302, { location: other.href }).end());
    expect(message).toContain(`redirects to another host, ${other.href}, which is not followed`);
    expect(asked).toBe(false);
  });

  test.each(['https://127.0.0.1/', 'http://localhost/', 'file:///etc/hostname', 'http://'])(
    'to %s',
    async (location) => {
      const message = await failure((_, response) => response.writeHead(307, { location }).end());
      expect(message).toContain('redirects to another host');
    },
  );

  test('without a location', async () => {
    expect(await failure((_, response) => response.writeHead(302).end())).toContain('responded with 302');
  });
});

describe('a body that is not whole', () => {
  const breakOff = (response: ServerResponse): void => {
    response.write('short', () => response.destroy());
  };

  test('shorter than announced', async () => {
    const message = await failure((_, response) => breakOff(response.writeHead(200, { 'content-length': 100 })));
    expect(message).toMatch(/^SERVER\/file broke off after \d bytes: ./);
  });

  test('in chunks, without an end', async () => {
    expect(await failure((_, response) => breakOff(response))).toMatch(/^SERVER\/file broke off after \d bytes: ./);
  });

  test('compressed, which hides where it was cut', async () => {
    const half = gzipSync(Buffer.alloc(100_000, 'text')).subarray(0, 60);
    const headers = { 'content-encoding': 'gzip' };
    const message = await failure((_, response) => response.writeHead(200, headers).end(half));
    expect(message).toBe('SERVER/file responded with unsupported encoding gzip: expected uncompressed bytes.');
  });

  test('servers are asked for the bytes as they are', async () => {
    const url = await startServer(({ headers }, response) => response.end(headers['accept-encoding']));
    expect(Buffer.from(await download(url)).toString()).toBe('identity');
  });
});

describe('a body that is too large', () => {
  test('without an end: the connection is closed', async () => {
    let closed: Promise<unknown> | undefined;
    const message = await failure((_, response) => {
      closed = once(response, 'close');
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      };
      response.on('drain', more);
      more();
    }, SMALL);
    expect(message).toBe('SERVER/file is larger than 1000 bytes.');
    await closed;
  });

  test('the limit itself is fine', async () => {
    const url = await startServer((_, response) => response.end('x'.repeat(SMALL.bytes)));
    expect(await download(url, SMALL)).toHaveLength(SMALL.bytes);
  });
});

describe('a server that takes its time', () => {
  test('before it answers', async () => {
    expect(await failure(() => undefined, SHORT)).toBe('SERVER/file took longer than 0.2 seconds.');
  });

  test('in the middle of the body', async () => {
    const message = await failure((_, response) => response.write('so far'), SHORT);
    expect(message).toBe('SERVER/file took longer than 0.2 seconds.');
  });
});
