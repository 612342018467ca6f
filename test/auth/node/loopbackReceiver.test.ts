/** The receiver of a login's redirection: what it accepts, what it refuses, and what the person is told. */

import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect, createServer, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AuthorizationError, ForbiddenUrlError, type PendingRedirect } from '@mcp-gen/auth/client';
import { loopbackReceiver, type LoopbackOptions } from '@mcp-gen/auth/node';
import { CallbackServer } from '../../../auth/src/node/callbackServer.js';

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

const AUTHORIZE = 'https://auth.example.com/authorize?client_id=a&state=s3cret';

/** A login that is prepared, and what is printed during it. */
interface Login {
  readonly pending: PendingRedirect;
  readonly uri: URL;
  readonly printed: string[];
}

async function prepare(
  options: LoopbackOptions = {},
  preferred?: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Login> {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const receiver = loopbackReceiver({ openUrl: false, input: false, print, ...options });
  const pending = await receiver.open(preferred, signal);
  onTestFinished(() => pending.close());
  return { pending, uri: new URL(pending.redirectUri), printed };
}

/** Sends a request as it is written, and returns the answer with its text. */
async function send(uri: URL, path: string, options: RequestOptions = {}): Promise<IncomingMessage & { text: string }> {
  const sent = request({ host: '127.0.0.1', port: uri.port, path, agent: false, ...options }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  return Object.assign(response, { text: Buffer.concat(chunks as Buffer[]).toString() });
}

test('resolves with the URL that the browser is redirected to, and shows a page without scripts', async () => {
  const { pending, uri, printed } = await prepare();
  expect(uri.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const received = pending.authorize(new URL(AUTHORIZE));
  const response = await send(uri, '/callback?code=c%20d&state=s3cret&iss=https%3A%2F%2Fauth.example.com');
  expect((await received).href).toBe(`${uri.href}?code=c%20d&state=s3cret&iss=https%3A%2F%2Fauth.example.com`);
  expect(response.statusCode).toBe(200);
  expect(response.text).toContain('Login received');
  expect(response.text).not.toContain('s3cret');
  expect(response.text).not.toMatch(/<script|\son\w+=|javascript:/i);
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  expect(printed.join('')).toContain(`Open this URL in a browser to log in:\n\n  ${AUTHORIZE}\n`);
});

test('passes an error of the authorization server on, and repeats nothing of it in the page', async () => {
  const { pending, uri } = await prepare();
  const received = pending.authorize(new URL(AUTHORIZE));
  const response = await send(
    uri,
    '/callback?error=access_denied&error_description=%3Cscript%3Ealert(1)%3C%2Fscript%3E&state=s3cret',
  );
  expect((await received).searchParams.get('error')).toBe('access_denied');
  expect(response.text).toContain('Login not completed');
  expect(response.text).not.toContain('alert');
});

describe('refuses, and goes on to wait', () => {
  test.each<[string, string, RequestOptions, number]>([
    ['a favicon', '/favicon.ico', {}, 404],
    ['another path', '/callback/?code=c&state=s3cret', {}, 404],
    ['a path of another case', '/Callback?code=c&state=s3cret', {}, 404],
    ['a URL in place of a path', 'http://127.0.0.1/callback?code=c&state=s3cret', {}, 404],
    ['a path that names a host', '//example.com/callback?code=c&state=s3cret', {}, 404],
    ['POST', '/callback?code=c&state=s3cret', { method: 'POST' }, 405],
    ['HEAD', '/callback?code=c&state=s3cret', { method: 'HEAD' }, 405],
    ['OPTIONS', '/callback?code=c&state=s3cret', { method: 'OPTIONS' }, 405],
    ['another host', '/callback?code=c&state=s3cret', { headers: { host: 'rebound.example.com' } }, 421],
    ['localhost', '/callback?code=c&state=s3cret', { headers: { host: 'localhost' } }, 421],
    ['the host without its port', '/callback?code=c&state=s3cret', { headers: { host: '127.0.0.1' } }, 421],
    ['another state', '/callback?code=c&state=other', {}, 400],
    ['no state', '/callback?code=c', {}, 400],
    ['two states', '/callback?code=c&state=s3cret&state=other', {}, 400],
    ['an error with another state', '/callback?error=access_denied&state=other', {}, 400],
    ['neither code nor error', '/callback?state=s3cret', {}, 400],
    ['two codes', '/callback?code=c&code=d&state=s3cret', {}, 400],
    ['a code and an error', '/callback?code=c&error=access_denied&state=s3cret', {}, 400],
    ['headers that are too large', '/callback?code=c&state=s3cret', { headers: { x: 'x'.repeat(40_000) } }, 431],
  ])('%s', async (_, path, options, status) => {
    const { pending, uri } = await prepare();
    const received = pending.authorize(new URL(AUTHORIZE));
    expect((await send(uri, path, options)).statusCode).toBe(status);
    expect((await send(uri, '/callback?code=good&state=s3cret')).statusCode).toBe(200);
    expect((await received).searchParams.get('code')).toBe('good');
    expect((await send(uri, '/callback?code=late&state=s3cret')).statusCode).toBe(410);
  });

  test('a redirection before the login has begun', async () => {
    const { pending, uri } = await prepare();
    expect((await send(uri, '/callback?code=early&state=s3cret')).statusCode).toBe(410);
    const received = pending.authorize(new URL(AUTHORIZE));
    await send(uri, '/callback?code=good&state=s3cret');
    expect((await received).searchParams.get('code')).toBe('good');
  });
});

describe('listens', () => {
  test('on loopback alone', async () => {
    const { uri } = await prepare();
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const outside = others
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    for (const host of [...outside, '127.0.0.2', '::1']) {
      const socket = connect(Number(uri.port), host);
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      expect(['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH']).toContain(error.code);
    }
    expect((await send(uri, '/')).statusCode).toBe(404);
  });

  test('at the port that the client registered before, and at another one if that is taken', async () => {
    const { uri, pending } = await prepare();
    const blocked = await prepare({}, uri.href);
    expect(blocked.uri.port).not.toBe(uri.port);
    await pending.close();
    expect((await prepare({}, uri.href)).uri.href).toBe(uri.href);
  });

  test.each([
    'http://example.com:8765/callback',
    'http://0.0.0.0:8765/callback',
    'https://127.0.0.1:8765/callback',
    'http://127.0.0.1:8765/other',
    'http://localhost:8765/callback',
    'not a URL',
  ])('not at what was stored as %s', async (stored) => {
    const { uri } = await prepare({}, stored);
    expect(uri.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(uri.port).not.toBe('8765');
  });

  test('at a redirect URI that is registered, or says that its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const redirectUri = `http://127.0.0.1:${port}/oauth/end`;
    const error = await prepare({ redirectUri }, 'http://127.0.0.1:1/oauth/end').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthorizationError);
    expect((error as Error).message).toContain(`Cannot listen at 127.0.0.1:${port}`);
    holder.close();
    await once(holder, 'close');
    expect((await prepare({ redirectUri })).pending.redirectUri).toBe(redirectUri);
  });

  test('or fails with the error of the system, where the port is not the reason', async () => {
    // An address that no computer has (RFC 5737).
    const error = await CallbackServer.open(new URL('http://192.0.2.1/callback')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'EADDRNOTAVAIL' });
    expect(error).not.toBeInstanceOf(AuthorizationError);
  });

  test('at both addresses of localhost, where that is registered', async () => {
    const { pending, uri } = await prepare({ redirectUri: 'http://localhost/callback' });
    expect(uri.hostname).toBe('localhost');
    const headers = { host: uri.host };
    for (const host of ['127.0.0.1', ...(HAS_IPV6 ? ['::1'] : [])]) {
      expect((await send(uri, '/favicon.ico', { host, headers })).statusCode).toBe(404);
    }
    const received = pending.authorize(new URL(AUTHORIZE));
    await send(uri, '/callback?code=c&state=s3cret', { headers });
    expect((await received).href).toBe(`${uri.href}?code=c&state=s3cret`);
  });

  /** Lets this computer refuse to listen at the IPv6 address of localhost. */
  function refusingIpv6(code: string): void {
    const { listen } = Server.prototype;
    const spied = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
      if ((given[0] as { readonly host?: string }).host !== '::1') return listen.apply(this, given);
      process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
      return this;
    });
    onTestFinished(() => spied.mockRestore());
  }

  test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])(
    'at one address of localhost where IPv6 is missing: %s',
    async (code) => {
      refusingIpv6(code);
      const { pending, uri } = await prepare({ redirectUri: 'http://localhost/callback' });
      const received = pending.authorize(new URL(AUTHORIZE));
      await send(uri, '/callback?code=c&state=s3cret', { headers: { host: uri.host } });
      expect((await received).searchParams.get('code')).toBe('c');
    },
  );

  test.each(['EADDRINUSE', 'EACCES'])(
    'at no address of localhost if the port is taken at the other: %s',
    async (code) => {
      refusingIpv6(code);
      const closed = vi.spyOn(Server.prototype, 'close');
      onTestFinished(() => closed.mockRestore());
      await expect(prepare({ redirectUri: 'http://localhost/callback' })).rejects.toThrow(
        'Cannot listen at localhost for the login redirect: the port is in use or reserved',
      );
      expect(closed.mock.contexts.map((server) => (server as Server).listening)).toEqual([false]);
    },
  );

  test.each([
    'http://example.com/callback',
    'https://127.0.0.1/callback',
    'http://0.0.0.0/callback',
    'http://a:b@127.0.0.1/callback',
    'http://127.0.0.1/callback?x=1',
    'http://127.0.0.1/callback#x',
    'app://callback',
    'callback',
  ])('but never at %s', (redirectUri) => {
    expect(() => loopbackReceiver({ redirectUri })).toThrow(
      'Invalid option "redirectUri" for loopbackReceiver: expected an http: URL at 127.0.0.1',
    );
  });

  test('until it is closed, whatever connections are open', async () => {
    const { pending, uri } = await prepare();
    const idle = connect(Number(uri.port), '127.0.0.1');
    await once(idle, 'connect');
    const ended = once(idle, 'close');
    idle.resume().on('error', () => undefined);
    const closing = pending.close();
    // New connections are refused at once. Closing waits for those that are open.
    expect(await Promise.race([closing.then(() => 'closed'), send(uri, '/').catch(String)])).toContain('ECONNREFUSED');
    await closing;
    await pending.close();
    await ended;
  });
});

