/** What `connect` takes, and what it refuses before anything is opened. */

import { connect, HttpStatusError, type ClientAuth, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { memoryPair } from '@mcp-gen/runtime';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../support/httpServer.js';
import { isRunning } from '../../support/programs.js';
import { covers } from '../../support/covers.js';
import { endless } from '../../support/leftovers/endless.js';

const transport = memoryPair()[0];

const AUTH: ClientAuth = { wrapFetch: ({ fetch }) => fetch };

describe('connect', () => {
  test.each<[title: string, target: unknown, says: string, options?: ClientOptions]>([
    ['nothing', undefined, 'expected a command line'],
    ['an empty array', [], 'expected a command line'],
    ['an array of other things', ['node', 7], 'expected a command line'],
    ['an empty command line', '', 'The command line is empty'],
    [
      'a URL of another scheme',
      'ws://example.org',
      'Unsupported URL scheme ws: of the target: expected http: or https:',
    ],
    [
      'a file as a URL',
      new URL('file:///server.js'),
      'Unsupported URL scheme file: of the target: expected http: or https:',
    ],
    ['a URL that is none', 'http://', 'Invalid URL as target'],
    ['host and port', 'localhost:3000/mcp', 'add the scheme: http://localhost:3000/mcp'],
    ['headers for a program', 'server', '"headers" is only valid for servers', { headers: {} }],
    ['OAuth for a program', 'server', '"auth" is only valid for servers with a URL', { auth: AUTH }],
    ['OAuth for a transport', transport, '"auth" must be set on the transport', { auth: AUTH }],
    ['variables for a URL', 'http://x.test', '"env" is only valid for servers', { env: {} }],
    [
      'a limit on lines for a URL',
      'http://x.test',
      '"limits.malformedLimit" is only valid for servers with a command',
      { limits: { malformedLimit: 1 } },
    ],
    [
      'retries for a program',
      'server',
      '"retry.retryLimit" is only valid for servers with a URL',
      { retry: { retryDelay: undefined, retryLimit: 1 } },
    ],
    [
      'limits for a transport',
      transport,
      '"limits.valueLimit" must be set on the transport',
      { limits: { valueLimit: 1 } },
    ],
    ['headers for a transport', transport, '"headers" must be set on the', { headers: {} }],
    ['a transport to be opened again', transport, 'only once', { reconnect: true }],
    ['no way to elicit', 'server', 'functions form and url', { elicitation: {} }],
    ['a root that is not a file', 'server', 'is not a file of this machine', { roots: ['http://x.test'] }],
    ['a revision', 'server', 'Unsupported revision "1"', { revisions: ['1' as never] }],
  ])('refuses %s', async (_, target, says, options) => {
    if (options?.elicitation !== undefined) covers('elicitation-one-mode');
    if (options?.headers !== undefined || options?.auth !== undefined) covers('base-credentials-over-stdio');
    const connecting = connect(target as Target, options);
    await expect(connecting).rejects.toThrow(TypeError);
    await expect(connecting).rejects.toThrow(says);
  });

  test('takes a limit for the other kind of server that is undefined', async () => {
    const url = await startServer((_, response) => response.writeHead(503).end());
    await expect(connect(url, { limits: { malformedLimit: undefined } })).rejects.toThrow('HTTP 503');
  });

  test('says why a program cannot be started', async () => {
    await expect(connect('no-such-program-anywhere --flag')).rejects.toThrow(
      'The server no-such-program-anywhere --flag cannot be started: program not found',
    );
  });

  test.each([
    [401, 'HTTP 401: Unauthorized. The server requires authentication: set the option auth, or headers'],
    [403, 'HTTP 403: Forbidden. Access is denied: check the option headers, and the hosts and origins'],
    [404, 'HTTP 404: Not Found. No MCP server found at URL/: check its path. Most servers have a path such as /mcp'],
    [405, 'No MCP server found at URL/'],
    [503, 'HTTP 503: Service Unavailable'],
  ])('says what to do about the status %i', async (status, says) => {
    const url = await startServer((_, response) => response.writeHead(status).end());
    const failure: unknown = await connect(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpStatusError);
    expect(failure).toMatchObject({
      status,
      message: expect.stringContaining(says.replaceAll('URL', url.origin)) as unknown,
    });
  });

  test('shows the invalid lines that a program writes to stdout, with the place for such output', async () => {
    const errors: unknown[] = [];
    const script = 'console.log("Listening on port 1")';
    const connecting = connect([process.execPath, '-e', script], { onError: (error) => errors.push(error) });
    await expect(connecting).rejects.toThrow(
      'The server exited with code 0 before it sent a message. ' +
        `Command: ${process.execPath} -e ${JSON.stringify(script)}. ` +
        'It wrote lines to stdout that are not messages: "Listening on port 1" ' +
        '(servers must write only messages to stdout, and logs to stderr)',
    );
    // The program is started a second time, since older servers end at a first message that they do not know.
    const line =
      'JsonRpcError: Parse error: a line is not JSON: "Listening on port 1" ' +
      '(servers must write only messages to stdout, and logs to stderr)';
    expect(errors.map(String)).toEqual([line, line]);
  });

  test('says why a program has ended', async () => {
    const script = 'console.error("No key"); process.exit(3)';
    const connecting = connect([process.execPath, '-e', script], { stderr: 'pipe' });
    await expect(connecting).rejects.toThrow(
      /exited with code 3 before it sent a message\. Command: .*\. Its stderr ended with:\nNo key$/,
    );
  });

  test('says what a silent program has written', async () => {
    const script = 'console.log("Ready?"); console.error("Waiting for a key"); setInterval(() => 0, 1000)';
    const options = { timeout: 1_500, onStderr: () => undefined, onError: () => undefined };
    await expect(connect([process.execPath, '-e', script], options)).rejects.toMatchObject({
      name: 'RequestTimeoutError',
      message: expect.stringMatching(
        /within 1500 ms\. Command: .*wrote .*"Ready\?".*ended with:\nWaiting for a key$/,
      ) as string,
    });
  });

  test('times out if the server is silent after a login', async () => {
    const auth: ClientAuth = {
      wrapFetch: ({ onLogin }) => {
        onLogin(Promise.resolve());
        return () => endless();
      },
    };
    const opened = connect('http://server.test/mcp', { auth, timeout: 50 }).catch(String);
    const late = new Promise((resolve) => setTimeout(resolve, 2_000, 'still waiting'));
    expect(await Promise.race([opened, late])).toMatch(/^RequestTimeoutError: .* within 50 ms/);
  });

  test.each(['inherit', 'ignore'] as const)('refuses to hand on a stderr that it does not read: %s', async (stderr) => {
    const connecting = connect('server', { stderr, onStderr: () => undefined });
    await expect(connecting).rejects.toThrow(TypeError);
    await expect(connecting).rejects.toThrow(`requires stderr: "pipe" or "forward", got "${stderr}"`);
  });

  test('ends when its signal aborts, and leaves no program behind', async () => {
    const controller = new AbortController();
    let pid = 0;
    const onStderr = (text: string): void => {
      pid = Number(text);
      controller.abort(new Error('Enough'));
    };
    const script = 'process.stderr.write(String(process.pid)); process.stdin.resume()';
    const options = { signal: controller.signal, stderr: 'pipe', onStderr } as const;
    await expect(connect([process.execPath, '-e', script], options)).rejects.toThrow('Enough');
    expect(isRunning(pid)).toBe(false);
  });

  test('hands on what the program writes to stderr, and its variables, without further options', async () => {
    let written = '';
    const script = 'process.stderr.write(process.env.GREETING + process.cwd())';
    const onStderr = (text: string): void => void (written += text);
    const options = { revisions: ['2025-11-25'], env: { GREETING: 'Hello from ' }, cwd: '/', onStderr } as const;
    await expect(connect([process.execPath, '-e', script], options)).rejects.toThrow('exited');
    expect(written).toBe('Hello from /');
  });
});

test.each<[string, Target, ClientOptions]>([
  ['A command as target', 'node server.mjs', {}],
  ['The option roots', transport, { roots: ['.'] }],
])('%s is refused in a browser', async (what, target, options) => {
  vi.stubGlobal('process', Object.create(process, { versions: { value: {} } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(connect(target, options)).rejects.toThrow(
    new TypeError(`${what} needs Node, Deno, or Bun: it is not supported in a browser`),
  );
});
