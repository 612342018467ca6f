/** Checks of servers that require tokens. */

import type { Check } from '../../check.js';
import type { Claims } from '../../issuer.js';
import type { Peer } from '../../peer.js';
import { must, notApplicable, quoted } from '../../violation.js';
import { introduction } from '../../wire/claims.js';
import { fieldsOf } from '../../wire/message.js';
import { within } from '../../wire/waiting.js';

const HTTP = ['http'] as const;
const ELSEWHERE = 'https://elsewhere.example/mcp';
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** How a protected server answered. */
interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface Attempt {
  readonly token?: string;
  /** The token in the query string. */
  readonly tokenInUrl?: string;
  readonly session?: string;
}

export const AUTHORIZATION_CHECKS: readonly Check[] = [
  {
    id: 'authorization-required',
    rows: ['authorization-challenge', 'authorization-status', 'authorization-before-processing'],
    transports: HTTP,
    async run(peer) {
      mustBeRefused(await open(peer, {}), 'a request without a token', 401);
    },
  },
  {
    id: 'authorization-accepted',
    rows: ['authorization-validated'],
    transports: HTTP,
    async run(peer) {
      const token = await tokenOf(peer);
      const answered = await open(peer, { token });
      await end(peer, answered, token);
      const { status, body } = answered;
      must(status === 200, `Expected 200 for a request with a good token, got ${status} ${quoted(body)}`);
    },
  },
  {
    id: 'authorization-every-request',
    rows: ['authorization-validated'],
    revisions: ['2025-03-26', '2025-06-18', '2025-11-25'],
    transports: HTTP,
    async run(peer) {
      const token = await tokenOf(peer);
      const opened = await open(peer, { token });
      const session = opened.headers.get('mcp-session-id') ?? notApplicable('The server has no sessions over HTTP');
      const answered = await open(peer, { session });
      await end(peer, opened, token);
      mustBeRefused(answered, 'a request without a token in a session', 401);
    },
  },
  {
    id: 'authorization-invalid',
    rows: ['authorization-invalid', 'authorization-status', 'authorization-before-processing'],
    transports: HTTP,
    async run(peer) {
      const wrong = {
        'a string that is not a token': 'garbage',
        'an expired token': await tokenOf(peer, { expiresIn: -3_600 }),
        'a token with a wrong signature': await tokenOf(peer, { isForged: true }),
      };
      for (const [what, token] of Object.entries(wrong)) mustBeRefused(await open(peer, { token }), what, 401);
    },
  },
  {
    id: 'authorization-audience',
    rows: ['authorization-audience', 'authorization-no-others'],
    transports: HTTP,
    async run(peer) {
      const token = await tokenOf(peer, { audience: ELSEWHERE });
      mustBeRefused(await open(peer, { token }), `a token for ${ELSEWHERE}`, 401, 403);
    },
  },
  {
    id: 'authorization-scope',
    rows: ['authorization-status'],
    transports: HTTP,
    async run(peer) {
      const token = await tokenOf(peer, { scope: 'other' });
      mustBeRefused(await open(peer, { token }), 'a token without the scope', 403);
    },
  },
  {
    id: 'authorization-scope-named',
    rows: ['authorization-insufficient-scope'],
    transports: HTTP,
    async run(peer) {
      const { headers } = await open(peer, { token: await tokenOf(peer, { scope: 'other' }) });
      const { error, scope } = challengeOf(headers);
      must(
        error === 'insufficient_scope',
        `Expected error="insufficient_scope" in the challenge, got ${quoted(error)}`,
      );
      must(scope !== undefined, 'Expected the scopes that are needed in the challenge, got none');
    },
  },
  {
    id: 'authorization-scope-challenged',
    rows: ['authorization-scope-challenged'],
    transports: HTTP,
    async run(peer) {
      const { scope } = challengeOf((await open(peer, {})).headers);
      must(scope !== undefined, 'Expected the scopes that are needed in the challenge, got none');
    },
  },
  {
    id: 'authorization-metadata-named',
    rows: ['authorization-challenge-header'],
    transports: HTTP,
    async run(peer) {
      const { headers } = await open(peer, {});
      const { resource_metadata: url } = challengeOf(headers);
      must(
        url !== undefined && URL.canParse(url),
        `Expected resource_metadata with a URL in WWW-Authenticate, got ${quoted(headers.get('www-authenticate'))}`,
      );
    },
  },
  {
    id: 'authorization-metadata',
    rows: ['authorization-resource-metadata', 'authorization-servers-listed', 'authorization-metadata-found'],
    transports: HTTP,
    async run(peer) {
      const { url, issuer } = protectionOf(peer);
      const { resource_metadata: named } = challengeOf((await open(peer, {})).headers);
      const { origin, pathname } = new URL(url);
      const places = named === undefined ? [`${WELL_KNOWN}${pathname}`, WELL_KNOWN] : [named];
      const documents = await Promise.all(places.map((place) => documentAt(peer, new URL(place, origin).href)));
      const found = documents.find((document) => document !== undefined);
      must(found !== undefined, `Expected protected resource metadata at ${places.join(' or ')}, found none`);
      const { resource, authorization_servers: servers } = fieldsOf(found);
      must(resource === url, `Expected the resource ${url} in the metadata, got ${quoted(resource)}`);
      const isListed = Array.isArray(servers) && servers.some((each) => String(each).replace(/\/$/, '') === issuer.url);
      must(isListed, `Expected ${issuer.url} among authorization_servers, got ${quoted(servers)}`);
    },
  },
  {
    id: 'authorization-token-in-url',
    rows: ['authorization-not-in-url'],
    isLenience: true,
    transports: HTTP,
    async run(peer) {
      const { status } = await open(peer, { tokenInUrl: await tokenOf(peer) });
      must(status >= 400, `Expected a token in the query string to be refused, got ${status}`);
    },
  },
];