describe('gives up', () => {
  test('after the timeout, with one clear error', async () => {
    const { pending } = await prepare({ timeout: 50 });
    const error = await pending.authorize(new URL(AUTHORIZE)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthorizationError);
    expect((error as Error).message).toBe(
      'The login was not completed within 50 ms. Try again, or raise the option "loginTimeout" (flag --auth-timeout)',
    );
    for (const timeout of [0, -1, NaN]) {
      expect(() => loopbackReceiver({ timeout })).toThrow('Invalid option "timeout" for loopbackReceiver: expected');
    }
  });

  test('when the signal aborts, with its reason', async () => {
    const abort = new AbortController();
    const { pending } = await prepare({}, undefined, abort.signal);
    const received = pending.authorize(new URL(AUTHORIZE));
    abort.abort(new Error('not needed'));
    await expect(received).rejects.toThrow('not needed');
    await expect(pending.authorize(new URL(AUTHORIZE))).rejects.toThrow('not needed');
    await expect(prepare({}, undefined, abort.signal)).rejects.toThrow('not needed');
  });

  test('when showing the URL fails', async () => {
    const { pending } = await prepare({ openUrl: () => Promise.reject(new Error('no window')) });
    await expect(pending.authorize(new URL(AUTHORIZE))).rejects.toThrow('no window');
  });
});

