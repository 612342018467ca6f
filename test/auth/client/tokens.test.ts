/** A client logs in once, keeps its tokens, and renews them. */

import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import {
  authorizationCode,
  type AuthorizationCodeOptions,
  AuthorizationError,
  clientMetadataDocument,
  ForbiddenUrlError,
  LoginRequiredError,
  MemoryTokenStore,
} from '@mcp-gen/auth/client';
import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { ProtectedServer, TestAuthorizationServer, type TestReceiver } from '../support/authorizationServer.js';
import { errorOf, REVISIONS, sender, setUp, setUpWithStore } from './setUp.js';
import { endless } from '../../support/leftovers/endless.js';
import { passTime } from '../../support/clock.js';

const grantsOf = ({ tokenRequests }: TestAuthorizationServer): readonly (string | null)[] =>
  tokenRequests.map(({ form }) => form.get('grant_type'));

test('a login serves all requests, and the request that caused it arrives whole', async () => {
  covers(
    'authorization-resource-metadata-used',
    'authorization-server-metadata-used',
    'authorization-header',
    'authorization-every-request',
    'authorization-not-in-url',
  );
  const { authorization, server, receiver, send } = await setUp();
  const answers = await Promise.all([send('one'), send('two'), send('three')]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
    { got: 'one' },
    { got: 'two' },
    { got: 'three' },
  ]);
  const before = server.authorizations.length;
  expect(await (await send('four')).json()).toEqual({ got: 'four' });
  expect(receiver.visited).toHaveLength(1);
  expect(receiver.pending).toBe(0);
  expect(grantsOf(authorization)).toEqual(['authorization_code']);
  const [token] = authorization.valid.keys();
  expect(new Set(server.authorizations)).toEqual(new Set([undefined, `Bearer ${token}`]));
  expect(server.authorizations.slice(before)).toEqual([`Bearer ${token}`]);
  expect([...server.requests, ...authorization.requests].join()).not.toContain(token);
});

test('the metadata are those that the challenge names', async () => {
  covers('authorization-challenge-parsed');
  const { authorization, server, send } = await setUp();
  const { origin, href } = server.url;
  server.behavior.challenge = `Basic realm="x, y", Bearer realm="\\"z", resource_metadata="${origin}/elsewhere"`;
  server.behavior.answer = ({ url }, response) => {
    if (url === '/mcp') return false;
    const body = { resource: href, authorization_servers: [authorization.issuer] };
    response.writeHead(url === '/elsewhere' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(url === '/elsewhere' ? body : {}));
    return true;
  };
  expect((await send()).status).toBe(200);
  expect(server.requests).toEqual(['POST /mcp', 'GET /elsewhere', 'POST /mcp']);
});

