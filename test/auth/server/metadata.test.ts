/** The protected resource metadata, where clients look for them (RFC 9728). */

import { jwt, protect } from '@mcp-gen/auth/server';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { rawRequest } from '../../support/rawHttp.js';
import { initialize } from '../../unit/runtime/httpSupport.js';
import { METADATA, startGuarded } from './guarded.js';
import { RESOURCE } from './issuer.js';

const verify = jwt({ issuer: 'https://login.example.com/tenant' });
const PATHS = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'];

const at = (url: string, path: string): string => url.replace('/mcp', path);

describe.each(PATHS)('at %s', (path) => {
  test('are the resource, its issuers, and its scopes, without a token', async () => {
    covers('authorization-resource-metadata', 'authorization-servers-listed', 'authorization-metadata-found');
    const other = { issuer: 'https://other.example.com', verify: () => Promise.resolve(undefined) };
    const { url } = await startGuarded({
      verify: [verify, other],
      scopes: ['notes:read'],
      name: 'Notes',
      documentation: 'https://example.com/docs',
    });
    const answer = await rawRequest(at(url, path), { method: 'GET' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(answer.json).toEqual({
      resource: RESOURCE,
      authorization_servers: ['https://login.example.com/tenant', 'https://other.example.com'],
      scopes_supported: ['notes:read'],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']) as string[],
      resource_name: 'Notes',
      resource_documentation: 'https://example.com/docs',
    });
  });

  test('are for GET and HEAD alone', async () => {
    const { url } = await startGuarded({ verify });
    const head = await fetch(at(url, path), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await rawRequest(at(url, path), { method });
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
  });

  test('can be read by pages that may call the endpoint, as a refusal can, and by no others', async () => {
    const origin = 'https://app.example.com';
    const { url } = await startGuarded({ verify }, { allowedOrigins: [origin] });
    const readable = {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringMatching(/WWW-Authenticate.*DPoP-Nonce/) as string,
    };
    const metadata = await rawRequest(at(url, path), { method: 'GET', headers: { origin } });
    expect(metadata).toMatchObject({ status: 200, headers: readable });
    const refused = await rawRequest(url, { headers: { origin }, body: initialize() });
    expect(refused).toMatchObject({ status: 401, headers: readable });
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } };
    expect((await rawRequest(at(url, path), preflight)).status).toBe(204);
    const foreign = { method: 'GET', headers: { origin: 'https://evil.example' } };
    expect((await rawRequest(at(url, path), foreign)).status).toBe(403);
  });
});

test('say no more than is known', async () => {
  const { url, guard } = await startGuarded({ verify, dpop: { required: true } });
  expect(guard.metadataUrl).toBe(METADATA);
  const { json } = await rawRequest(at(url, PATHS[0] ?? ''), { method: 'GET' });
  expect(Object.keys(json as object).toSorted()).toEqual([
    'authorization_servers',
    'bearer_methods_supported',
    'dpop_bound_access_tokens_required',
    'dpop_signing_alg_values_supported',
    'resource',
  ]);
});

test('an audience that no token can have is an error', () => {
  for (const audience of ['', [], ['notes', ''], [1]]) {
    const options = { resource: 'https://mcp.example.com/mcp', verify, audience: audience as string };
    expect(() => protect(options)).toThrow('Invalid option "audience"');
  }
});

test('ask for no refresh tokens', () => {
  covers('authorization-offline-scope');
  for (const name of ['scopes', 'scopesSupported']) {
    const options = { resource: 'https://mcp.example.com/mcp', verify, [name]: ['notes:read', 'offline_access'] };
    expect(() => protect(options)).toThrow(`Invalid scope "offline_access" in the option "${name}"`);
  }
  const guard = protect({ resource: 'https://mcp.example.com/mcp', verify });
  const scopes = ['offline_access'];
  expect(() => guard.insufficientScope(scopes)).toThrow('Invalid scope "offline_access" in a refusal');
  expect(() => guard.requireScopes({ tools: { x: scopes } })).toThrow('"offline_access" in the rule for "x"');
});

test.each([
  ['https://mcp.example.com', ['/.well-known/oauth-protected-resource']],
  ['https://mcp.example.com/', ['/.well-known/oauth-protected-resource']],
  [
    'https://mcp.example.com/a/b',
    ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/a/b'],
  ],
])('of %s are at %j', (resource, paths) => {
  const guard = protect({ resource, verify });
  expect(Object.keys(guard.routes)).toEqual(paths);
  expect(guard.metadataUrl).toBe(`https://mcp.example.com${paths.at(-1)}`);
});

test.each([
  'mcp.example.com',
  'http://mcp.example.com/mcp',
  'https://mcp.example.com/mcp?x=1',
  'https://mcp.example.com/mcp#x',
  'https://mcp.example.com/mcp#',
  'https://user:secret@mcp.example.com/mcp',
  'ftp://mcp.example.com',
  '',
  undefined,
])('a resource that is not the URL of an endpoint is an error: %s', (resource) => {
  expect(() => protect({ resource: resource as string, verify })).toThrow('Invalid option "resource"');
});