describe('shows the URL', () => {
  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://open', 'data:text/html,x', 'ms-settings:'])(
    'but never one such as %s',
    async (url) => {
      const opened: string[] = [];
      const { pending, printed } = await prepare({ openUrl: ({ href }) => opened.push(href) > 0 });
      const error = await pending.authorize(new URL(url)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ForbiddenUrlError);
      expect([...opened, ...printed]).toEqual([]);
    },
  );

  test('with the function that is given, and says so', async () => {
    const opened: string[] = [];
    const { pending, uri, printed } = await prepare({
      openUrl: ({ href }) => opened.push(href) > 0,
      input: new PassThrough(),
    });
    const received = pending.authorize(new URL(AUTHORIZE));
    await expect.poll(() => printed.length).toBeGreaterThan(0);
    await send(uri, '/callback?code=c&state=s3cret');
    await received;
    expect(opened).toEqual([AUTHORIZE]);
    expect(printed).toEqual([
      `A browser was opened to log in. If it does not show a page, open this URL:\n\n  ${AUTHORIZE}\n\n`,
    ]);
  });

  test('with nothing in it that a terminal would obey', async () => {
    const { pending, printed } = await prepare({ timeout: 50 });
    const url = new URL('https://auth.example.com/\u001b]0;title\u0007?state=\u001b[2J\u202e');
    await expect(pending.authorize(url)).rejects.toThrow('The login was not completed');
    expect(printed.join('')).toMatch(/^[\n -~]*$/);
  });
});

