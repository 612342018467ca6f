/** What callers may do: roles, scopes that a request needs, and step-up. */

import { InvalidTokenError, type ScopeRules } from '@mcp-gen/auth/server';
import { AuthorizationError } from '@mcp-gen/auth/client';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { rawRequest, rawStream, type RawAnswer } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';
import { alone, bearer, challengeOf, METADATA, startWithJwt, type Guarded } from './guarded.js';
import type { TestIssuer } from './issuer.js';

const RULES: ScopeRules = {
  tools: { delete: ['notes:write', 'notes:delete'], whoami: ({ params }) => scopesFor(params) },
};

/** Scopes can depend on arguments. */
function scopesFor(params: unknown): readonly string[] {
  const { arguments: given } = params as { readonly arguments?: { readonly all?: boolean } };
  return given?.all === true ? ['notes:all'] : [];
}

async function start(
  options: Parameters<typeof startWithJwt>[0] = {},
): Promise<Guarded & { readonly issuer: TestIssuer }> {
  const guarded = await startWithJwt({ scopes: ['notes:read'], ...options });
  guarded.server.use(guarded.guard.requireScopes(RULES));
  return guarded;
}

/** Calls a tool in a revision: in a session, or alone. */
async function callIn(revision: string, { url, open }: Guarded, token: string, params: object): Promise<RawAnswer> {
  if (revision === '2026-07-28') {
    const { headers, body } = alone(bearer(token), 'tools/call', params);
    const { name } = params as { readonly name: string };
    return rawRequest(url, { headers: { ...headers, 'mcp-name': name }, body });
  }
  const initialize = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };
  const opened = await rawRequest(url, { headers: bearer(token), body: request(0, 'initialize', initialize) });
  expect(opened.status, await open(bearer(token)).then(({ text }) => text)).toBe(200);
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': revision };
  return rawRequest(url, { headers: { ...bearer(token), ...session }, body: request(1, 'tools/call', params) });
}

describe.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])('in %s', (revision) => {
  test('a call that needs more scopes is answered with 403 and all of them, and then succeeds', async () => {
    covers(
      'authorization-insufficient-scope',
      'authorization-scopes-together',
      'authorization-scope-consistent',
      'authorization-scope-experience',
      'authorization-status',
    );
    const guarded = await start();
    expect(challengeOf(await guarded.open())['scope']).toBe('notes:read');
    const token = await guarded.issuer.sign({ scope: 'notes:read notes:write' });
    const refused = await callIn(revision, guarded, token, { name: 'delete' });
    expect(refused.status).toBe(403);
    expect(challengeOf(refused)).toEqual({
      scheme: 'Bearer',
      resource_metadata: METADATA,
      error: 'insufficient_scope',
      error_description: 'the token lacks a scope that this request needs',
      scope: 'notes:read notes:write notes:delete',
    });
    expect(refused.json).toMatchObject({ id: 1, error: { code: -32600 } });
    const better = await guarded.issuer.sign({ scope: 'notes:read notes:write notes:delete' });
    const answer = await callIn(revision, guarded, better, { name: 'delete' });
    expect(answer).toMatchObject({ status: 200, json: { result: { content: [{ text: 'deleted' }] } } });
  });

  test('the scopes can depend on the arguments', async () => {
    const guarded = await start();
    const token = await guarded.issuer.sign();
    expect((await callIn(revision, guarded, token, { name: 'whoami' })).status).toBe(200);
    const refused = await callIn(revision, guarded, token, { name: 'whoami', arguments: { all: true } });
    expect(refused.status).toBe(403);
    expect(challengeOf(refused)['scope']).toBe('notes:read notes:all');
  });
});

