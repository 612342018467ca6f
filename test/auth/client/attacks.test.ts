/** Servers, authorization servers, and callbacks that lie, one lie a test. No secret reaches anybody else. */

import { authorizationCode, AuthorizationError, ForbiddenUrlError } from '@mcp-gen/auth/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import {
  TestAuthorizationServer,
  TestReceiver,
  type Behavior,
  type JsonAnswer,
} from '../support/authorizationServer.js';
import { listen } from '../support/listen.js';
import { errorOf, REVISIONS, setUp, type SetUp } from './setUp.js';

/** Refuses a request, and shows that no person was asked and no token requested. */
async function refused({ send, receiver, authorization }: SetUp): Promise<Error> {
  const error = await errorOf(send());
  expect(receiver.visited).toEqual([]);
  expect(authorization.tokenRequests).toEqual([]);
  return error;
}

/** A server that must not be asked anything. */
const bystander = () => listen((_, response) => response.end('{}'));

describe('protected resource metadata', () => {
  test('are read where the challenge says, or else at the well-known paths in their order', async () => {
    covers('authorization-metadata-order');
    const { server, authorization, send, connect } = await setUp();
    server.behavior.challenge = `Bearer resource_metadata="${server.url.origin}/of-the-challenge"`;
    const body = JSON.stringify({ resource: server.url.href, authorization_servers: [authorization.issuer] });
    const paths: string[] = [];
    let at = '/of-the-challenge';
    server.behavior.answer = ({ url = '' }, response) => {
      if (url === '/mcp') return false;
      paths.push(url);
      response.writeHead(url === at ? 200 : 404, { 'content-type': 'application/json' }).end(body);
      return true;
    };
    expect((await send()).status).toBe(200);
    expect(paths.splice(0)).toEqual(['/of-the-challenge']);
    server.behavior.challenge = '';
    at = '/.well-known/oauth-protected-resource';
    expect((await connect()()).status).toBe(200);
    expect(paths).toEqual(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']);
  });

  test('of a challenge are read at the origin of the server alone', async () => {
    const other = await bystander();
    const all = await setUp();
    all.server.behavior.challenge = `Bearer resource_metadata="${other.origin}/latest/meta-data"`;
    const error = await refused(all);
    expect(error).toBeInstanceOf(ForbiddenUrlError);
    expect(error.message).toBe(`${all.server.url.href} names protected resource metadata at another origin`);
    expect(other.requests).toEqual([]);
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://['])('are not read at %s', async (url) => {
    const all = await setUp();
    all.server.behavior.challenge = `Bearer resource_metadata="${url}"`;
    expect(await refused(all)).toBeInstanceOf(ForbiddenUrlError);
  });

  test.each([
    ['origin of the server', ({ origin }: URL) => origin],
    ['server', ({ href }: URL) => href],
    ['server, written in another way', ({ href }: URL) => href.replace('http:', 'HTTP:')],
  ])('may name the %s', async (which, name) => {
    const all = await setUp();
    all.server.behavior.metadata = (honest) => ({ ...honest, resource: name(all.server.url) });
    expect((await all.send()).status).toBe(200);
    const exact = all.connect({ exactResource: true });
    if (which === 'origin of the server') {
      expect((await errorOf(exact())).message).toContain('the option "exactResource" (flag --auth-exact-resource)');
    } else expect((await exact()).status).toBe(200);
  });

  test.each([
    ['another origin', () => 'https://other.example/mcp'],
    ['a neighbour', ({ origin }: URL) => `${origin}/mcp2`],
    ['a child', ({ href }: URL) => `${href}/more`],
  ])('must not name %s', async (_, name) => {
    const all = await setUp();
    all.server.behavior.metadata = (honest) => ({ ...honest, resource: name(all.server.url) });
    expect((await refused(all)).message).toContain('belongs to');
  });

  test('are not followed to another origin', async () => {
    const other = await bystander();
    const all = await setUp();
    all.server.behavior.answer = ({ url = '' }, response) => {
      if (!url.startsWith('/.well-known')) return false;
      response.writeHead(302, { location: `${other.origin}/internal` }).end();
      return true;
    };
    expect(await refused(all)).toBeInstanceOf(ForbiddenUrlError);
    expect(other.requests).toEqual([]);
  });

  test.each([
    ['another host', () => 'https://evil.example/mcp'],
    ['another port', (url: URL) => `http://127.0.0.1:1${url.pathname}`],
    ['another path', (url: URL) => `${url.origin}/other`],
    ['a path that only begins alike', (url: URL) => `${url.origin}/mc`],
    ['a query', (url: URL) => `${url.href}?tenant=1`],
    ['a fragment', (url: URL) => `${url.href}#`],
    ['nothing', () => 7],
  ])('of %s are not used', async (_, resource) => {
    const all = await setUp();
    all.server.behavior.metadata = (honest) => ({ ...honest, resource: resource(all.server.url) });
    const error = await refused(all);
    expect(error).toBeInstanceOf(AuthorizationError);
    expect(error.message).toContain('The protected resource metadata at');
    expect(all.authorization.requests).toEqual([]);
  });

  test.each([
    ['as it is', (url: URL) => url.href],
    ['its origin', (url: URL) => url.origin],
    ['its origin in capitals', (url: URL) => url.origin.replace('http', 'HTTP')],
    ['with a slash', (url: URL) => `${url.href}/`],
  ])('of the server, %s, are repeated to the letter', async (_, resource) => {
    covers('authorization-resource-case', 'authorization-resource-slash', 'authorization-resource-specific');
    const { authorization, server, send } = await setUp();
    server.behavior.metadata = (honest) => ({ ...honest, resource: resource(server.url) });
    await send();
    expect(authorization.logins[0]?.get('resource')).toBe(resource(server.url));
    expect(authorization.tokenRequests[0]?.form.get('resource')).toBe(resource(server.url));
  });

  test.each([
    ['http elsewhere', 'http://issuer.example', 'is not https'],
    ['a private address', 'https://169.254.169.254', 'private network'],
    ['a private name', 'https://metadata.google.internal', 'private network'],
    ['javascript:', 'javascript:alert(1)', 'Unsupported URL scheme'],
    ['no URL', 'issuer', 'Invalid URL'],
    ['credentials', 'https://user:pass@issuer.example', 'has credentials'],
  ])('that name %s as authorization server are not followed', async (_, issuer, message) => {
    const all = await setUp();
    all.server.behavior.metadata = (honest) => ({ ...honest, authorization_servers: [issuer] });
    const error = await refused(all);
    expect(error).toBeInstanceOf(ForbiddenUrlError);
    expect(error.message).toContain(message);
  });

  test('without an authorization server are an error', async () => {
    const all = await setUp();
    all.server.behavior.metadata = ({ resource }) => ({ resource });
    expect((await refused(all)).message).toContain('does not name an authorization server');
  });

  test('are looked for once where the server is at the root of its origin', async () => {
    const server = await listen((_, response) => response.writeHead(401).end());
    const wrapped = authorizationCode({ receiver: new TestReceiver(), allowHttp: true }).wrapFetch({
      server: new URL(server.origin),
      fetch,
      revisions: ['2025-11-25'],
    });
    expect((await errorOf(wrapped(server.origin))).message).toContain('does not publish protected resource metadata');
    expect(server.requests).toEqual(['GET /', 'GET /.well-known/oauth-protected-resource']);
  });

  test('that are a page are none', async () => {
    const all = await setUp({}, ['2025-11-25']);
    all.server.behavior.answer = ({ url = '' }, response) => {
      if (!url.startsWith('/.well-known')) return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
      return true;
    };
    expect((await refused(all)).message).toContain('does not publish protected resource metadata');
  });

  test.each([401, 500])('that cannot be read now are an error: HTTP %i', async (status) => {
    const all = await setUp({}, ['2025-11-25']);
    all.server.behavior.answer = ({ url = '' }, response) => {
      if (!url.startsWith('/.well-known')) return false;
      response.writeHead(status).end();
      return true;
    };
    expect(await refused(all)).toMatchObject({ name: 'AuthorizationError', temporary: status === 500 });
  });
});

describe('http', () => {
  test('has to be asked for', async () => {
    const all = await setUp({ allowHttp: false });
    const error = await refused(all);
    expect(error).toBeInstanceOf(ForbiddenUrlError);
    expect(error.message).toContain('Set the option "allowHttp" (flag --auth-allow-http)');
    expect(all.server.requests).toEqual(['POST /mcp']);
  });
});

describe('metadata of the authorization server', () => {
  test.each([
    ['another issuer', () => 'https://honest.example'],
    ['the issuer with a slash', (issuer: string) => `${issuer}/`],
    ['the issuer in capitals', (issuer: string) => issuer.replace('http', 'HTTP')],
  ])('of %s are not used', async (_, issuer) => {
    covers('authorization-metadata-validated');
    const all = await setUp();
    all.authorization.behavior.metadata = (honest) => ({ ...honest, issuer: issuer(all.authorization.issuer) });
    const error = await refused(all);
    expect(error).toBeInstanceOf(AuthorizationError);
    expect(error.message).toContain('belongs to the issuer');
    expect(all.authorization.registrations).toEqual([]);
  });

  test.each([
    ['no methods of PKCE', undefined],
    ['only plain', ['plain']],
    ['what is not an array', 'S256'],
  ])('with %s are refused before anybody is asked', async (_, methods) => {
    covers('authorization-pkce-verified');
    const all = await setUp();
    all.authorization.behavior.metadata = (honest) => ({ ...honest, code_challenge_methods_supported: methods });
    expect((await refused(all)).message).toContain('does not support PKCE with S256');
    expect(all.authorization.registrations).toEqual([]);
  });

  test.each([
    ['javascript:alert(1)', 'Unsupported URL scheme'],
    ['file:///usr/bin/calculator', 'Unsupported URL scheme'],
    ['vscode://run', 'Unsupported URL scheme'],
    ['http://evil.example/authorize', 'is not https'],
    ['https://192.168.0.1/reboot', 'private network'],
    ['', 'Invalid URL'],
    [undefined, 'Invalid URL'],
  ])('never take a person to %s', async (url, message) => {
    const all = await setUp();
    all.authorization.behavior.metadata = (honest) => ({ ...honest, authorization_endpoint: url });
    const error = await refused(all);
    expect(error).toBeInstanceOf(ForbiddenUrlError);
    expect(error.message).toContain(message);
  });

  test.each([
    ['http://evil.example/token', 'is not https'],
    ['https://10.0.0.1/token', 'add the host to the option "privateHosts" (flag --auth-private-host 10.0.0.1)'],
    ['data:application/json,{}', 'Unsupported URL scheme'],
    [undefined, 'have no valid token endpoint'],
  ])('with a token endpoint at %s are refused before the login', async (url, message) => {
    const all = await setUp();
    all.authorization.behavior.metadata = (honest) => ({ ...honest, token_endpoint: url });
    expect((await refused(all)).message).toContain(message);
    expect(all.authorization.registrations).toEqual([]);
  });

  test.each([
    ['registration_endpoint', 'http://evil.example/register', 'is not https'],
    ['registration_endpoint', 'https://[fd00::1]/register', 'private network'],
  ])('never have a %s at %s', async (name, url, message) => {
    const { authorization, send } = await setUp();
    authorization.behavior.metadata = (honest) => ({ ...honest, [name]: url });
    const error = await errorOf(send());
    expect(error.message).toContain(message);
    expect(authorization.tokenRequests).toEqual([]);
  });

  test.each(['/token', '/register', '/.well-known/oauth-authorization-server'])(
    'a redirect of %s leads nothing secret elsewhere',
    async (path) => {
      const other = await bystander();
      const { authorization, send } = await setUp();
      authorization.behavior.answer = ({ url }, response) => {
        if (url !== path) return false;
        response.writeHead(307, { location: `${other.origin}${path}` }).end();
        return true;
      };
      expect((await errorOf(send())).message).toMatch(/redirects to another origin|HTTP 307/);
      expect(other.requests).toEqual([]);
    },
  );

  test('that are huge are not read to their end', async () => {
    const all = await setUp();
    all.authorization.behavior.metadata = (honest) => ({ ...honest, extra: 'x'.repeat(2 ** 21) });
    expect((await refused(all)).message).toContain('is larger than 1048576 bytes');
  });

  test.each([
    ['no JSON', 'nonsense'],
    ['an array', '[]'],
    ['null', 'null'],
    ['without an issuer', '{"token_endpoint":"https://evil.example"}'],
  ])('that are %s are none', async (_, text) => {
    covers('authorization-well-known-root');
    const all = await setUp();
    all.authorization.behavior.answer = ({ url = '' }, response) => {
      if (!url.includes('.well-known')) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      return true;
    };
    expect((await refused(all)).message).toContain('does not publish metadata');
    expect(all.authorization.requests).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/openid-configuration',
    ]);
  });

  test.each([429, 500, 503])('that cannot be read now (HTTP %i) are looked for at the next place', async (status) => {
    const { authorization, send } = await setUp();
    const path = '/.well-known/oauth-authorization-server';
    let isFound = false;
    authorization.behavior.answer = (request, response) => {
      const { url = '' } = request;
      if (url === path) response.writeHead(status).end();
      else if (url === '/.well-known/openid-configuration' && isFound) request.url = path;
      else if (url === '/.well-known/openid-configuration') response.writeHead(404).end();
      return response.headersSent;
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', temporary: true });
    expect(error.message).toBe(
      `Fetching the metadata of the authorization server at ${authorization.issuer}${path} failed: HTTP ${status}`,
    );
    isFound = true;
    expect((await send()).status).toBe(200);
  });

  test('are looked for in the order of the specification', async () => {
    covers('authorization-both-discoveries', 'authorization-well-known-several', 'authorization-well-known-path');
    const all = await setUp();
    const { issuer } = all.authorization;
    all.authorization.behavior.answer = (_, response) => {
      response.writeHead(404).end();
      return true;
    };
    all.server.behavior.metadata = (honest) => ({ ...honest, authorization_servers: [`${issuer}/tenant`] });
    await refused(all);
    expect(all.authorization.requests).toEqual([
      'GET /.well-known/oauth-authorization-server/tenant',
      'GET /.well-known/openid-configuration/tenant',
      'GET /tenant/.well-known/openid-configuration',
    ]);
  });
});

