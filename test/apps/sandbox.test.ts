/** The server of the origin on which views run: what it serves, and which hosts it serves. */

import { createSandbox } from '@mcp-gen/apps/sandbox';
import { expect, test } from 'vitest';

const HOST = 'https://chat.example';
const sandbox = createSandbox({ hosts: [HOST, 'http://localhost:3000/'] });
const get = (path: string, init?: RequestInit): Promise<Response> =>
  sandbox(new Request(`https://sandbox.example${path}`, init));

const PROXY = `/?host=${encodeURIComponent(HOST)}`;

/** Returns the directives of a page's policy. */
function directives(response: Response): { readonly [directive: string]: string } {
  const policy = response.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((each): [string, string] => [each.split(' ', 1)[0] ?? '', each.replace(/^\S+ /, '')]),
  );
}

test('the proxy is shown by hosts alone, and loads nothing but pages of its own origin', async () => {
  const response = await get(PROXY);
  expect(response.status).toBe(200);
  expect(directives(response)).toEqual({
    'default-src': "'none'",
    'script-src': expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
    'style-src': expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
    'frame-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': `${HOST} http://localhost:3000`,
  });
});

test('the shell has the origins of its view, is shown within the proxy alone, and has an opaque origin wherever it is opened', async () => {
  const csp = { connectDomains: ['https://api.example', 'https://a.example; script-src *'] };
  const response = await get(`/view?csp=${encodeURIComponent(JSON.stringify(csp))}`);
  expect(response.status).toBe(200);
  expect(directives(response)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'unsafe-inline'",
    'connect-src': 'https://api.example',
    'frame-ancestors': `'self' ${HOST} http://localhost:3000`,
    sandbox: 'allow-scripts allow-forms',
  });
  expect(directives(await get('/view'))['connect-src']).toBe("'none'");
});

test.each([PROXY, '/view'])('the page %s has no features, referrer, or cache', async (path) => {
  const { headers } = await get(path);
  const policy = headers.get('permissions-policy')?.split(', ') ?? [];
  expect(policy).toEqual(expect.arrayContaining(['browsing-topics=()', 'storage-access=()', 'gamepad=()']));
  expect(policy.filter((each) => !/^[a-z-]+=\(\)$/.test(each))).toEqual([]);
  // The frame grants these.
  for (const feature of ['camera', 'microphone', 'geolocation', 'clipboard-write'])
    expect(policy).not.toContain(`${feature}=()`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
    'origin-agent-cluster': '?1',
  });
});

test('a name that a proxy in front of it has rewritten does not matter', async () => {
  const headers = (response: Response): object => Object.fromEntries(response.headers);
  for (const path of [PROXY, '/view']) {
    const rewritten = await sandbox(new Request(`http://10.0.0.1:8081${path}`));
    expect(headers(rewritten)).toEqual(headers(await get(path)));
  }
});

test.each([
  ['/', 403],
  ['/?host=', 403],
  ['/?host=https%3A%2F%2Fevil.example', 403],
  ['/?host=https%3A%2F%2Fchat.example%2F', 403],
  ['/?host=null', 403],
  ['/other', 404],
  ['/view?csp=%7B', 400],
  ['/view?csp=%7B%22connectDomains%22%3A%22*%22%7D', 400],
])('%s is answered with %i', async (path, status) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/plain']);
});

test('origins of more than 16,000 characters are refused', async () => {
  const path = (length: number): string => '/view?csp=%7B%7D'.padEnd('/view'.length + length, '&');
  expect([(await get(path(16_000))).status, (await get(path(16_001))).status]).toEqual([200, 400]);
});

test('only GET and HEAD are answered', async () => {
  expect((await get(PROXY, { method: 'HEAD' })).status).toBe(200);
  expect((await get(PROXY, { method: 'POST' })).status).toBe(405);
});

test.each([
  { hosts: [] },
  { hosts: ['app://x'] },
  { hosts: ['file:///a'] },
  { hosts: ['null'] },
  { hosts: ['*'] },
  { hosts: ['https://chat.example/path'] },
  { hosts: ['https://user@chat.example'] },
  { hosts: ['chat.example'] },
  { hosts: HOST },
  {},
])('the options %j are refused', (options) => {
  expect(() => createSandbox(options as never)).toThrow(/hosts/);
});
