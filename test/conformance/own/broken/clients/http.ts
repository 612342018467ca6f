/** Clients that are wrong about HTTP. */

import { headers, printed, type ClientFault } from './fault.js';

const REVISION = '2025-11-25';

export const HTTP_CLIENT_FAULTS: readonly ClientFault[] = [
  {
    fault: 'does not read event streams',
    revision: REVISION,
    alter: printed(({ isStream }) => isStream === true, ''),
    fails: { 'client-reads-events': /in an event stream to be read/ },
  },
  {
    fault: 'does not read JSON',
    revision: REVISION,
    alter: printed((script) => Object.keys(script).length === 0, ''),
    fails: { 'client-reads-json': /in JSON to be read/ },
    alsoFails: {
      'client-pages': 'The pages of tools are JSON.',
      'client-cancels': 'The answer that follows the cancellation is JSON.',
      'client-timeout': 'The answer that follows the timeout is JSON.',
    },
  },
  {
    fault: 'sends requests without headers',
    revision: REVISION,
    alter: headers((all) => {
      for (const name of Object.keys(all)) all[name] = undefined;
      all['accept'] = 'text/html';
    }),
    fails: {
      'client-accept': /Expected JSON and event streams in Accept/,
      'client-listen-accept': /Expected event streams in Accept of GET/,
      'client-session-id': /Expected the session in every request/,
      'client-session-delete': /Expected DELETE with the session/,
      'client-version-header': /Expected 2025-11-25 in the header/,
      'client-token-header': /Expected a token in the header/,
    },
    alsoFails: { 'client-resumes': 'Last-Event-ID is a header.' },
  },
  {
    fault: 'does not open a new session',
    revision: REVISION,
    alter: {
      messages: ([first = {}, ...later]) => [first, ...later.filter(({ method }) => method !== 'initialize')],
    },
    fails: { 'client-session-again': /Expected a second initialize/ },
  },
  {
    fault: 'does not come back to broken streams',
    revision: REVISION,
    alter: { requests: (all) => all.filter((request) => request.headers['last-event-id'] === undefined) },
    fails: { 'client-resumes': /Expected GET with the Last-Event-ID broken-1/ },
  },
  {
    fault: 'comes back to broken streams at once',
    revision: REVISION,
    alter: { requests: (all) => all.map((request) => ({ ...request, sinceBreak: 1 })) },
    fails: { 'client-retry': /Expected the client to wait 400 ms, as "retry" says, and it came after 1 ms/ },
  },
  {
    fault: 'does not report what HTTP refuses',
    revision: REVISION,
    alter: { output: (output) => output.replaceAll(/^refused .*$/gm, '') },
    fails: {
      'client-refused-401': /answered with 401 to fail/,
      'client-refused-403': /answered with 403 to fail/,
      'client-refused-415': /answered with 415 to fail/,
      'client-refused-429': /answered with 429 to fail/,
    },
  },
  {
    fault: 'posts to an address of its own',
    revision: '2024-11-05',
    transport: 'sse',
    alter: {
      requests: (all) => all.map((request) => (request.method === 'POST' ? { ...request, url: '/own' } : request)),
    },
    fails: { 'client-sse-posts': /Expected every message at the endpoint that was named/ },
  },
  {
    fault: 'uses one refresh token again and again',
    revision: REVISION,
    alter: {
      grants: (all) =>
        all.map((grant) => {
          const changed = new URLSearchParams(grant);
          if (changed.has('refresh_token')) changed.set('refresh_token', 'refresh-1');
          changed.delete('resource');
          changed.delete('code_verifier');
          return changed;
        }),
    },
    fails: {
      'client-token-refresh': /Expected each refresh token once/,
      'client-token-pkce': /Expected a code_verifier/,
      'client-token-resource': /Expected the resource in every request/,
    },
  },
];
