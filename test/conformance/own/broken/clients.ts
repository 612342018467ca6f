/** Clients that are broken in one way each: a good one, of which something else is told than what it did. */

import type { ClientAlteration } from '../judgeClient.js';
import type { RevisionId, TransportName } from '../revisions.js';
import { fieldsOf, isRequest, isResponse, type Fields } from '../wire/message.js';

/** A client with a fault. */
export interface ClientFault {
  readonly fault: string;
  readonly revision: RevisionId;
  /** Default: `http`. */
  readonly transport?: TransportName;
  readonly alter: ClientAlteration;
  /** The checks that must fail, and what they must say. */
  readonly fails: { readonly [check: string]: RegExp };
}

const REVISION = '2025-11-25';

/** Changes the messages with a method. */
function messages(method: string, change: (message: Fields) => Fields | undefined): ClientAlteration {
  return { message: (message) => (message['method'] === method ? change(message) : message) };
}

/** Changes the answers to questions. */
function answers(change: (message: Fields) => Fields): ClientAlteration {
  return { message: (message) => (isResponse(message) ? change(message) : message) };
}

/** Changes the headers of requests. */
function headers(change: (headers: { [name: string]: string | undefined }) => void): ClientAlteration {
  return {
    request(request) {
      const changed = { ...request.headers };
      change(changed);
      return { ...request, headers: changed };
    },
  };
}

export const CLIENT_FAULTS: readonly ClientFault[] = [
  {
    fault: 'does not say who it is',
    revision: REVISION,
    alter: messages('initialize', (message) => ({
      ...message,
      params: { ...fieldsOf(message, 'params'), clientInfo: {} },
    })),
    fails: { 'client-introduction': /Expected clientInfo with name and version/ },
  },
  {
    fault: 'is never ready',
    revision: REVISION,
    alter: messages('notifications/initialized', () => undefined),
    fails: { 'client-initialized': /Expected initialize and notifications\/initialized first/ },
  },
  {
    fault: 'talks to a server of another version',
    revision: REVISION,
    alter: { message: (message) => ({ ...message, method: 'tools/list' }) },
    fails: { 'client-version-unknown': /Expected the client to leave/ },
  },
  {
    fault: 'cancels initialize',
    revision: REVISION,
    transport: 'stdio',
    alter: (() => {
      let id: unknown;
      return {
        message(message) {
          if (message['method'] === 'initialize') id = message['id'];
          return message;
        },
        extra: () => [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }],
      };
    })(),
    fails: { 'client-initialize-not-cancelled': /Expected no cancellation of initialize/ },
  },
  {
    fault: 'uses one id twice',
    revision: REVISION,
    alter: { extra: () => [1, 1].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })) },
    fails: { 'client-messages': /used the id 1 for two requests/ },
  },
  {
    fault: 'writes what is no message',
    revision: REVISION,
    transport: 'stdio',
    alter: { noise: ['Hello'] },
    fails: { 'client-stdin': /Expected a message on each line, got "Hello"/ },
  },
  {
    fault: 'kills its server',
    revision: REVISION,
    transport: 'stdio',
    alter: { events: () => ['SIGTERM'] },
    fails: {
      'client-closes-input': /Expected the end of the input first/,
      'client-sigterm': /then SIGTERM/,
      'client-sigkill': /then SIGKILL/,
    },
  },
  {
    fault: 'has requests without metadata',
    revision: '2026-07-28',
    alter: { message: (message) => (isRequest(message) ? { ...message, params: {} } : message) },
    fails: { 'client-metadata': /Expected 2026-07-28 in the metadata/ },
  },
  {
    fault: 'answers with something else',
    revision: REVISION,
    alter: answers((message) => ({
      jsonrpc: '2.0',
      id: message['id'],
      result: { roots: [{ uri: 'https://example.com' }] },
    })),
    fails: {
      'client-ping': /Expected an empty result/,
      'client-unknown-method': /Expected an error/,
      'client-roots': /Expected URIs that begin with file/,
      'client-roots-unsupported': /Expected error -32601/,
      'client-sampling': /Expected a message with a role and a model/,
      'client-elicitation': /Expected what the user has entered/,
      'client-elicitation-url': /Expected the user to accept/,
    },
  },
  {
    fault: 'answers notifications',
    revision: REVISION,
    alter: answers((message) => ({ ...message, id: `${String(message['id'])}, too` })),
    fails: { 'client-unknown-notification': /has not answered the question "after"/ },
  },
  {
    fault: 'reads the first page only',
    revision: REVISION,
    alter: messages('tools/list', (message) => ({ ...message, params: {} })),
    fails: { 'client-pages': /Expected all pages to be asked for/ },
  },
  {
    fault: 'does not understand what it gets',
    revision: '2025-03-26',
    alter: { output: () => '' },
    fails: {
      'client-batch': /Expected a response in an array to be understood/,
      'client-reads-events': /in an event stream to be read/,
      'client-reads-json': /in JSON to be read/,
    },
  },
  {
    fault: 'stumbles over late answers',
    revision: REVISION,
    transport: 'stdio',
    alter: { output: () => 'echo one' },
    fails: { 'client-late-answer': /Expected the client to go on/ },
  },
  {
    fault: 'gives up without a word',
    revision: REVISION,
    alter: messages('notifications/cancelled', () => undefined),
    fails: {
      'client-cancels': /has sent no notifications\/cancelled/,
      'client-timeout': /has sent no notifications\/cancelled/,
    },
  },
  {
    fault: 'cancels something else',
    revision: '2026-07-28',
    transport: 'stdio',
    alter: messages('notifications/cancelled', (message) => ({ ...message, params: { requestId: 'else' } })),
    fails: { 'client-cancels-over-stdio': /got "else"/ },
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
  },
  {
    fault: 'does not open a session anew',
    revision: REVISION,
    alter: messages('initialize', () => undefined),
    fails: { 'client-session-anew': /Expected a second initialize/ },
  },
  {
    fault: 'posts to an address of its own',
    revision: '2024-11-05',
    transport: 'sse',
    alter: { request: (request) => (request.method === 'POST' ? { ...request, url: '/own' } : request) },
    fails: { 'client-sse-posts': /Expected every message at the endpoint that was named/ },
  },
  {
    fault: 'uses one refresh token again and again',
    revision: REVISION,
    alter: {
      grant(grant) {
        const changed = new URLSearchParams(grant);
        if (changed.has('refresh_token')) changed.set('refresh_token', 'refresh-1');
        changed.delete('resource');
        changed.delete('code_verifier');
        return changed;
      },
    },
    fails: {
      'client-token-refresh': /Expected each refresh token once/,
      'client-token-pkce': /Expected a code_verifier/,
      'client-token-resource': /Expected the resource in every request/,
    },
  },
];
