/** Extensions that take part in reaching a server: wrappers of `fetch`, and settings of its program. */

import { Server } from '@mcp-gen/sdk';
import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { defineExtension, type Extension, type FetchWrapper, type LaunchSettings } from '@mcp-gen/sdk/extension';
import { HttpRefusalError, type ServeHttpOptions } from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectUntilEnd, serveUntilEnd } from '../../support/untilEnd.js';

const wrapping = (name: string, wrapFetch: FetchWrapper): (() => Extension) & { readonly id: string } =>
  defineExtension({ id: `com.acme/${name}` }, () => ({ client: { wrapFetch } }));

/** A wrapper that adds its name to a header of each request, and notes the status of each response. */
const tracing = (name: string, seen: string[] = []): FetchWrapper => {
  return ({ fetch }) =>
    async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.append('x-trace', name);
      const response = await fetch(input, { ...init, headers });
      seen.push(`${init?.method} ${response.status} ${response.headers.get('content-type')?.split(';', 1)[0]}`);
      return response;
    };
};

interface Reached {
  readonly client: Client;
  readonly errors: unknown[];
  /** The header `x-trace` of each request, by HTTP method. */
  readonly traces: string[];
}

async function reach(options: ClientOptions, serving: ServeHttpOptions = {}): Promise<Reached> {
  const errors: unknown[] = [];
  const traces: string[] = [];
  const server = new Server({ name: 'reached', version: '1.0.0' });
  server.tool('greet', {}, () => 'hello');
  const { url } = await serveUntilEnd(server, {
    authenticate: ({ method, header }) => {
      traces.push(`${method} ${header('x-trace')}`);
      return undefined;
    },
    ...serving,
  });
  const client = await connectUntilEnd(url, { onError: (error) => void errors.push(error), ...options });
  return { client, errors, traces };
}

describe('wrappers of fetch', () => {
  test.each(['2025-11-25', '2026-07-28'] as const)('see every request of a connection in %s', async (revision) => {
    const seen: string[] = [];
    const { client, traces } = await reach({
      extensions: [wrapping('a', tracing('a', seen))()],
      revisions: [revision],
    });
    await client.callTool('greet');
    await client.close();
    const methods = new Set(traces.map((each) => each.split(' ')[0]));
    expect([...methods]).toEqual(revision === '2026-07-28' ? ['POST'] : ['POST', 'GET', 'DELETE']);
    expect(traces.every((each) => each.endsWith(' a'))).toBe(true);
    expect(seen).toContain('POST 200 application/json');
  });

  test('are ordered by registration, and inside of all are those of the application', async () => {
    const [a, b] = [wrapping('a', tracing('a')), wrapping('b', tracing('b'))];
    const inner: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.append('x-trace', 'fetch');
      return fetch(input, { ...init, headers });
    };
    const revisions = ['2026-07-28'] as const;
    const first = await reach({ extensions: [a(), b()], wrapFetch: [tracing('own')], fetch: inner, revisions });
    expect(first.traces[0]).toBe('POST a, b, own, fetch');
    const second = await reach({ extensions: [a(), b()], wrapFetch: [b, tracing('own'), a], revisions });
    expect(second.traces[0]).toBe('POST b, own, a');
    await expect(reach({ extensions: [a()], wrapFetch: [b] })).rejects.toThrow(
      'The option "wrapFetch" of connect names the extension com.acme/b, which is not registered',
    );
  });

  test('retry a request after asynchronous work', async () => {
    const asked: string[] = [];
    const tokens: FetchWrapper = ({ fetch, server }) => {
      let token = 'old';
      const send: typeof fetch = (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('authorization', `Bearer ${token}`);
        return fetch(input, { ...init, headers });
      };
      return async (input, init) => {
        const response = await send(input, init);
        const challenge = response.headers.get('www-authenticate');
        if (response.status !== 401 || challenge === null) return response;
        await response.body?.cancel();
        // Another request through the same client.
        const metadata = await fetch(new URL('/.well-known/token', server));
        asked.push(challenge);
        token = await metadata.text();
        return send(input, init);
      };
    };
    const { client } = await reach(
      { extensions: [wrapping('tokens', tokens)()], revisions: ['2026-07-28'] },
      {
        routes: { '/.well-known/token': () => ({ body: 'fresh' }) },
        authenticate: ({ header }) => {
          if (header('authorization') === 'Bearer fresh') return 'ada';
          throw new HttpRefusalError(401, 'log in', { headers: { 'www-authenticate': 'Bearer scope="read"' } });
        },
      },
    );
    expect((await client.callTool('greet')).text).toBe('hello');
    expect(asked).toEqual(['Bearer scope="read"']);
  });

  test('do not buffer streams', async () => {
    const seen: string[] = [];
    const server = new Server({ name: 'slow', version: '1.0.0' });
    let finish = (): void => undefined;
    server.tool('wait', {}, async (_, { progress }) => {
      progress(1, 2);
      await new Promise<void>((resolve) => (finish = resolve));
      return 'waited';
    });
    const { url } = await serveUntilEnd(server);
    const client = await connectUntilEnd(url, { extensions: [wrapping('a', tracing('a', seen))()] });
    const progressed = await new Promise<string | undefined>((resolve) => {
      void client
        .callTool('wait', {}, { onProgress: ({ progress }) => resolve(`${progress} ${seen.at(-1)}`) })
        .then(({ text }) => seen.push(text));
    });
    expect(progressed).toBe('1 POST 200 text/event-stream');
    finish();
    await expect.poll(() => seen.at(-1)).toBe('waited');
  });

  test.each(['2025-11-25', '2026-07-28'] as const)('get headers from middleware in %s', async (revision) => {
    const seen: unknown[] = [];
    const priority = defineExtension({ id: 'com.acme/priority' }, () => ({
      client: {
        middleware: [
          (message, next) =>
            next(message.method === 'tools/call' ? { ...message, headers: { 'x-priority': '1' } } : message),
        ],
        wrapFetch:
          ({ fetch }) =>
          (input, init) => {
            const headers = new Headers(init?.headers);
            seen.push(headers.get('x-priority'));
            headers.delete('x-priority');
            return fetch(input, { ...init, headers });
          },
      },
    }));
    const { client } = await reach({ extensions: [priority()], revisions: [revision] });
    seen.length = 0;
    await client.callTool('greet');
    expect(seen.filter((each) => each !== null)).toEqual(['1']);
  });

  test('that throw name their extension, and the connection lives', async () => {
    let isBroken = false;
    const breaking: FetchWrapper =
      ({ fetch }) =>
      (input, init) => {
        if (isBroken) throw new RangeError('broken');
        return fetch(input, init);
      };
    const { client } = await reach({ extensions: [wrapping('broken', breaking)()] });
    isBroken = true;
    await expect(client.callTool('greet')).rejects.toThrow('The extension com.acme/broken failed in wrapFetch: broken');
    isBroken = false;
    expect((await client.callTool('greet')).text).toBe('hello');
  });

  test('that return no function, or no response, name their extension', async () => {
    const none = wrapping('none', () => undefined as never);
    await expect(reach({ extensions: [none()] })).rejects.toThrow(
      'The extension com.acme/none failed in wrapFetch: expected a function, got nothing',
    );
    const empty = wrapping('empty', () => () => Promise.resolve(undefined as never));
    await expect(reach({ extensions: [empty()] })).rejects.toThrow(
      'The extension com.acme/empty failed in wrapFetch: expected a response, got nothing',
    );
  });

  test('pass on errors of the network unchanged', async () => {
    const failing: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));
    await expect(
      connect('http://127.0.0.1:9/mcp', { extensions: [wrapping('a', tracing('a'))()], fetch: failing }),
    ).rejects.toThrow('received no response');
  });
});

