/** Servers that are wrong about tokens. */

import { fieldsOf } from '../../../../conformance/src/wire/message.js';
import type { Fault } from './fault.js';
import { onResponse, type SeenRequest } from './http.js';

const REVISION = '2025-11-25';
const ELSEWHERE = 'https://elsewhere.example/mcp';
const RESULT = '{"jsonrpc":"2.0","id":"authorization","result":{}}';

/** The audience of the token of a request, if it has one that can be read. */
function audienceOf({ headers }: SeenRequest): unknown {
  const [, payload] = headers.get('authorization')?.split('.') ?? [];
  return payload === undefined ? undefined : fieldsOf(JSON.parse(Buffer.from(payload, 'base64url').toString()))['aud'];
}

/** Accepts some of the requests that a protected server refuses. */
function accepts(isMeant: (request: SeenRequest, status: number) => boolean): NonNullable<Fault['fetch']> {
  return onResponse((request, response) =>
    (response.status === 401 || response.status === 403) && isMeant(request, response.status)
      ? new Response(RESULT, { headers: { 'content-type': 'application/json' } })
      : response,
  );
}

/** Changes the challenge of a protected server. */
function challenges(change: (challenge: string) => string): NonNullable<Fault['fetch']> {
  return onResponse((_, { body, status, headers }) => {
    const challenge = headers.get('www-authenticate');
    const changed = new Headers(headers);
    if (challenge !== null) changed.set('www-authenticate', change(challenge));
    return new Response(body, { status, headers: changed });
  });
}

export const AUTHORIZATION_FAULTS: readonly Fault[] = [
  {
    fault: 'lets callers in that have no token',
    revision: REVISION,
    fetch: accepts(({ headers }, status) => status === 401 && !headers.has('authorization')),
    fails: {
      'authorization-required': /Expected 401 for a request without a token, got 200/,
      'authorization-every-request': /Expected 401 for a request without a token in a session, got 200/,
    },
    alsoFails: { 'authorization-scope-challenged': 'A caller that is let in gets no challenge.' },
  },
  {
    fault: 'refuses good tokens',
    revision: REVISION,
    fetch: onResponse(({ headers }, response) =>
      headers.has('authorization') && response.status === 200 ? new Response('', { status: 401 }) : response,
    ),
    fails: { 'authorization-accepted': /Expected 200 for a request with a good token, got 401/ },
  },
  {
    fault: 'accepts tokens that its issuer did not sign',
    revision: REVISION,
    fetch: accepts(
      (request, status) => status === 401 && request.headers.has('authorization') && audienceOf(request) !== ELSEWHERE,
    ),
    fails: { 'authorization-invalid': /Expected 401 for a string that is not a token, got 200/ },
  },
  {
    fault: 'accepts tokens for other servers',
    revision: REVISION,
    fetch: accepts((request) => audienceOf(request) === ELSEWHERE),
    fails: { 'authorization-audience': /Expected 401 or 403 for a token for .*, got 200/ },
  },
  {
    fault: 'does not look at the scopes of tokens',
    revision: REVISION,
    fetch: accepts((request, status) => status === 403 && audienceOf(request) !== undefined),
    fails: { 'authorization-scope': /Expected 403 for a token without the scope, got 200/ },
    alsoFails: { 'authorization-scope-named': 'A caller that is let in gets no challenge.' },
  },
  {
    fault: 'does not say which scopes it requires',
    revision: REVISION,
    fetch: challenges((challenge) => challenge.replace(/scope="[^"]*"/, 'realm=""')),
    fails: {
      'authorization-scope-named': /Expected the scopes that are needed in the challenge, got none/,
      'authorization-scope-challenged': /Expected the scopes that are needed in the challenge, got none/,
    },
  },
  {
    fault: 'does not say where its metadata are',
    revision: '2025-06-18',
    fetch: challenges((challenge) => challenge.replace(/resource_metadata="[^"]*"/, 'realm=""')),
    fails: { 'authorization-metadata-named': /Expected resource_metadata with a URL/ },
  },
  {
    fault: 'has no metadata',
    revision: REVISION,
    fetch: (fetch) => async (url, init) =>
      url.includes('/.well-known/') ? new Response('', { status: 404 }) : fetch(url, init),
    fails: { 'authorization-metadata': /Expected protected resource metadata at .*, found none/ },
  },
  {
    fault: 'takes tokens from URLs',
    revision: REVISION,
    fetch: (fetch) => (url, init) => {
      const target = new URL(url);
      const token = target.searchParams.get('access_token');
      if (token === null) return fetch(url, init);
      target.search = '';
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(target.href, { ...init, headers });
    },
    fails: { 'authorization-token-in-url': /Expected a token in the query string to be refused, got 200/ },
  },
];