test('an answer that is a stream already carries the refusal as an error', async () => {
  const guarded = await startWithJwt();
  const { url, server, guard, issuer } = guarded;
  server.tool('slow', {}, async (_, { progress }) => {
    progress(1, 2);
    throw await Promise.resolve(guard.insufficientScope(['notes:write']));
  });
  const token = await issuer.sign();
  const opened = await guarded.open(bearer(token));
  const headers = { ...bearer(token), 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const params = { name: 'slow', _meta: { progressToken: 1 } };
  const stream = await rawStream(url, { headers, body: request(1, 'tools/call', params) });
  expect(stream.status).toBe(200);
  const { data } = await stream.events.take(({ data }) => data.includes('"error"'));
  expect(JSON.parse(data)).toMatchObject({ error: { code: -32600, message: expect.stringContaining('scope') } });
});

test('a broad scope covers those that it implies, over several steps', async () => {
  covers('authorization-scope-hierarchy');
  const scopeHierarchy = {
    admin: ['notes:all'],
    'notes:all': ['notes:read', 'notes:write', 'notes:delete'],
    loop: ['loop'],
  };
  const guarded = await start({ scopeHierarchy });
  const token = await guarded.issuer.sign({ scope: 'admin loop' });
  expect((await callIn('2025-11-25', guarded, token, { name: 'delete' })).status).toBe(200);
  await callIn('2025-11-25', guarded, token, { name: 'whoami' });
  expect(guarded.callers[0]).toMatchObject({
    scopes: ['admin', 'loop'],
    roles: ['admin', 'loop', 'notes:all', 'notes:read', 'notes:write', 'notes:delete'],
  });
});

test('access goes by scopes, and hides', async () => {
  const guarded = await start();
  const named = async (scope: string): Promise<RawAnswer> =>
    callIn('2025-11-25', guarded, await guarded.issuer.sign({ scope }), { name: 'hidden' });
  expect((await named('notes:read')).json).toMatchObject({ error: { code: -32602 } });
  expect((await named('notes:read notes:admin')).json).toMatchObject({ result: { content: [{ text: 'found' }] } });
});

test.each([
  [{ scope: 'a b' }, ['a', 'b']],
  [{ scope: ' a  a ' }, ['a']],
  [{ scope: ['a', 'b', 1, ''] }, ['a', 'b']],
  [{ scope: undefined, scp: 'a b' }, ['a', 'b']],
  [{ scope: undefined, scp: ['a', 'b'] }, ['a', 'b']],
  [{ scope: { a: true } }, []],
  [{ scope: undefined }, []],
])('the scopes of %j are %j', async (claims, scopes) => {
  const { open, guard, issuer } = await startWithJwt();
  const token = await issuer.sign(claims);
  expect((await open(bearer(token))).status).toBe(200);
  const header = (name: string): string | undefined => (name === 'authorization' ? `Bearer ${token}` : undefined);
  const caller = await guard.authenticate({ method: 'POST', url: 'http://localhost/mcp', address: undefined, header });
  expect(caller.scopes).toEqual(scopes);
});

test('a handler knows who calls, with which client, until when, and not the token', async () => {
  covers('elicitation-user-from-credentials');
  const guarded = await start();
  const token = await guarded.issuer.sign({ client_id: undefined, azp: 'desktop', tenant: 't1' });
  await callIn('2025-11-25', guarded, token, { name: 'whoami' });
  const [caller] = guarded.callers;
  expect(caller).toMatchObject({
    id: `${guarded.issuer.issuer} subject ada`,
    issuer: guarded.issuer.issuer,
    subject: 'ada',
    clientId: 'desktop',
    scopes: ['notes:read'],
    roles: ['notes:read'],
    expiresAt: expect.any(Number) as number,
    claims: { tenant: 't1' },
  });
  expect(JSON.stringify(caller)).not.toContain(token);
});

test('a client without a user is a caller of its own, whatever users are called', async () => {
  const guarded = await start();
  const ids = [];
  for (const claims of [{ sub: undefined, client_id: 'x' }, { sub: 'x' }, { sub: 'client x' }]) {
    guarded.callers.length = 0;
    await callIn('2025-11-25', guarded, await guarded.issuer.sign(claims), { name: 'whoami' });
    ids.push(guarded.callers[0]?.id);
  }
  expect(new Set(ids).size).toBe(3);
});

test('a session is found by the caller that opened it, with any token of it, and by no other', async () => {
  const { url, open, issuer } = await startWithJwt();
  const opened = await open(bearer(await issuer.sign()));
  const send = async (claims: object): Promise<number> => {
    const headers = {
      ...bearer(await issuer.sign(claims)),
      'mcp-session-id': String(opened.headers['mcp-session-id']),
    };
    return (await rawRequest(url, { headers, body: request(1, 'tools/list') })).status;
  };
  expect(await send({ jti: 'refreshed' })).toBe(200);
  expect(await send({ sub: 'eve' })).toBe(404);
  expect(await send({ sub: undefined, client_id: 'desktop' })).toBe(404);
});

test('another transport than HTTP has no token, and nothing is refused', async () => {
  const { guard } = await startWithJwt();
  const middleware = guard.requireScopes({ methods: { 'tools/list': ['notes:read'] } });
  const context = { auth: undefined, http: undefined };
  const passed = { direction: 'in', kind: 'request', method: 'tools/list', params: {}, context } as const;
  expect(await middleware(passed, () => Promise.resolve({ tools: [] }))).toEqual({ tools: [] });
});

test.each([
  ['out', 'request', 'elicitation/create'],
  ['out', 'notification', 'notifications/message'],
] as const)('a message of the server needs no scopes: %s %s', async (direction, kind, method) => {
  const { guard } = await startWithJwt();
  const middleware = guard.requireScopes({ methods: { [method]: ['notes:read'] } });
  const http = { method: 'POST', url: 'http://localhost/mcp', address: undefined, header: () => undefined };
  const message = { direction, kind, method, params: {}, context: { auth: { id: 'ada', roles: [] }, http } };
  expect(await middleware(message, () => Promise.resolve({ passed: true }))).toEqual({ passed: true });
});

test('a notification of a client needs the scopes of its method, and is dropped without them', async () => {
  const { guard } = await startWithJwt();
  const method = 'notifications/roots/list_changed';
  const middleware = guard.requireScopes({ methods: { [method]: ['notes:read'] } });
  const http = { method: 'POST', url: 'http://localhost/mcp', address: undefined, header: () => undefined };
  let passed = 0;
  const send = (roles: readonly string[]): Promise<unknown> => {
    const context = { auth: { id: 'ada', roles }, http };
    const next = (): Promise<undefined> => {
      passed++;
      return Promise.resolve(undefined);
    };
    return middleware({ direction: 'in', kind: 'notification', method, params: {}, context }, next);
  };
  await send(['notes:read']);
  expect(passed).toBe(1);
  await expect(send([])).rejects.toThrow(`Ignored ${method}: its token lacks one of the scopes notes:read`);
  expect(passed).toBe(1);
});

test('a server that does not authenticate its callers refuses them what needs scopes', async () => {
  const { server, guard, url } = await startWithJwt({}, { authenticate: undefined });
  server.use(guard.requireScopes(RULES));
  const called = async (name: string): Promise<number> => {
    const { headers, body } = alone({}, 'tools/call', { name });
    return (await rawRequest(url, { headers: { ...headers, 'mcp-name': name }, body })).status;
  };
  expect([await called('delete'), await called('whoami')]).toEqual([403, 200]);
});

/** Returns what tells the scopes that a request of a caller without any would need. */
async function neededBy(rules: ScopeRules): Promise<(method: string, params: unknown) => Promise<string | undefined>> {
  const { guard } = await startWithJwt();
  const http = { method: 'POST', url: 'http://localhost/mcp', address: undefined, header: () => undefined };
  const middleware = guard.requireScopes(rules);
  return async (method, params) => {
    const context = { auth: { id: 'ada', roles: [] }, http };
    const asked = { direction: 'in', kind: 'request', method, params, context } as const;
    const result: unknown = await middleware(asked, () => Promise.resolve({})).catch((error: unknown) => error);
    const { headers } = result as { readonly headers?: { readonly [name: string]: string } };
    return headers && challengeOf({ headers })['scope'];
  };
}

test('rules can be about methods, prompts, and resources, and names of clients reach nothing else', async () => {
  const needed = await neededBy({
    methods: { 'resources/read': ['r'] },
    resources: { 'notes://a': ['a'] },
    prompts: { summary: ['p'] },
  });
  expect(await needed('resources/read', { uri: 'notes://a' })).toBe('r a');
  expect(await needed('resources/read', { uri: 'constructor:' })).toBe('r');
  expect(await needed('prompts/get', { name: 'summary' })).toBe('p');
  expect(await needed('prompts/get', { name: '__proto__' })).toBeUndefined();
  const completing = (ref: unknown): Promise<string | undefined> => needed('completion/complete', { ref });
  expect(await completing({ type: 'ref/prompt', name: 'summary' })).toBe('p');
  for (const ref of [{ type: 'ref/prompt', name: 'x' }, { type: 'ref/resource', name: 'summary' }, null]) {
    expect(await completing(ref)).toBeUndefined();
  }
  expect(await needed('constructor', {})).toBeUndefined();
  const { guard } = await startWithJwt();
  expect(() => guard.requireScopes({ tools: { x: ['a b'] } })).toThrow('Invalid scope "a b" in the rule for "x"');
  expect(() => guard.requireScopes({ resources: { 'notes://{id}': ['a'] } })).toThrow(
    'Invalid URI "notes://{id}" in the rules for resources. Expected an absolute URI',
  );
});

test('subscriptions need the scopes of the resources that they are for', async () => {
  const needed = await neededBy({ resources: { 'notes://a': ['a'], 'notes://b': ['b'], 'notes://b/': ['c'] } });
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    expect(await needed(method, { uri: 'NOTES://a/' })).toBe('a');
    expect(await needed(method, { uri: 'notes://c' })).toBeUndefined();
  }
  const listening = (resourceSubscriptions?: unknown): Promise<string | undefined> =>
    needed('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions } });
  expect(await listening()).toBeUndefined();
  expect(await listening(['notes://c'])).toBeUndefined();
  expect(await listening(['notes://c', 'notes://B', 'notes://a', 'notes://a'])).toBe('b c a');
  for (const other of [['no URI'], {}, null]) expect(await listening(other)).toBe('a b c');
});

test('the other of name and URI says nothing', async () => {
  const rules = { tools: { t: ['t'] }, prompts: { p: ['p'] }, resources: { 'notes://private': ['x'] } };
  const needed = await neededBy(rules);
  expect(await needed('resources/read', { uri: 'notes://private', name: 'y' })).toBe('x');
  expect(await needed('resources/read', { uri: 'notes://public', name: 'notes://private' })).toBeUndefined();
  expect(await needed('tools/call', { name: 't', uri: 'y' })).toBe('t');
  expect(await needed('tools/call', { uri: 't' })).toBeUndefined();
  expect(await needed('prompts/get', { name: 'p', uri: 'y' })).toBe('p');
});

test('a request without params needs no scopes of a tool or a prompt, and those of all resources', async () => {
  const needed = await neededBy({ tools: { t: ['t'] }, prompts: { p: ['p'] }, resources: { 'notes://a': ['a'] } });
  const methods = ['tools/call', 'prompts/get', 'completion/complete', 'resources/read', 'subscriptions/listen'];
  const scopes = await Promise.all(methods.map((method) => needed(method, undefined)));
  expect(scopes).toEqual([undefined, undefined, undefined, 'a', undefined]);
});

/** Pairs of spellings of one resource. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['notes://private', 'NOTES://private'],
  ['notes://private', 'notes://PRIVATE'],
  ['notes://private', 'notes://priv%61te'],
  ['notes://private', 'notes://private/'],
  ['notes://private', 'notes://private?'],
  ['notes://private', 'notes://private#part'],
  ['notes://private', 'notes://private/x/..'],
  ['notes://a/b', 'notes://a/./b'],
  ['notes://a/b', 'notes://a/x/../b'],
  ['notes://a/b', 'notes://a/x/%2e%2E/b'],
  ['notes://a/b', 'notes://a/x%2Fy/../b'],
  ['notes://a/b', 'notes://a/../b'],
  ['notes://a/b', 'notes://a//b'],
  ['notes://a/b', 'notes://a/%2fb'],
  ['notes://a/b', 'notes://a%2fb'],
  ['notes://a/é', 'notes://a/%c3%a9'],
  ['notes://a/b:c', 'notes://a/b%3ac'],
  ['notes:a/b', 'notes:a/x/../b'],
  ['notes:/b', 'notes:/x/..//b'],
  ['https://example.com/b', 'https://EXAMPLE.com/%62'],
  ['notes://a/b?c=d', 'notes://a/b?c=%64'],
  ['notes://a/b/c', 'notes://a/b%5cc'],
];

test.each(SPELLINGS)('the rule for %s holds for %s', async (uri, spelling) => {
  const needed = await neededBy({ resources: { [uri]: ['x'] } });
  expect(await needed('resources/read', { uri })).toBe('x');
  expect(await needed('resources/read', { uri: spelling })).toBe('x');
  const swapped = await neededBy({ resources: { [spelling.replace(/#.*/, '')]: ['x'] } });
  expect(await swapped('resources/read', { uri })).toBe('x');
});