describe('callbacks', () => {
  const lies: readonly (readonly [string, (url: URL) => void, string])[] = [
    ['of another state', ({ searchParams }) => searchParams.set('state', 'other'), '"state"'],
    ['without a state', ({ searchParams }) => searchParams.delete('state'), '"state"'],
    ['with two states', ({ searchParams }) => searchParams.append('state', 'other'), '"state"'],
    ['of another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example'), '"iss"'],
    ['without the issuer that is announced', ({ searchParams }) => searchParams.delete('iss'), '"iss"'],
    ['with an empty issuer', ({ searchParams }) => searchParams.set('iss', ''), '"iss"'],
    ['with two issuers', ({ searchParams }) => searchParams.append('iss', 'https://evil.example'), '"iss"'],
    [
      'of the issuer with a slash',
      ({ searchParams }) => searchParams.set('iss', `${searchParams.get('iss')}/`),
      '"iss"',
    ],
    ['at another path', (url) => (url.pathname = '/other'), 'a URL that is not the redirect URI'],
    ['at another host', (url) => (url.host = 'evil.example'), 'a URL that is not the redirect URI'],
    ['with two codes', ({ searchParams }) => searchParams.append('code', 'other'), '"code"'],
    ['without a code', ({ searchParams }) => searchParams.delete('code'), 'code'],
  ];

  test.each(lies)('%s get no code exchanged', async (_, change, message) => {
    covers('authorization-state', 'authorization-issuer-checked', 'authorization-issuer-exact');
    const { authorization, receiver, send } = await setUp();
    authorization.behavior.redirect = (url) => {
      change(url);
      return url;
    };
    const error = await errorOf(send());
    expect(error).toBeInstanceOf(AuthorizationError);
    expect(error.message).toContain(message);
    expect(authorization.tokenRequests).toEqual([]);
    expect(receiver.visited).toHaveLength(1);
  });

  test('are compared with the issuer that the person was sent to, whatever its metadata say since', async () => {
    covers('authorization-issuer-recorded');
    const { authorization, send } = await setUp();
    authorization.behavior.redirect = (url) => {
      authorization.behavior.metadata = (honest) => ({ ...honest, issuer: 'https://evil.example' });
      url.searchParams.set('iss', 'https://evil.example');
      return url;
    };
    expect((await errorOf(send())).message).toContain('"iss"');
    expect(authorization.tokenRequests).toEqual([]);
  });

  test.each([
    ['announced', true],
    ['not announced', false],
  ])('of another issuer with an error are not shown, its issuer %s', async (_, announced) => {
    covers('authorization-issuer-errors');
    const { authorization, send } = await setUp();
    authorization.behavior.metadata = (honest) => ({
      ...honest,
      authorization_response_iss_parameter_supported: announced,
    });
    authorization.behavior.redirect = (url) => {
      url.search = new URLSearchParams({
        state: url.searchParams.get('state') ?? '',
        iss: 'https://evil.example',
        error: 'access_denied',
        error_description: 'Call this number',
      }).toString();
      return url;
    };
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError', error: undefined });
    expect(error.message).not.toMatch(/denied|number/);
  });

  test('with an empty issuer are refused where none is announced, too', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.metadata = (honest) => ({
      ...honest,
      authorization_response_iss_parameter_supported: undefined,
    });
    authorization.behavior.redirect = (url) => {
      url.searchParams.set('iss', '');
      return url;
    };
    expect((await errorOf(send())).message).toContain('has an empty "iss"');
    expect(authorization.tokenRequests).toEqual([]);
  });

  test('of the issuer with an error say what it is', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.redirect = (url) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
      return url;
    };
    expect(await errorOf(send())).toMatchObject({ error: 'access_denied', temporary: false });
  });
});