describe('takes the redirected URL from a person who pastes it', () => {
  test('and says what is wrong with other lines', async () => {
    const input = new PassThrough();
    const { pending, uri, printed } = await prepare({ input });
    const received = pending.authorize(new URL(AUTHORIZE));
    input.write('hello\n\n');
    input.write(`http://127.0.0.1:1/callback?code=c&state=s3cret\n`);
    input.write(`${uri.href}?code=c&state=other\n`);
    input.write(`${uri.href}?state=s3cret\n`);
    input.write(`${uri.href}?code=${'c'.repeat(70_000)}&state=s3cret\n`);
    input.write(`  ${uri.href}?code=pasted&state=s3cret  \n`);
    expect((await received).searchParams.get('code')).toBe('pasted');
    const told = printed.join('');
    expect(told).toContain('paste it here');
    expect(told.match(/^This [^.]*\./gm)).toEqual([
      'This is not a URL.',
      'This is not the address of this login, http://127.',
      'This belongs to another login.',
      'This has neither one code nor one error.',
      'This is not a URL.',
    ]);
  });

  test('or from the browser, whichever comes first, and stops reading then', async () => {
    const input = new PassThrough();
    const { pending, uri, printed } = await prepare({ input });
    const received = pending.authorize(new URL(AUTHORIZE));
    await expect.poll(() => printed.join('')).toContain('paste it here');
    await send(uri, '/callback?code=c&state=s3cret');
    await received;
    expect(input.listenerCount('data') + input.listenerCount('keypress')).toBe(0);
    expect(input.isPaused()).toBe(true);
  });

  test('on a terminal, which shows what is typed and where Ctrl-C ends the program', async () => {
    const echo = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => void [echo, kill].map((spied) => spied.mockRestore()));
    const modes: boolean[] = [];
    const setRawMode = (isRaw: boolean): void => void modes.push(isRaw);
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
    const { pending, uri, printed } = await prepare({ input });
    const received = pending.authorize(new URL(AUTHORIZE));
    await expect.poll(() => printed.join('')).toContain('paste it here');
    input.write('\u0003');
    await expect.poll(() => kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
    // Longer than the lines that terminals pass on by themselves.
    const code = 'c'.repeat(5_000);
    input.write(`${uri.href}?code=${code}&state=s3cret\r`);
    expect((await received).searchParams.get('code')).toBe(code);
    expect(echo.mock.calls.map(([text]) => String(text)).join('')).toContain(`${uri.href}?code=ccc`);
    expect(modes).toEqual([true, false]);
  });

  test('and goes on without it when the input ends', async () => {
    const input = new PassThrough();
    const { pending, uri } = await prepare({ input });
    const received = pending.authorize(new URL(AUTHORIZE));
    input.end();
    await once(input, 'close');
    await send(uri, '/callback?code=c&state=s3cret');
    expect((await received).searchParams.get('code')).toBe('c');
  });
});