test.each(['notes://a/B', 'notes://a', 'notes://a/b/c', 'notes:a/b', 'other://a/b', 'notes://a/b%2520'])(
  'the rule for notes://a/b does not hold for %s',
  async (uri) => {
    const needed = await neededBy({ resources: { 'notes://a/b': ['x'] } });
    expect(await needed('resources/read', { uri })).toBeUndefined();
  },
);

test.each([
  undefined,
  1,
  '',
  'private',
  '//private',
  'notes:\\\\private',
  ' notes://private',
  'notes://%',
  'notes://\ud800',
])('a resource whose URI is %j needs the scopes of all', async (uri) => {
  const needed = await neededBy({ resources: { 'notes://a': ['a'], 'notes://b': ['b'] } });
  expect(await needed('resources/read', { uri })).toBe('a b');
});

test.each(['notes://a/private', 'NOTES://a/private', 'notes://a/%70rivate', 'notes://a/b/../private'])(
  'a server reads a guarded resource as %s with the scope alone',
  async (uri) => {
    const { server, guard, issuer, open, url } = await startWithJwt();
    server.use(guard.requireScopes({ resources: { 'notes://a/private': ['x'] } }));
    const read = async (scope: string): Promise<RawAnswer> => {
      const token = bearer(await issuer.sign({ scope }));
      const headers = { ...token, 'mcp-session-id': String((await open(token)).headers['mcp-session-id']) };
      return rawRequest(url, { headers, body: request(1, 'resources/read', { uri, name: 'y' }) });
    };
    expect((await read('y')).status).toBe(403);
    expect(await read('x')).toMatchObject({ status: 200, json: { result: { contents: [{ text: 'secret' }] } } });
  },
);

test('a server lets those listen to a guarded resource who have the scope', async () => {
  const { server, guard, issuer, url } = await startWithJwt();
  server.use(guard.requireScopes({ resources: { 'notes://a/private': ['x'] } }));
  const notifications = { resourceSubscriptions: ['notes://A/private'] };
  const listening = async (scope: string): ReturnType<typeof rawStream> =>
    rawStream(url, alone(bearer(await issuer.sign({ scope })), 'subscriptions/listen', { notifications }));
  expect((await listening('y')).status).toBe(403);
  expect((await listening('x')).status).toBe(200);
});

test('errors of this package are told apart by class', () => {
  expect(new InvalidTokenError('x')).not.toBeInstanceOf(AuthorizationError);
  expect(new InvalidTokenError('x')).toMatchObject({ name: 'InvalidTokenError', code: 'INVALID_TOKEN' });
});