function protectionOf({ protection }: Peer): NonNullable<Peer['protection']> {
  return protection ?? notApplicable('The server has no variant that requires tokens: --protected names one');
}

/** A token that is good, but for what `changed` says. */
async function tokenOf(peer: Peer, changed: Partial<Claims> = {}): Promise<string> {
  const { url, issuer } = protectionOf(peer);
  return issuer.token({ audience: url, ...changed });
}

/** Sends the first request of a conversation, or a ping in a session. */
async function open(peer: Peer, { token, tokenInUrl, session }: Attempt): Promise<Answered> {
  const { url, fetch } = protectionOf(peer);
  const connection = await peer.connection();
  const method = session !== undefined ? 'ping' : connection.hasSessions ? 'initialize' : 'server/discover';
  const params = method === 'initialize' ? introduction(peer.revision, connection.capabilities) : undefined;
  const target = new URL(url);
  if (tokenInUrl !== undefined) target.searchParams.set('access_token', tokenInUrl);
  const sent = fetch(target.href, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...connection.headersFor(method, {}),
      ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': peer.revision }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(connection.request(method, params, { id: 'authorization' })),
  });
  const read = async (response: Response): Promise<Answered> => {
    const { status, headers } = response;
    return { status, headers, body: await response.text() };
  };
  return within(peer.answerTimeout, 'the answer of the protected server', sent.then(read));
}

/** Ends a session that was opened with a token. */
async function end(peer: Peer, { headers }: Answered, token: string): Promise<void> {
  const session = headers.get('mcp-session-id');
  if (session === null) return;
  const { url, fetch } = protectionOf(peer);
  const sent = fetch(url, {
    method: 'DELETE',
    headers: { 'mcp-session-id': session, authorization: `Bearer ${token}`, 'mcp-protocol-version': peer.revision },
  });
  await within(peer.answerTimeout, 'the end of the session', sent);
}

/** Reads a document, or returns undefined if there is none. */
async function documentAt(peer: Peer, url: string): Promise<unknown> {
  const response = await within(peer.answerTimeout, url, protectionOf(peer).fetch(url, { method: 'GET' }));
  const text = await response.text();
  if (response.status !== 200) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mustBeRefused({ status, body }: Answered, what: string, ...statuses: readonly number[]): void {
  must(statuses.includes(status), `Expected ${statuses.join(' or ')} for ${what}, got ${status}`);
  must(!body.includes('"result"'), `Expected no result for ${what}, got ${quoted(body)}`);
}

/** The parameters of the challenge `Bearer`. */
function challengeOf(headers: Headers): { readonly [name: string]: string | undefined } {
  const header = headers.get('www-authenticate') ?? '';
  if (!/^Bearer\b/i.test(header)) return {};
  const params = header.matchAll(/(?<!\w)(\w+)=(?:"([^"]*)"|([^\s,]+))/g);
  return Object.fromEntries([...params].map(([, name = '', quotedValue, value]) => [name, quotedValue ?? value]));
}