describe('settings of the program of a server', () => {
  const launching = (name: string, launch: LaunchSettings): Extension =>
    defineExtension({ id: `com.acme/${name}` }, () => ({ client: { launch } }))();
  /** A server that says how it was started. */
  const program = `
    import { Server } from '@mcp-gen/sdk';
    const server = new Server({ name: 'started', version: '1.0.0' });
    server.tool('env', {}, () => JSON.stringify([process.env.ONE, process.env.TWO, process.argv.slice(1)]));
    server.serve();`;
  const start = (options: ClientOptions): Promise<Client> =>
    connect([process.execPath, '--input-type=module', '-e', program, 'own'], options);

  test('come from several extensions and the application', async () => {
    const client = await start({
      env: { ONE: '1' },
      extensions: [
        launching('a', { env: { TWO: '2' }, args: ['--a'] }),
        launching('b', { env: { TWO: '2' }, args: ['--b'] }),
      ],
    });
    onTestFinished(() => client.close());
    expect(JSON.parse((await client.callTool('env')).text)).toEqual(['1', '2', ['own', '--a', '--b']]);
  });

  test('that contradict each other name both extensions, and start nothing', async () => {
    const one = launching('a', { env: { KEY: 'secret-1' } });
    const other = launching('b', { env: { KEY: 'secret-2' } });
    const failed = await start({ extensions: [one, other] }).catch((error: unknown) => String(error));
    expect(failed).toBe(
      'TypeError: The environment variable KEY of the server has different values in the extension com.acme/a and the extension com.acme/b',
    );
    await expect(start({ extensions: [one], env: { KEY: 'x' } })).rejects.toThrow(
      'different values in the option env and the extension com.acme/a',
    );
  });

  test('that are invalid name the extension', async () => {
    await expect(start({ extensions: [launching('a', { env: { KEY: 1 } } as never)] })).rejects.toThrow(
      'Invalid option "env" for the option launch of the client of the extension com.acme/a',
    );
  });

  test('have no effect on a server with a URL', async () => {
    const { client } = await reach({ extensions: [launching('a', { env: { KEY: '1' } })] });
    expect((await client.callTool('greet')).text).toBe('hello');
  });
});