test('the login says what it is for, with PKCE and a state', async () => {
  covers(
    'authorization-pkce',
    'authorization-pkce-s256',
    'authorization-resource',
    'authorization-resource-server',
    'authorization-resource-always',
    'authorization-application-type',
    'authorization-application-native',
    'authorization-refresh-grant',
    'authorization-registration',
    'authorization-redirect-registered',
    'authorization-id-obtained',
  );
  const { authorization, server, send } = await setUp();
  await send();
  const [login] = authorization.logins;
  expect(Object.fromEntries(login ?? [])).toEqual({
    response_type: 'code',
    client_id: 'client-1',
    redirect_uri: 'http://127.0.0.1:1/callback',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    resource: server.url.href,
  });
  expect(authorization.registrations).toEqual([
    {
      client_name: 'mcp-gen',
      redirect_uris: ['http://127.0.0.1:1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  ]);
  const form = authorization.tokenRequests[0]?.form;
  expect(form?.get('resource')).toBe(server.url.href);
  const verifier = form?.get('code_verifier') ?? '';
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(login?.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'));
  authorization.revokeAccess();
  await send();
  expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
  expect(authorization.tokenRequests[1]?.form.get('resource')).toBe(server.url.href);
});

test('what is stored serves the next process: neither login nor registration', async () => {
  const { authorization, receiver, send, connect } = await setUpWithStore();
  await send();
  expect((await connect()()).status).toBe(200);
  authorization.revokeAll();
  expect((await connect()()).status).toBe(200);
  expect(receiver.visited).toHaveLength(2);
  expect(authorization.registrations).toHaveLength(1);
});

test('another redirect URI is registered', async () => {
  const { authorization, receiver, send } = await setUp();
  await send();
  authorization.revokeAll();
  receiver.redirectUri = 'http://127.0.0.1:2/callback';
  expect((await send()).status).toBe(200);
  expect(authorization.registrations.map(({ redirect_uris: uris }) => uris)).toEqual([
    ['http://127.0.0.1:1/callback'],
    ['http://127.0.0.1:2/callback'],
  ]);
});

test.each([
  ['https://app.example/callback', 'web'],
  ['https://127.0.0.1/callback', 'native'],
  ['com.example.app:/callback', 'native'],
])('a client whose logins end at %s registers as %s', async (redirectUri, type) => {
  covers('authorization-application-web');
  const { authorization, receiver, send } = await setUp();
  receiver.redirectUri = redirectUri;
  expect((await send()).status).toBe(200);
  expect(authorization.registrations).toMatchObject([{ application_type: type }]);
});

test('servers of one authorization server keep the registrations that their tokens were issued to', async () => {
  const { authorization, receiver, send, connect, store } = await setUpWithStore();
  const second = await ProtectedServer.start(authorization);
  const sendToSecond = sender(authorizationCode({ receiver, allowHttp: true, store }), second);
  await send();
  receiver.redirectUri = 'http://127.0.0.1:2/callback';
  await sendToSecond();
  const refreshedAs = async (request: () => Promise<Response>): Promise<string | null | undefined> => {
    authorization.revokeAccess();
    expect((await request()).status).toBe(200);
    const { form } = authorization.tokenRequests.at(-1) ?? {};
    expect(form?.get('grant_type')).toBe('refresh_token');
    return form?.get('client_id');
  };
  expect(await refreshedAs(connect())).toBe('client-1');
  expect(await refreshedAs(sendToSecond)).toBe('client-2');
  // The first one is forgotten, and the login registers another one.
  authorization.behavior.token = ({ form }) =>
    form.get('client_id') === 'client-1' ? { status: 401, body: { error: 'invalid_client' } } : undefined;
  receiver.redirectUri = 'http://127.0.0.1:3/callback';
  authorization.revokeAccess();
  expect((await connect()()).status).toBe(200);
  expect(await refreshedAs(sendToSecond)).toBe('client-2');
  expect(authorization.registrations).toHaveLength(3);
  expect(authorization.logins).toHaveLength(3);
});

test('stored tokens are sent with the first request of a connection', async () => {
  const { authorization, server, send, connect } = await setUpWithStore();
  await send();
  const [token] = authorization.valid.keys();
  server.authorizations.splice(0);
  expect((await connect()()).status).toBe(200);
  expect(server.authorizations).toEqual([`Bearer ${token}`]);
});

test('stored tokens of an authorization server that the client is not limited to are not used', async () => {
  const { authorization, server, send, connect } = await setUpWithStore();
  await send();
  expect((await connect({ issuer: authorization.issuer })()).status).toBe(200);
  const limited = connect({ issuer: 'https://login.example' });
  expect((await errorOf(limited())).message).toContain('which the option "issuer" (flag --auth-issuer) requires');
  expect(server.authorizations.at(-1)).toBeUndefined();
  expect(authorization.logins).toHaveLength(1);
});

test.each([{ accessToken: '' }, { accessToken: 7 }, { issuer: null }, { clientId: '' }, { type: 'mac' }])(
  'stored tokens that are damaged are not used: %j',
  async (damage) => {
    const store = new MemoryTokenStore();
    const set = store.set.bind(store);
    store.set = (key, value) => set(key, value && 'accessToken' in value ? { ...value, ...damage } : value);
    const { authorization, receiver, server, send, connect } = await setUp({ store });
    await send();
    expect((await connect()()).status).toBe(200);
    expect(receiver.visited).toHaveLength(2);
    const valid = [...authorization.valid.keys()].map((token) => `Bearer ${token}`);
    expect(new Set(server.authorizations)).toEqual(new Set([undefined, ...valid]));
  },
);

/** The key of the next lock that is taken. */
function lockOf(store: MemoryTokenStore): Promise<string> {
  const lock = store.lock.bind(store);
  return new Promise((resolve) => {
    store.lock = (key, run, signal) => {
      resolve(key);
      return lock(key, run, signal);
    };
  });
}

describe('refreshing', () => {
  test('happens before the token expires, and the refresh token rotates', async () => {
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.lifetime = 0;
    for (let request = 0; request < 3; request++) expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token', 'refresh_token']);
    const used = authorization.tokenRequests.map(({ form }) => form.get('refresh_token')).slice(1);
    expect(new Set(used).size).toBe(2);
    expect(receiver.visited).toHaveLength(1);
  });

  test('goes on with the same refresh token where the server gives out no other one', async () => {
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.lifetime = 0;
    authorization.behavior.token = ({ form }) => {
      if (form.get('grant_type') !== 'refresh_token') {
        return { body: { ...(authorization.issue(form).body as object), scope: 'read' } };
      }
      const access = `again-${authorization.tokenRequests.length}`;
      authorization.valid.set(access, '');
      return { body: { access_token: access, token_type: 'Bearer', expires_in: 0 } };
    };
    await send();
    for (let request = 0; request < 3; request++) expect((await send()).status).toBe(200);
    const [, ...refreshes] = authorization.tokenRequests;
    expect(refreshes).toHaveLength(3);
    expect(new Set(refreshes.map(({ form }) => form.get('refresh_token'))).size).toBe(1);
    expect(receiver.visited).toHaveLength(1);
    // Nor does it say again which scopes it has granted.
    expect(refreshes.map(({ form }) => form.get('scope'))).toEqual(['read', 'read', 'read']);
  });

  test('reads the metadata of the servers again after an hour', async () => {
    const { authorization, server, send } = await setUp();
    const reads = (): number =>
      [...server.requests, ...authorization.requests].filter((request) => request.includes('.well-known')).length;
    authorization.behavior.lifetime = 0;
    await send();
    const first = reads();
    await send();
    expect(reads()).toBe(first);
    passTime(3_600_000);
    await send();
    expect(reads()).toBeGreaterThan(first);
  });

  test('happens once for requests at the same time, and for two processes with one store', async () => {
    const { authorization, receiver, send, connect } = await setUpWithStore();
    const other = connect();
    await send();
    await other();
    authorization.revokeAccess();
    const answers = await Promise.all([send('1'), other('2'), send('3'), other('4')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
    expect(receiver.visited).toHaveLength(1);
  });

  test('continues when its caller aborts, and its tokens are stored', async () => {
    const { authorization, receiver, send, connect } = await setUpWithStore();
    authorization.behavior.lifetime = 0;
    await send();
    const controller = new AbortController();
    authorization.behavior.token = () => {
      authorization.behavior.lifetime = 3600;
      controller.abort(new Error('enough'));
      return undefined;
    };
    expect((await errorOf(send('x', controller.signal))).message).toBe('enough');
    authorization.behavior.token = () => undefined;
    expect((await connect()()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
    expect(receiver.visited).toHaveLength(1);
  });

  test('leaves nothing on a signal that lives longer than the request', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.lifetime = 0;
    const { signal } = new AbortController();
    expect((await send('x', signal)).status).toBe(200);
    expect((await send('x', signal)).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
  });

  test('that fails after its caller has aborted is not followed by a login', async () => {
    const { authorization, receiver, send, store } = await setUpWithStore();
    authorization.behavior.lifetime = 0;
    await send();
    const controller = new AbortController();
    authorization.revokeRefresh();
    authorization.behavior.token = () => {
      controller.abort(new Error('enough'));
      return undefined;
    };
    const [key] = await Promise.all([lockOf(store), errorOf(send('x', controller.signal))]);
    await store.lock(key, () => Promise.resolve());
    expect(receiver.visited).toHaveLength(1);
  });

  test('ends in one login if the refresh token is no longer valid', async () => {
    const { authorization, receiver, send } = await setUp();
    await send();
    authorization.revokeAll();
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token', 'authorization_code']);
    expect(receiver.visited).toHaveLength(2);
  });

  test.each(['invalid_scope', 'invalid_target', 'unauthorized_client'])(
    'ends in a login if the authorization server answers %s',
    async (error) => {
      const { authorization, send } = await setUp({ client: { id: 'one' } });
      await send();
      authorization.revokeAccess();
      authorization.behavior.token = ({ form }) =>
        form.get('grant_type') === 'refresh_token' ? { status: 400, body: { error } } : undefined;
      expect((await send()).status).toBe(200);
      expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token', 'authorization_code']);
    },
  );

  test('is not kept from happening by a step-up that was refused', async () => {
    const { authorization, server, send } = await setUp();
    await send();
    server.behavior.scope = 'admin';
    authorization.behavior.token = () => ({ status: 400, body: { error: 'invalid_scope' } });
    const refused = await errorOf(send());
    expect(refused).toMatchObject({ error: 'invalid_scope' });
    expect(await errorOf(send())).toBe(refused);
    server.behavior.scope = '';
    delete authorization.behavior.token;
    authorization.revokeAccess();
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization).at(-1)).toBe('refresh_token');
  });

  test('without refresh tokens, a login takes its place', async () => {
    covers('authorization-refresh-optional');
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.refreshTokens = false;
    await send();
    authorization.revokeAccess();
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'authorization_code']);
    expect(receiver.visited).toHaveLength(2);
  });

  test.each([
    ['HTTP 503', () => ({ status: 503, body: {} })],
    ['temporarily_unavailable', () => ({ status: 400, body: { error: 'temporarily_unavailable' } })],
  ])('keeps the refresh token while the authorization server answers %s', async (said, token) => {
    const { authorization, receiver, send } = await setUp();
    await send();
    authorization.revokeAccess();
    authorization.behavior.token = token;
    const error = await errorOf(send());
    expect(error).toBeInstanceOf(AuthorizationError);
    expect(error).toMatchObject({ temporary: true, message: expect.stringContaining(said) });
    delete authorization.behavior.token;
    expect((await send()).status).toBe(200);
    expect(receiver.visited).toHaveLength(1);
    expect(grantsOf(authorization).at(-1)).toBe('refresh_token');
  });

  test('a token that is valid for a while is used while the authorization server is down', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.lifetime = 3600;
    await send();
    await authorization.close();
    passTime(3_590_000);
    expect((await send()).status).toBe(200);
  });

  test('is not replaced by a login before the token has expired, and then waits for a challenge', async () => {
    const { authorization, server, receiver, send } = await setUp();
    authorization.behavior.refreshTokens = false;
    await send();
    passTime(3_590_000);
    expect((await send()).status).toBe(200);
    expect(receiver.visited).toHaveLength(1);
    passTime(10_000);
    authorization.revokeAccess();
    server.behavior.challenge = 'Bearer scope="read"';
    expect((await send()).status).toBe(200);
    // The expired token was not sent.
    expect(server.authorizations.at(-2)).toBeUndefined();
    expect(authorization.logins.map((login) => login.get('scope'))).toEqual([null, 'read']);
  });

  test('of a token that never expires is left to the server', async () => {
    const { authorization, send } = await setUp({ store: new MemoryTokenStore() });
    authorization.behavior.token = ({ form }) => {
      const { body } = authorization.issue(form);
      return { body: { ...(body as object), expires_in: undefined } };
    };
    await send();
    passTime(365 * 86_400_000);
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code']);
    authorization.revokeAccess();
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
  });

  test('happened meanwhile for a request whose rejection arrives late', async () => {
    const { authorization, server, send } = await setUp();
    await send();
    authorization.revokeAccess();
    let answerLate!: () => void;
    const isRejected = new Promise<void>((resolve) => {
      server.behavior.answer = ({ url }, response) => {
        if (url !== '/mcp') return false;
        delete server.behavior.answer;
        answerLate = () => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
        resolve();
        return true;
      };
    });
    const late = send('late');
    await isRejected;
    expect((await send()).status).toBe(200);
    answerLate();
    expect(await (await late).json()).toEqual({ got: 'late' });
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
  });

  test('does not begin for a caller that has aborted already', async () => {
    const { authorization, server, send } = await setUp();
    authorization.behavior.lifetime = 0;
    await send();
    const before = server.authorizations.length;
    const error = await errorOf(send('x', AbortSignal.abort(new Error('enough'))));
    expect(error.message).toBe('enough');
    expect(server.authorizations).toHaveLength(before);
  });

  test('at a place that must not be requested keeps the refresh token', async () => {
    const { authorization, receiver, send, connect } = await setUpWithStore();
    await send();
    authorization.revokeAccess();
    authorization.behavior.metadata = (honest) => ({ ...honest, token_endpoint: 'https://10.0.0.1/token' });
    expect(await errorOf(connect()())).toBeInstanceOf(ForbiddenUrlError);
    delete authorization.behavior.metadata;
    expect((await connect()()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'refresh_token']);
    expect(receiver.visited).toHaveLength(1);
  });

  test('happens only as the client that the token was issued to', async () => {
    const { authorization, send, connect } = await setUpWithStore();
    await send();
    authorization.revokeAccess();
    authorization.behavior.metadata = (honest) => ({ ...honest, client_id_metadata_document_supported: true });
    const clientMetadataUrl = 'https://client.example/client.json';
    expect((await connect({ clientMetadataUrl })()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code', 'authorization_code']);
    expect(authorization.logins.at(-1)?.get('client_id')).toBe(clientMetadataUrl);
  });

  test('an authorization server that forgot the client registers it again', async () => {
    const { authorization, receiver, send } = await setUp();
    await send();
    authorization.revokeAccess();
    authorization.behavior.token = ({ form }) =>
      form.get('client_id') === 'client-1' ? { status: 401, body: { error: 'invalid_client' } } : undefined;
    expect((await send()).status).toBe(200);
    expect(authorization.registrations).toHaveLength(2);
    expect(receiver.visited).toHaveLength(2);
  });
});

describe('scopes', () => {
  test('of the challenge come first, then those of the metadata, then none', async () => {
    covers('authorization-scope-order', 'authorization-scope-authoritative', 'authorization-scope-least');
    const asked = async (
      challenge: string | undefined,
      supported?: readonly string[],
    ): Promise<string | null | undefined> => {
      const { authorization, server, send } = await setUp();
      server.behavior.metadata = (honest) => ({ ...honest, ...(supported && { scopes_supported: supported }) });
      server.behavior.challenge = challenge;
      await send();
      return authorization.logins[0]?.get('scope');
    };
    expect(await asked('Bearer scope="read"', ['read', 'write'])).toBe('read');
    expect(await asked(undefined, ['read', 'write'])).toBe('read write');
    expect(await asked(undefined)).toBeNull();
  });

  test('are added to those that were asked for', async () => {
    covers('authorization-step-up', 'authorization-step-up-user', 'authorization-scopes-kept');
    const { authorization, server, send } = await setUp();
    server.behavior.challenge = 'Bearer scope="read"';
    await send();
    server.behavior.scope = 'write';
    expect((await send()).status).toBe(200);
    expect(authorization.logins.map((login) => login.get('scope'))).toEqual(['read', 'read write']);
  });

  test('that another process was granted meanwhile are used without a login', async () => {
    const { authorization, server, receiver, send, connect } = await setUpWithStore();
    server.behavior.challenge = 'Bearer scope="read"';
    await send();
    server.behavior.scope = 'write';
    expect((await connect()()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(authorization.logins.map((login) => login.get('scope'))).toEqual(['read', 'read write']);
    expect(receiver.visited).toHaveLength(2);
    // What it was granted is not enough for this one.
    server.behavior.scope = 'admin';
    expect((await send()).status).toBe(200);
    expect(authorization.logins.at(-1)?.get('scope')).toBe('read write admin');
  });

  test('that a server does not name end in an error', async () => {
    const { server, receiver, send } = await setUp();
    server.behavior.answer = ({ url, headers }, response) => {
      if (url !== '/mcp' || headers.authorization === undefined) return false;
      response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end();
      return true;
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', error: 'insufficient_scope' });
    expect(error.message).toBe(
      `${server.url.href} requires more scopes, without naming them. Set the option "scope" (flag --auth-scope)`,
    );
    expect(receiver.visited).toHaveLength(1);
  });

  test.each(['', 'Bearer', 'Bearer error="invalid_token"', 'Basic error="insufficient_scope"'])(
    'are not what a 403 with the challenge "%s" is about: the response is returned',
    async (challenge) => {
      const { server, receiver, send } = await setUp();
      await send();
      server.behavior.answer = (_, response) => {
        response.writeHead(403, challenge === '' ? {} : { 'www-authenticate': challenge }).end('forbidden');
        return true;
      };
      const response = await send();
      expect([response.status, await response.text()]).toEqual([403, 'forbidden']);
      expect(receiver.visited).toHaveLength(1);
    },
  );

  test('that are never enough end in an error, and nobody is asked again', async () => {
    covers('authorization-step-up-bounded');
    const { authorization, server, receiver, send } = await setUp();
    server.behavior.scope = 'admin';
    authorization.behavior.token = ({ form }) => {
      const { body } = authorization.issue(form);
      for (const token of authorization.valid.keys()) authorization.valid.set(token, 'read');
      return { body: { ...(body as object), scope: 'read' } };
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', error: 'insufficient_scope' });
    expect(receiver.visited).toHaveLength(2);
    expect(await errorOf(send())).toBe(error);
    expect(receiver.visited).toHaveLength(2);
  });

  test('that a server invents for each request end in an error', async () => {
    const { server, receiver, send } = await setUp();
    let count = 0;
    server.behavior.answer = ({ url }, response) => {
      if (url !== '/mcp' || server.authorizations.length > 100) return false;
      const challenge = `Bearer error="insufficient_scope", scope="scope-${++count}"`;
      response.writeHead(403, { 'www-authenticate': challenge }).end();
      return true;
    };
    expect((await errorOf(send())).message).toMatch(/rejected 4 new tokens for one request$/);
    expect(receiver.visited).toHaveLength(4);
    for (let request = 0; request < 5; request++) expect(await errorOf(send())).toBeInstanceOf(AuthorizationError);
    expect(receiver.visited).toHaveLength(5);
  });

  test('offline access is asked for where it exists', async () => {
    const { authorization, server, send } = await setUp();
    server.behavior.challenge = 'Bearer scope="read"';
    authorization.behavior.metadata = (honest) => ({ ...honest, scopes_supported: ['read', 'offline_access'] });
    await send();
    expect(authorization.logins[0]?.get('scope')).toBe('read offline_access');
    expect(authorization.logins[0]?.get('prompt')).toBe('consent');
  });

  test.each([[[]], [['read']]])('offline access is not asked for where only %j exist', async (supported) => {
    const { authorization, connect } = await setUp();
    authorization.behavior.metadata = (honest) => ({ ...honest, scopes_supported: supported });
    await connect({ scope: 'read offline_access' })();
    expect(authorization.logins[0]?.get('scope')).toBe('read');
    expect(authorization.logins[0]?.get('prompt')).toBeNull();
  });
});

describe('errors', () => {
  test('a server that rejects what was just issued is not asked again', async () => {
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.token = ({ form }) => {
      const answer = authorization.issue(form);
      authorization.revokeAccess();
      return answer;
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', error: 'invalid_token' });
    expect(error.message).toContain('rejected a token that the authorization server');
    for (let request = 0; request < 5; request++) expect(await errorOf(send())).toBe(error);
    expect(receiver.visited).toHaveLength(1);
  });

  test('nobody who could log in', async () => {
    const { server, connect } = await setUp();
    const error = await errorOf(connect({ receiver: undefined })());
    expect(error).toBeInstanceOf(LoginRequiredError);
    expect(error).toMatchObject({ server: server.url.href });
  });

  test('nobody who logs in in time', async () => {
    const { connect, receiver } = await setUp();
    receiver.open = () =>
      Promise.resolve({
        redirectUri: receiver.redirectUri,
        authorize: () => endless<URL>(),
        close: () => Promise.resolve(void (receiver.pending = -1)),
      });
    expect((await errorOf(connect({ loginTimeout: 100 })())).message).toContain('timed out after');
    expect(receiver.pending).toBe(-1);
    for (const loginTimeout of [0, -1, NaN]) {
      expect(() => connect({ loginTimeout })).toThrow(
        'Invalid option "loginTimeout" for authorizationCode: expected a positive number',
      );
    }
  });

  test.each(['before it was ever used', 'after it was used'])(
    'a registration that the authorization server forgot %s does not lock the person out',
    async (when) => {
      const { authorization, receiver, connect } = await setUp({ store: new MemoryTokenStore() });
      if (when === 'after it was used') {
        await connect()();
        authorization.revokeAll();
      }
      const open = receiver.open.bind(receiver);
      // The browser shows the error, and nothing comes back.
      receiver.open = async () => ({ ...(await open()), authorize: () => endless<URL>() });
      // Long enough for a registration on a busy machine.
      expect((await errorOf(connect({ loginTimeout: 1_000 })())).message).toContain('timed out after');
      const registered = authorization.registrations.length;
      receiver.open = open;
      expect((await connect()()).status).toBe(200);
      expect(authorization.registrations).toHaveLength(registered + 1);
    },
  );

  test('a store that cannot be read once is read again', async () => {
    const store = new MemoryTokenStore();
    vi.spyOn(store, 'get').mockRejectedValueOnce(new Error('The disk is away'));
    const { authorization, send } = await setUp({ store });
    expect((await errorOf(send())).message).toBe('The disk is away');
    expect((await send()).status).toBe(200);
    expect(grantsOf(authorization)).toEqual(['authorization_code']);
  });

  /** A person who has not decided yet. */
  function hesitating(receiver: TestReceiver) {
    let ask!: () => void;
    let agree!: () => void;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const agreed = new Promise<void>((resolve) => (agree = resolve));
    const open = receiver.open.bind(receiver);
    receiver.open = async () => {
      const pending = await open();
      const authorize = async (url: URL): Promise<URL> => {
        ask();
        await agreed;
        return pending.authorize(url);
      };
      return { ...pending, authorize };
    };
    return { asked, agree };
  }

  test('a login goes on when nobody waits for it, and the next request uses its tokens', async () => {
    const { connect, receiver } = await setUp();
    const { asked, agree } = hesitating(receiver);
    const logins: Promise<void>[] = [];
    const send = connect({}, undefined, { onLogin: (ended) => logins.push(ended) });
    const controller = new AbortController();
    const first = errorOf(send('x', controller.signal));
    await asked;
    controller.abort(new Error('enough'));
    expect((await first).message).toBe('enough');
    const next = send();
    agree();
    await Promise.all(logins);
    expect((await next).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect([receiver.visited.length, logins.length, receiver.pending]).toEqual([1, 1, 0]);
  });

  test('a login stops when its connection is closed, and none begins afterwards', async () => {
    const { connect, receiver } = await setUp();
    const { asked } = hesitating(receiver);
    const controller = new AbortController();
    const send = connect({}, undefined, { signal: controller.signal });
    const first = errorOf(send());
    await asked;
    controller.abort(new Error('closed'));
    expect((await first).message).toBe('closed');
    await expect.poll(() => receiver.pending).toBe(0);
    expect((await errorOf(send())).message).toBe('closed');
    expect(receiver.pending).toBe(0);
  });

  test('a server that knows no OAuth is told so', async () => {
    const { server, send, connect } = await setUp();
    server.behavior.challenge = 'Basic realm="x"';
    expect((await errorOf(send())).message).toBe(
      `${server.url.href} requires the authentication scheme basic. Supported: Bearer, DPoP`,
    );
    server.behavior.challenge = '';
    server.behavior.metadata = () => undefined;
    expect((await errorOf(connect()())).message).toContain('/register failed: HTTP 404');
    expect((await errorOf(connect({}, ['2025-06-18'])())).message).toBe(
      `${server.url.href} requires authorization, but does not publish protected resource metadata (RFC 9728)`,
    );
  });

  test('a registration that is refused says why', async () => {
    covers('authorization-registration-failures', 'authorization-registration-errors');
    const { authorization, send } = await setUp();
    authorization.behavior.register = () => ({
      status: 400,
      body: { error: 'invalid_redirect_uri', error_description: 'Loopback is\u001b[31m not allowed' },
    });
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', error: 'invalid_redirect_uri' });
    expect(error.message).toBe(
      `Registering the client with the redirect URI http://127.0.0.1:1/callback at ${authorization.issuer}/register failed: ` +
        'invalid_redirect_uri: Loopback is not allowed',
    );
  });

  test.each([
    ['without a method and a secret', {}, ['client_secret_basic'], undefined],
    ['without a method', { client_secret: 'the-secret' }, ['client_secret_post'], 'post'],
    ['without a method', { client_secret: 'the-secret' }, ['client_secret_basic'], 'basic'],
    [
      'with a method of its own',
      { client_secret: 'the-secret', token_endpoint_auth_method: 'client_secret_post' },
      ['client_secret_basic'],
      'post',
    ],
    [
      'with a method that needs a secret, and without one',
      { token_endpoint_auth_method: 'client_secret_basic' },
      ['client_secret_basic'],
      undefined,
    ],
  ])('a registration that is answered %s is used as it can be: %j with %j', async (_what, answered, methods, sends) => {
    const { authorization, send } = await setUp();
    authorization.behavior.metadata = (honest) => ({ ...honest, token_endpoint_auth_methods_supported: methods });
    authorization.behavior.register = () => ({
      status: 201,
      body: { client_id: 'one', client_secret_expires_at: 0, ...answered },
    });
    expect((await send()).status).toBe(200);
    expect(authorization.registrations).toMatchObject([{ token_endpoint_auth_method: methods[0] }]);
    const { form, headers } = authorization.tokenRequests[0] ?? {};
    expect(headers?.authorization).toBe(sends === 'basic' ? `Basic ${btoa('one:the-secret')}` : undefined);
    expect(form?.get('client_secret')).toBe(sends === 'post' ? 'the-secret' : null);
    expect(form?.get('client_id')).toBe(sends === 'basic' ? null : 'one');
  });

  test('a registration with a method that is not supported here is not used', async () => {
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.register = () => ({
      status: 201,
      body: { client_id: 'one', token_endpoint_auth_method: 'tls_client\u001b[31m_auth' },
    });
    expect((await errorOf(send())).message).toBe(
      'The authorization server registered the client with the unsupported method tls_client_auth',
    );
    expect(receiver.visited).toEqual([]);
  });

  test.each([
    ['expires', 1, 2],
    ['never expires', 0, 1],
    ['expires later', 4_000_000_000, 1],
    ['expires at no time that is known', undefined, 1],
  ])(
    'a registration whose secret %s is made again when it has expired',
    async (_what, client_secret_expires_at, count) => {
      const { authorization, send, connect } = await setUpWithStore();
      authorization.behavior.register = () => ({
        status: 200,
        body: { client_id: 'one', client_secret: 'the-secret', client_secret_expires_at },
      });
      await send();
      authorization.revokeAll();
      expect((await connect()()).status).toBe(200);
      expect(authorization.registrations).toHaveLength(count);
    },
  );

  test.each([
    ['that is not JSON', 'Welcome'],
    ['that is an array', '[]'],
    ['that is null', 'null'],
    ['without a client id', '{}'],
  ])('a registration %s is refused', async (_what, text) => {
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.answer = ({ url }, response) => {
      if (url !== '/register') return false;
      response.writeHead(201, { 'content-type': 'application/json' }).end(text);
      return true;
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError' });
    expect(error.message).toContain(`at ${authorization.issuer}/register failed: `);
    expect(receiver.visited).toEqual([]);
  });

  test('an error about a registration endpoint that is not a URL names the authorization server', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.metadata = (honest) => ({ ...honest, registration_endpoint: 'nowhere' });
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError' });
    expect(error.message).toContain(`http://127.0.0.1:1/callback at ${authorization.issuer} failed: `);
  });

  test('an error about a token endpoint that is not a URL names the authorization server', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.metadata = (honest) => ({ ...honest, token_endpoint: 'nowhere' });
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError' });
    expect(error.message).toBe(
      `The metadata of the authorization server ${authorization.issuer} have no valid token endpoint`,
    );
  });

  test.each([
    [
      'the body',
      'Basic error="invalid_token"',
      '{"error":"invalid_client","error_description":"Unknown client"}',
      'invalid_client',
      'invalid_client: Unknown client',
    ],
    [
      'the body',
      'Basic realm="x"',
      '{"error":"invalid_client","error_description":7}',
      'invalid_client',
      'invalid_client',
    ],
    ['the challenge', 'Basic realm="x", Bearer error="invalid_token"', '{"error":7}', 'invalid_token', 'invalid_token'],
    ['the challenge', 'Bearer error="invalid_token"', 'Unknown client', 'invalid_token', 'invalid_token'],
    ['the challenge', 'Bearer error="invalid_token"', 'null', 'invalid_token', 'invalid_token'],
    ['the status', 'Basic realm="x"', '{}', undefined, 'HTTP 401'],
  ])(
    'a token request that is refused with a challenge says what %s says: %s, %s',
    async (_what, challenge, text, error, message) => {
      const { authorization, send } = await setUp({ client: { id: 'one', secret: 'the-secret' } });
      authorization.behavior.answer = ({ url }, response) => {
        if (url !== '/token') return false;
        response.writeHead(401, { 'www-authenticate': challenge, 'content-type': 'application/json' }).end(text);
        return true;
      };
      const refused = await errorOf(send());
      expect(refused).toMatchObject({ name: 'AuthorizationError', error, temporary: false });
      expect(refused.message).toBe(`The token request to ${authorization.issuer}/token failed: ${message}`);
    },
  );

  test.each([
    ['a page', 200, 'text/html', 'Welcome'],
    ['text that is not JSON', 200, 'application/json', 'Welcome'],
    ['a page', 404, 'text/html', 'Not here'],
  ])('a token request that is answered with %s (%i) is refused', async (_what, status, type, text) => {
    const { authorization, server, send } = await setUp({ client: { id: 'one' } });
    authorization.behavior.answer = ({ url }, response) => {
      if (url !== '/token') return false;
      response.writeHead(status, { 'content-type': type }).end(text);
      return true;
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', error: undefined, temporary: false });
    const reason = status === 200 ? '"?response"?|JSON' : 'HTTP 404$';
    expect(error.message).toMatch(new RegExp(`/token failed: .*(${reason})`));
    expect(error.message).not.toContain(text);
    expect(server.authorizations).toEqual([undefined]);
  });

  test('a client id that is empty is an error of the token request', async () => {
    const { authorization, send } = await setUp({ client: { id: '' } });
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', temporary: false });
    expect(error.message).toContain('client.client_id');
    expect(authorization.tokenRequests).toEqual([]);
  });

  test('a code that is exchanged by an unknown client ends its registration', async () => {
    const { authorization, send, store } = await setUpWithStore();
    await send();
    const key = `registration ${JSON.stringify([authorization.issuer, 'client-1'])}`;
    expect(await store.get(key)).toBeDefined();
    authorization.revokeAll();
    authorization.behavior.token = ({ form }) =>
      form.has('code') ? { status: 401, body: { error: 'invalid_client' } } : undefined;
    expect(await errorOf(send())).toMatchObject({ error: 'invalid_client' });
    expect(await store.get(key)).toBeUndefined();
  });

  test('a login that opens too late sends no code', async () => {
    const { authorization, connect, receiver } = await setUp();
    const open = receiver.open.bind(receiver);
    receiver.open = async (...[, signal]: readonly unknown[]) => {
      await new Promise((resolve) => (signal as AbortSignal).addEventListener('abort', resolve));
      return open();
    };
    const error = await errorOf(connect({ client: { id: 'one' }, loginTimeout: 20 })());
    expect(error.message).toContain('timed out after 20 ms');
    expect([authorization.tokenRequests.length, receiver.pending]).toEqual([0, 0]);
  });

  test('no error has a token, a code, or a secret', async () => {
    covers('authorization-refresh-kept');
    const { authorization, server, connect } = await setUp({ client: { id: 'one', secret: 'the-secret' } });
    const send = connect();
    await send();
    authorization.revokeAccess();
    const sent: string[] = ['the-secret', ...authorization.valid.keys()];
    authorization.behavior.token = ({ form, headers }) => {
      sent.push(
        ...[...form.values()].filter((value) => value.length > 8 && !value.startsWith('http')),
        headers.authorization ?? '',
      );
      const error_description = `wrong: ${[...form.values()].join(' ')} the-secret`;
      return { status: 400, body: { error: 'invalid_request', error_description, access_token: 'echoed' } };
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ error: 'invalid_request' });
    const text = inspect(error, { depth: 10, showHidden: true });
    expect(sent.filter((secret) => secret !== 'refresh_token' && text.includes(secret))).toEqual([]);
    // The refresh token goes to the token endpoint alone, and in no URL.
    const refreshed = authorization.tokenRequests.at(-1)?.form.get('refresh_token');
    expect(sent).toContain(refreshed);
    expect([...server.requests, ...server.authorizations, ...authorization.requests].join()).not.toContain(refreshed);
  });

  test.each(['the-secret', 'x.the-secret.y', 'not a code', 'bad\u001b[31m', '', 'x'.repeat(65)])(
    'a code of an error that is none, or repeats a secret, is left out: %j',
    async (code) => {
      const { authorization, send } = await setUp({ client: { id: 'one', secret: 'the-secret' } });
      authorization.behavior.token = () => ({ status: 400, body: { error: code, error_description: 'Sorry' } });
      const error = await errorOf(send());
      expect(error).toMatchObject({ name: 'AuthorizationError', error: undefined });
      expect(error.message).toMatch(/\/token failed: HTTP 400$/);
    },
  );
});

describe('requests', () => {
  const wrapping = async (): Promise<{ readonly wrapped: typeof fetch } & Awaited<ReturnType<typeof setUp>>> => {
    const all = await setUp();
    const client = authorizationCode({ receiver: all.receiver, allowHttp: true });
    return { ...all, wrapped: client.wrapFetch({ server: all.server.url, fetch, revisions: REVISIONS }) };
  };

  test.each([
    [
      'with a body',
      (url: URL) => new Request(url, { method: 'POST', body: 'whole', headers: { 'x-sent': '1' } }),
      'POST',
    ],
    [
      'with a body that can be read once',
      (url: URL) =>
        new Request(url, {
          method: 'PUT',
          body: new Blob(['whole']).stream(),
          duplex: 'half',
          headers: { 'x-sent': '1' },
        }),
      'PUT',
    ],
    ['without a body', (url: URL) => new Request(url, { headers: { 'x-sent': '1' } }), 'GET'],
  ])('that are objects %s are repeated after the login', async (_what, request, method) => {
    const { server, receiver, wrapped } = await wrapping();
    const sent: unknown[] = [];
    server.behavior.answer = (incoming) => {
      if (incoming.url === '/mcp') sent.push([incoming.method, incoming.headers['x-sent']]);
      return false;
    };
    const response = await wrapped(request(server.url));
    expect(await response.json()).toEqual({ got: method === 'GET' ? '' : 'whole' });
    expect(sent).toEqual([
      [method, '1'],
      [method, '1'],
    ]);
    expect(receiver.visited).toHaveLength(1);
  });

  test('without a method are GET requests, with a token as well', async () => {
    const { server, wrapped } = await wrapping();
    expect((await wrapped(server.url)).status).toBe(200);
    expect(server.requests.filter((request) => request.endsWith(' /mcp'))).toEqual(['GET /mcp', 'GET /mcp']);
    expect(server.authorizations).toEqual([undefined, expect.stringMatching(/^Bearer /)]);
  });
});

describe('authorization servers', () => {
  test('that take over get a registration of their own, and nothing of the first', async () => {
    covers(
      'authorization-binding',
      'authorization-binding-kept',
      'authorization-registration-apart',
      'authorization-own-issuer',
    );
    const { authorization, server, send } = await setUp();
    await send();
    const next = await TestAuthorizationServer.start();
    authorization.revokeAccess();
    server.behavior.metadata = (honest) => ({ ...honest, authorization_servers: [next.issuer] });
    const refreshes = authorization.tokenRequests.length;
    expect(await errorOf(send())).toBeInstanceOf(AuthorizationError);
    expect(next.registrations).toHaveLength(1);
    const [token] = next.valid.keys();
    expect(server.authorizations.at(-1)).toBe(`Bearer ${token}`);
    expect(next.tokenRequests.map(({ form }) => form.get('grant_type'))).toEqual(['authorization_code']);
    expect(authorization.tokenRequests).toHaveLength(refreshes);
  });

  test('that take over are shown no refresh token of the first, though the client has the same id there', async () => {
    const clientMetadataUrl = 'https://client.example/client.json';
    const supported = (honest: { readonly [name: string]: unknown }) => ({
      ...honest,
      client_id_metadata_document_supported: true,
    });
    const { authorization, server, connect } = await setUp();
    authorization.behavior.metadata = supported;
    const send = connect({ clientMetadataUrl });
    await send();
    const next = await TestAuthorizationServer.start();
    next.behavior.metadata = supported;
    authorization.revokeAccess();
    server.behavior.metadata = (honest) => ({ ...honest, authorization_servers: [next.issuer] });
    expect(await errorOf(send())).toBeInstanceOf(AuthorizationError);
    expect(grantsOf(next)).toEqual(['authorization_code']);
  });

  test('a client that was registered before is used with its own alone', async () => {
    covers('authorization-preregistered', 'authorization-binding-error');
    const store = new MemoryTokenStore();
    const { authorization, server, send, connect } = await setUp({
      store,
      client: { id: 'one', secret: 'the-secret' },
    });
    await send();
    expect(authorization.registrations).toEqual([]);
    expect(authorization.tokenRequests[0]?.headers.authorization).toBe(`Basic ${btoa('one:the-secret')}`);
    const next = await TestAuthorizationServer.start();
    authorization.revokeAccess();
    server.behavior.metadata = (honest) => ({ ...honest, authorization_servers: [next.issuer] });
    const message = `The client one is registered with the authorization server ${authorization.issuer}, not with ${next.issuer}. Set the option "client" (flag --auth-client-id) to one that is registered there`;
    expect((await errorOf(connect()())).message).toBe(message);
    expect([...next.requests]).toEqual(['GET /.well-known/oauth-authorization-server']);
  });

  test('that support metadata documents get the URL of one', async () => {
    covers('authorization-client-documents', 'authorization-document-support');
    const clientMetadataUrl = 'https://client.example/client.json';
    const { authorization, connect } = await setUp();
    expect((await connect({ clientMetadataUrl })()).status).toBe(200);
    expect(authorization.registrations).toHaveLength(1);
    authorization.behavior.metadata = (honest) => ({ ...honest, client_id_metadata_document_supported: true });
    expect((await connect({ clientMetadataUrl })()).status).toBe(200);
    expect(authorization.registrations).toHaveLength(1);
    expect(authorization.logins[1]?.get('client_id')).toBe(clientMetadataUrl);
  });

  test('are told of a client by the first way that there is: its registration before, its document, a registration', async () => {
    covers('authorization-registration-order');
    const clientMetadataUrl = 'https://client.example/client.json';
    const { authorization, connect } = await setUp();
    const idOf = async (options: AuthorizationCodeOptions): Promise<unknown> => {
      expect((await connect(options)()).status).toBe(200);
      return authorization.logins.at(-1)?.get('client_id');
    };
    authorization.behavior.metadata = (honest) => ({ ...honest, client_id_metadata_document_supported: true });
    expect(await idOf({ clientMetadataUrl, client: { id: 'one' } })).toBe('one');
    expect(await idOf({ clientMetadataUrl })).toBe(clientMetadataUrl);
    expect(authorization.registrations).toEqual([]);
    expect(await idOf({})).toBe('client-1');
    authorization.behavior.metadata = (honest) => ({ ...honest, registration_endpoint: undefined });
    expect((await errorOf(connect({ clientMetadataUrl })())).message).toContain('set the option "client"');
  });

  test('read in a metadata document who the client is', () => {
    covers('authorization-document-fields', 'authorization-document-id');
    const url = 'https://client.example/a/client.json';
    expect(clientMetadataDocument({ url, name: 'Explorer' })).toEqual({
      client_id: url,
      client_name: 'Explorer',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
    const redirectUris = ['https://app.example/callback'];
    const page = { redirect_uris: redirectUris, application_type: 'web' };
    expect(clientMetadataDocument({ url, name: 'Explorer', redirectUris })).toMatchObject(page);
    for (const wrong of [[], ['/callback']]) {
      expect(() => clientMetadataDocument({ url, name: 'x', redirectUris: wrong })).toThrow('"redirectUris"');
    }
    expect(() => clientMetadataDocument({ url: 'https://client.example', name: 'x' })).toThrow(
      'Invalid option "url" for clientMetadataDocument: expected an https: URL with a path',
    );
  });

  test.each([
    ['a fragment', 'https://client.example/c.json#x'],
    ['an empty fragment', 'https://client.example/c.json#'],
    ['a user name', 'https://ada:secret@client.example/c.json'],
    ['"."', 'https://client.example/a/../c.json'],
    ['"."', 'https://client.example/%2E/c.json'],
  ])('a metadata document is not at a URL with %s: %s', (_, url) => {
    expect(() => clientMetadataDocument({ url, name: 'x' })).toThrow(
      'Invalid option "url" for clientMetadataDocument: expected a URL without',
    );
    expect(() => authorizationCode({ clientMetadataUrl: url })).toThrow(
      'Invalid option "clientMetadataUrl" for authorizationCode: expected a URL without',
    );
  });

  test('a metadata document has a name', () => {
    const url = 'https://client.example/c.json';
    expect(() => clientMetadataDocument({ url, name: ' ' })).toThrow('"name"');
  });

  test.each(['http://client.example/client.json', 'https://client.example', 'nowhere'])(
    'a metadata document is not at %s',
    async (clientMetadataUrl) => {
      covers('authorization-document-https');
      const { connect } = await setUp();
      expect(() => connect({ clientMetadataUrl })).toThrow(
        'Invalid option "clientMetadataUrl" for authorizationCode: expected an https: URL with a path',
      );
    },
  );
});

test('two servers have tokens of their own', async () => {
  const { authorization, server, send, store } = await setUpWithStore();
  await send();
  const other = await ProtectedServer.start(authorization);
  expect(other.url.href).not.toBe(server.url.href);
  expect(await store.get(`tokens login ${other.url.href}`)).toBeUndefined();
  expect(await store.get(`tokens login ${server.url.href}`)).toMatchObject({ issuer: authorization.issuer });
});