describe('tokens', () => {
  test('are not sent to another origin', async () => {
    const other = await listen((request, response) => response.end(request.headers.authorization ?? 'none'));
    const { authorization, server, receiver, send } = await setUp();
    await send();
    const wrapped = authorizationCode({ receiver, allowHttp: true }).wrapFetch({
      server: server.url,
      fetch,
      revisions: [],
    });
    expect((await wrapped(server.url, { method: 'POST', body: '' })).status).toBe(200);
    expect(await (await wrapped(other.origin)).text()).toBe('none');
    expect(authorization.valid.size).toBeGreaterThan(0);
  });

  test('do not follow a redirect, with any function that sends the request', async () => {
    const other = await listen((request, response) => response.end(request.headers.authorization ?? 'none'));
    const { server, receiver, send } = await setUp();
    await send();
    const wrapped = authorizationCode({ receiver, allowHttp: true }).wrapFetch({
      server: server.url,
      fetch,
      revisions: [],
    });
    await wrapped(server.url, { method: 'POST', body: '' });
    server.behavior.answer = (_, response) => {
      response.writeHead(307, { location: other.origin }).end();
      return true;
    };
    for (const init of [{ method: 'POST', body: '' }, { redirect: 'follow' as const }]) {
      expect((await wrapped(server.url, init)).status).toBe(307);
    }
    expect(other.requests).toEqual([]);
  });

  test('of other types than bearer and DPoP are refused', async () => {
    const { authorization, send } = await setUp();
    authorization.behavior.token = () => ({ body: { access_token: 'x', token_type: 'mac' } });
    expect((await errorOf(send())).message).toContain('unsupported `token_type` value');
  });

  test.each(['a\r\nX-Evil: 1', 'a b', 'ä'])('that a header cannot have are not repeated: %j', async (token) => {
    const { authorization, server, send } = await setUp();
    authorization.behavior.token = () => ({ body: { access_token: `secret${token}`, token_type: 'Bearer' } });
    const error = await errorOf(send());
    expect(error).toMatchObject({ name: 'AuthorizationError' });
    expect(error.message).toMatch(/failed: the access token has characters that are not allowed in a header$/);
    expect(String(error.cause)).not.toContain('secret');
    expect(server.authorizations).toEqual([undefined]);
  });

  test('a header of the user is not replaced', async () => {
    const { server, receiver } = await setUp();
    const wrapped = authorizationCode({ receiver, allowHttp: true }).wrapFetch({
      server: server.url,
      fetch,
      revisions: [],
    });
    const error = await errorOf(wrapped(server.url, { headers: { authorization: 'Bearer mine' } }));
    expect(error.message).toContain('The header "authorization" conflicts with the option "auth"');
    expect(server.requests).toEqual([]);
  });
});

