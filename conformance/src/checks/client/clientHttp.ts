/** Checks of clients over HTTP. */

import type { ClientCheck, Played } from '../../client/clientCheck.js';
import { PROTECTED, type SeenRequest } from '../../client/script.js';
import { must, quoted, violated } from '../../violation.js';
import { fieldsOf } from '../../wire/message.js';

const HTTP = ['http'] as const;
const SESSION = 'session-1-of-the-raw-server';

/** The requests to the endpoint, but for the first one, which initializes. */
function laterOf({ requests }: Played): readonly SeenRequest[] {
  const later = requests.slice(1);
  must(later.length > 1, `Expected requests after initialize, got ${later.length}`);
  return later;
}

export const HTTP_CLIENT_CHECKS: readonly ClientCheck[] = [
  {
    id: 'client-accept',
    rows: ['http-accept-both', 'http-message-per-post', 'http-alone-accept', 'http-alone-message-per-post'],
    transports: HTTP,
    judge({ requests, messages }) {
      const posts = requests.filter(({ method }) => method === 'POST');
      must(
        posts.length > 0 && posts.length === messages.length,
        `Expected a POST a message, got ${posts.length} for ${messages.length}`,
      );
      for (const { headers } of posts) {
        const { accept = '' } = headers;
        const isBoth = accept.includes('application/json') && accept.includes('text/event-stream');
        must(isBoth, `Expected JSON and event streams in Accept, got ${quoted(accept)}`);
      }
    },
  },
  {
    id: 'client-listen-accept',
    rows: ['http-listen-accept'],
    transports: HTTP,
    judge({ requests }) {
      const { accept = '' } = requests.find(({ method }) => method === 'GET')?.headers ?? {
        accept: 'text/event-stream',
      };
      must(accept.includes('text/event-stream'), `Expected event streams in Accept of GET, got ${quoted(accept)}`);
      must(requests.length > 0, 'Expected requests, got none');
    },
  },
  {
    id: 'client-reads-events',
    rows: ['http-answer-both-read', 'http-alone-answer-both-read'],
    transports: HTTP,
    script: { isStream: true },
    judge({ output }) {
      must(output.includes('echo one'), `Expected the answer in an event stream to be read, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-reads-json',
    rows: ['http-answer-both-read', 'http-alone-answer-both-read'],
    transports: HTTP,
    judge({ output }) {
      must(output.includes('echo one'), `Expected the answer in JSON to be read, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-session-id',
    rows: ['http-session-id-sent'],
    transports: HTTP,
    judge(played) {
      const without = laterOf(played).find(({ headers }) => headers['mcp-session-id'] !== SESSION);
      must(without === undefined, `Expected the session in every request, got ${quoted(without)}`);
    },
  },
  {
    id: 'client-session-delete',
    rows: ['http-session-delete'],
    transports: HTTP,
    judge({ requests }) {
      const ended = requests.find(({ method }) => method === 'DELETE');
      must(
        ended?.headers['mcp-session-id'] === SESSION,
        `Expected DELETE with the session at the end, got ${quoted(ended)}`,
      );
    },
  },
  {
    id: 'client-session-again',
    rows: ['http-session-again'],
    transports: HTTP,
    script: {
      refuse: ({ message, headers }) => {
        const { text } = fieldsOf(message, 'params', 'arguments');
        return text === 'two' && headers['mcp-session-id'] === SESSION ? { status: 404 } : undefined;
      },
    },
    judge({ messages, requests, output }) {
      const count = messages.filter(({ method }) => method === 'initialize').length;
      must(count === 2, `Expected a second initialize after 404, got ${count} in all`);
      const second = requests.filter(({ headers }) => headers['mcp-session-id'] === undefined)[1];
      must(second !== undefined, 'Expected the second initialize to name no session');
      must(output.includes('echo two'), `Expected the call to succeed in the new session, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-version-header',
    rows: ['http-version-header', 'lifecycle-version-header', 'http-version-negotiated'],
    transports: HTTP,
    judge(played) {
      const wrong = laterOf(played).find(({ headers }) => headers['mcp-protocol-version'] !== played.revision);
      must(wrong === undefined, `Expected ${played.revision} in the header of every request, got ${quoted(wrong)}`);
    },
  },
  {
    id: 'client-sse-posts',
    rows: ['sse-client-posts'],
    transports: ['sse'],
    judge({ requests, output }) {
      must(output.includes('echo two'), `Expected the client to work over HTTP with SSE, got ${quoted(output)}`);
      const streamed = requests.findIndex(({ method, url }) => method === 'GET' && url === '/sse');
      const posts = requests.slice(streamed).filter(({ method }) => method === 'POST');
      const other = posts.find(({ url }) => url !== '/messages?client=1');
      must(
        posts.length > 0 && other === undefined,
        `Expected every message at the endpoint that was named, got ${quoted(other)}`,
      );
    },
  },
  {
    id: 'client-token-refresh',
    rows: ['authorization-rotation', 'authorization-refresh-optional', 'authorization-oauth-2-1'],
    transports: HTTP,
    scenario: 'auth',
    script: PROTECTED,
    judge({ grants, output }) {
      must(output.includes('echo three'), `Expected three calls with three tokens, got ${quoted(output)}`);
      const kinds = grants.map((grant) => grant.get('grant_type'));
      must(
        kinds.join() === 'authorization_code,refresh_token,refresh_token',
        `Expected one login and two refreshes, got ${quoted(kinds)}`,
      );
      const used = grants.slice(1).map((grant) => grant.get('refresh_token'));
      must(used.join() === 'refresh-1,refresh-2', `Expected each refresh token once, got ${quoted(used)}`);
    },
  },
  {
    id: 'client-token-pkce',
    rows: ['authorization-pkce', 'authorization-metadata-used', 'authorization-server-metadata-used'],
    transports: HTTP,
    scenario: 'auth',
    script: PROTECTED,
    judge({ grants }) {
      const [login] = grants;
      const verifier = login?.get('code_verifier') ?? '';
      must(verifier.length >= 43, `Expected a code_verifier of 43 characters or more, got ${quoted(verifier)}`);
    },
  },
  {
    id: 'client-token-resource',
    rows: ['authorization-resource', 'authorization-resource-always'],
    transports: HTTP,
    scenario: 'auth',
    script: PROTECTED,
    judge({ grants }) {
      must(grants.length > 0, 'Expected requests for tokens, got none');
      const without = grants.find((grant) => grant.get('resource')?.endsWith('/mcp') !== true);
      must(without === undefined, `Expected the resource in every request for tokens, got ${quoted(String(without))}`);
    },
  },
  {
    id: 'client-token-header',
    rows: [
      'authorization-header',
      'authorization-every-request',
      'authorization-not-in-url',
      'base-authorization-over-http',
    ],
    transports: HTTP,
    scenario: 'auth',
    script: PROTECTED,
    judge({ requests }) {
      const first = requests.findIndex(({ headers }) => headers['authorization'] !== undefined);
      if (first < 0) violated('Expected a token in the header Authorization');
      const without = requests
        .slice(first)
        .find(({ headers }) => headers['authorization']?.startsWith('Bearer ') !== true);
      must(without === undefined, `Expected the token in every request, got ${quoted(without)}`);
      const inUrl = requests.find(({ url }) => url.includes('access-'));
      must(inUrl === undefined, `Expected no token in a URL, got ${quoted(inUrl)}`);
    },
  },
];