describe('servers of 2025-03-26', () => {
  test('have metadata at their origin, or the default endpoints there', async () => {
    covers('authorization-metadata-first', 'authorization-base-url');
    const { server, receiver, send } = await setUp();
    server.behavior.metadata = () => undefined;
    server.behavior.challenge = '';
    const error = await errorOf(send());
    expect(error).toBeInstanceOf(AuthorizationError);
    expect(server.requests).toEqual([
      'POST /mcp',
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /.well-known/oauth-protected-resource',
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/openid-configuration',
      'POST /register',
    ]);
    expect(receiver.visited).toEqual([]);
  });

  test.each([
    ['metadata', true],
    ['the default endpoints, with PKCE all the same', false],
  ])('are logged in to by %s', async (_, hasMetadata) => {
    covers('authorization-metadata-used', 'authorization-default-endpoints');
    const authorization = await TestAuthorizationServer.start();
    authorization.behavior.metadata = (honest) => ({
      ...honest,
      authorization_endpoint: `${authorization.issuer}/authorize?by=metadata`,
    });
    const server = new URL('/mcp', authorization.issuer);
    authorization.behavior.answer = ({ url = '', headers }, response) => {
      const isMissing = url.startsWith('/.well-known') && !(hasMetadata && url.endsWith('oauth-authorization-server'));
      if (url !== '/mcp' && !isMissing) return false;
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      response.writeHead(isMissing ? 404 : authorization.valid.has(token) ? 200 : 401).end();
      return true;
    };
    const receiver = new TestReceiver();
    const wrapped = authorizationCode({ receiver, allowHttp: true }).wrapFetch({ server, fetch, revisions: REVISIONS });
    expect((await wrapped(server, { method: 'POST', body: '' })).status).toBe(200);
    expect(authorization.requests).toContain('POST /register');
    const [login] = authorization.logins;
    // Revision 2025-03-26 has no resources.
    expect([login?.get('code_challenge_method'), login?.get('resource')]).toEqual(['S256', null]);
    expect(login?.get('by')).toBe(hasMetadata ? 'metadata' : null);
    expect(authorization.tokenRequests[0]?.form.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  test('are told the revision while their metadata are discovered, and nobody else is', async () => {
    covers('authorization-discovery-version');
    const { server, send } = await setUp();
    server.behavior.metadata = () => undefined;
    server.behavior.challenge = '';
    const told: [string | undefined, unknown][] = [];
    server.behavior.answer = ({ url, headers }) => {
      if (url?.startsWith('/.well-known') === true) told.push([url, headers['mcp-protocol-version']]);
      return false;
    };
    await errorOf(send());
    expect(told).toEqual([
      ['/.well-known/oauth-protected-resource/mcp', undefined],
      ['/.well-known/oauth-protected-resource', undefined],
      ['/.well-known/oauth-authorization-server', '2025-03-26'],
      ['/.well-known/openid-configuration', '2025-03-26'],
    ]);
  });

  /** Discovers metadata with a `fetch` that fails for the header of the revision. Returns what was asked for, and whether a client registered. */
  async function askedWithoutPermission(): Promise<{ readonly asked: readonly string[]; readonly registers: boolean }> {
    const { server, connect } = await setUp();
    server.behavior.metadata = () => undefined;
    const asked: string[] = [];
    const withoutPermission: typeof fetch = async (input, init) => {
      const { url, headers } = new Request(input, init);
      if (!url.includes('/oauth-authorization-server')) return fetch(input, init);
      asked.push(headers.get('mcp-protocol-version') ?? 'none');
      if (headers.has('mcp-protocol-version')) throw new TypeError('Failed to fetch');
      return fetch(input, init);
    };
    await errorOf(connect({}, undefined, { fetch: withoutPermission })());
    return { asked, registers: server.requests.includes('POST /register') };
  }

  test.each([
    ['a page', 'document'],
    ['a worker of a page', 'importScripts'],
  ])('are asked again without the revision where %s may not send it', async (_, name) => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal(name, {});
    expect(await askedWithoutPermission()).toEqual({ asked: ['2025-03-26', 'none'], registers: true });
  });

  test('that cannot be reached are asked once where no permission is needed', async () => {
    expect(await askedWithoutPermission()).toEqual({ asked: ['2025-03-26'], registers: false });
  });

  /** Logs in at a server without metadata that answers registrations as it likes. */
  async function registeredAt(register: Required<Behavior>['register']): Promise<TestAuthorizationServer> {
    const authorization = await TestAuthorizationServer.start();
    const server = new URL('/mcp', authorization.issuer);
    authorization.behavior.answer = ({ url = '' }, response) => {
      const isMissing = url.startsWith('/.well-known');
      if (url !== '/mcp' && !isMissing) return false;
      response.writeHead(isMissing ? 404 : 401).end();
      return true;
    };
    authorization.behavior.register = register;
    const receiver = new TestReceiver();
    const wrapped = authorizationCode({ receiver, allowHttp: true }).wrapFetch({ server, fetch, revisions: REVISIONS });
    await errorOf(wrapped(server, { method: 'POST', body: '' }));
    return authorization;
  }

  /** Answers registrations with some methods, and refuses others. */
  const accepting =
    (accepted: readonly string[], refusal: JsonAnswer): Required<Behavior>['register'] =>
    ({ token_endpoint_auth_method: method }) =>
      accepted.includes(String(method)) ? undefined : refusal;

  const methodsOf = ({ registrations }: TestAuthorizationServer): readonly unknown[] =>
    registrations.map(({ token_endpoint_auth_method: method }) => method);

  const INVALID = { status: 400, body: { error: 'invalid_client_metadata' } };

  test.each<[readonly string[], readonly string[]]>([
    [['none'], ['none']],
    [['client_secret_basic'], ['none', 'client_secret_basic']],
    [[], ['none', 'client_secret_basic']],
  ])('without metadata that register %j have the client as a public one, unless they refuse that', async (...given) => {
    covers('authorization-public-client');
    const [accepted, asked] = given;
    const authorization = await registeredAt(accepting(accepted, INVALID));
    expect([methodsOf(authorization), authorization.logins.length]).toEqual([asked, accepted.length]);
  });

  test.each<[string, JsonAnswer, boolean]>([
    ['another error', { status: 400, body: { error: 'invalid_request' } }, true],
    ['an error of its own', { status: 422, body: { message: 'no' } }, true],
    ['a page', { status: 400, headers: { 'content-type': 'text/html' }, body: 'no' }, true],
    ['401', { status: 401, body: { error: 'invalid_token' } }, false],
    ['403', { status: 403, body: { error: 'access_denied' } }, false],
    ['404', { status: 404, body: {} }, false],
    ['405', { status: 405, body: {} }, false],
    ['429', { status: 429, body: { error: 'slow_down' } }, false],
    ['500', { status: 500, body: { error: 'server_error' } }, false],
  ])('without metadata that refuse a public client with %s', async (_, refusal, isRepeated) => {
    const authorization = await registeredAt(accepting(['client_secret_basic'], refusal));
    expect(methodsOf(authorization)).toEqual(isRepeated ? ['none', 'client_secret_basic'] : ['none']);
    expect(authorization.logins.length).toBe(isRepeated ? 1 : 0);
  });

  test.each<[string, object, string | undefined]>([
    ['a secret', { client_secret: 'the-secret' }, `Basic ${btoa('client:the-secret')}`],
    [
      'a secret that is not for the token endpoint',
      { client_secret: 'the-secret', token_endpoint_auth_method: 'none' },
      undefined,
    ],
    ['no secret', {}, undefined],
  ])('without metadata that issue %s get it in the way that they registered', async (_, issued, header) => {
    const { tokenRequests } = await registeredAt(() => ({ status: 201, body: { client_id: 'client', ...issued } }));
    expect(tokenRequests.map(({ headers, form }) => [headers.authorization, form.get('client_id')])).toEqual([
      [header, header === undefined ? 'client' : null],
    ]);
  });

  test.each([
    ['metadata', true],
    ['the default endpoints', false],
  ])('with %s are used only if the client is limited to them, or not at all', async (_, hasMetadata) => {
    const all = await setUp();
    all.server.behavior.metadata = () => undefined;
    const { origin } = all.server.url;
    all.server.behavior.answer = ({ url }, response) => {
      if (!hasMetadata || url !== '/.well-known/oauth-authorization-server') return false;
      response.end(JSON.stringify({ issuer: origin, code_challenge_methods_supported: ['S256'] }));
      return true;
    };
    const other = await errorOf(all.connect({ issuer: 'https://login.example' })());
    expect(other.message).toBe(
      `${all.server.url.href} does not accept tokens of the authorization server https://login.example, which the option "issuer" (flag --auth-issuer) requires`,
    );
    expect((await errorOf(all.connect({ issuer: origin })())).message).not.toContain('which the option "issuer"');
  });

  test('are not what a client without that revision falls back on', async () => {
    const all = await setUp({}, ['2025-06-18', '2026-07-28']);
    all.server.behavior.metadata = () => undefined;
    all.server.behavior.challenge = '';
    expect((await refused(all)).message).toContain('does not publish protected resource metadata');
    expect(all.server.requests.slice(1)).toEqual([
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /.well-known/oauth-protected-resource',
    ]);
  });
});

test('a client that is limited to one authorization server uses no other', async () => {
  const other = await TestAuthorizationServer.start();
  const { server, connect, receiver } = await setUp();
  const error = await errorOf(connect({ issuer: other.issuer })());
  expect(error.message).toBe(
    `${server.url.href} does not accept tokens of the authorization server ${other.issuer}, which the option "issuer" (flag --auth-issuer) requires`,
  );
  expect(receiver.visited).toEqual([]);
});

test('a client that is limited to one of several authorization servers uses that one', async () => {
  const other = await TestAuthorizationServer.start();
  const { authorization, server, connect } = await setUp();
  const servers = [other.issuer, authorization.issuer];
  server.behavior.metadata = (honest) => ({ ...honest, authorization_servers: servers });
  expect((await connect({ issuer: authorization.issuer })()).status).toBe(200);
  expect([authorization.logins.length, other.requests.length]).toEqual([1, 0]);
});
