/** Servers whose messages are wrong. */

import { fieldsOf, isRequest, isResponse } from '../../../../conformance/src/wire/message.js';
import { adds, answers, errors, parsed, results, says, sends, type Fault } from './fault.js';

const REVISION = '2025-11-25';
const INITIALIZED = 'notifications/initialized';

export const MESSAGE_FAULTS: readonly Fault[] = [
  {
    fault: 'does not say that it speaks JSON-RPC',
    revision: REVISION,
    alter: answers(({ jsonrpc, ...message }) => message),
    fails: { 'message-json-rpc': /Expected "jsonrpc": "2.0"/ },
  },
  {
    fault: 'gives every error a code of its own',
    revision: REVISION,
    alter: errors((error) => ({ ...error, code: -32000 })),
    fails: {
      'message-unknown-method': /Expected error -32601/,
      'resources-not-found': /Expected error -32002/,
      'resources-internal-error': /Expected error -32603/,
      'prompts-unknown': /Expected error -32602/,
      'prompts-missing-arguments': /Expected error -32602/,
      'prompts-internal-error': /Expected error -32603/,
      'completion-unknown-prompt': /Expected error -32602/,
      'completion-missing-argument': /Expected error -32602/,
      'logging-level': /Expected error -32602/,
      'pagination-invalid': /Expected error -32602/,
      'elicitation-required': /Expected error -32042/,
    },
  },
  {
    fault: 'sends a result and an error at once',
    revision: REVISION,
    alter: answers((message) => ('result' in message ? { ...message, error: { code: 1, message: '' } } : message)),
    fails: { 'response-one-outcome': /either a result or an error/ },
  },
  {
    fault: 'takes a number in an id for text',
    revision: REVISION,
    alter: answers((message) => (message['id'] === 4711 ? { ...message, id: 'four' } : message)),
    fails: { 'response-id': /Waited \d+ ms for the answer to ping/ },
  },
  {
    fault: 'forgets ids that are strings, where it fails',
    revision: REVISION,
    alter: answers((message) =>
      'error' in message && typeof message['id'] === 'string' ? { ...message, id: null } : message,
    ),
    fails: {
      'error-id': /Waited \d+ ms for the answer to unknown/,
      'http-refusal-id': /Expected the error with the id "probe"/,
    },
  },
  {
    fault: 'sends the code of internal errors as text',
    revision: REVISION,
    alter: errors(({ code, ...error }) => ({ ...error, code: code === -32603 ? '-32603' : code })),
    fails: { 'error-shape': /an integer as its code/ },
    alsoFails: {
      'resources-internal-error': 'It expects this code.',
      'prompts-internal-error': 'It expects this code.',
    },
  },
  {
    fault: 'guesses the id of what it cannot read',
    revision: REVISION,
    alter: answers((message) => ('error' in message ? { ...message, id: message['id'] ?? 31 } : message)),
    fails: { 'error-unreadable': /without an id/ },
  },
  {
    fault: 'answers requests whose id is null',
    revision: REVISION,
    alter: () => ({
      sent: (text) => [text.replace('"id":null', '"id":"null"')],
      received: (text) => [text.replace('"id":"null"', '"id":null')],
    }),
    fails: { 'request-id-null': /Expected no result/ },
  },
  {
    fault: 'uses one id for all of its requests',
    revision: REVISION,
    alter: () => {
      let used: unknown;
      return {
        received(text) {
          const message = fieldsOf(parsed(text));
          if (!isRequest(message)) return [text];
          used = message['id'];
          return [JSON.stringify({ ...message, id: 'once' })];
        },
        sent(text) {
          const message = fieldsOf(parsed(text));
          return [isResponse(message) && message['id'] === 'once' ? JSON.stringify({ ...message, id: used }) : text];
        },
      };
    },
    fails: { 'request-ids': /used the id "once" for two requests/ },
  },
  {
    fault: 'answers notifications',
    revision: '2025-03-26',
    alter: adds(
      ({ method }) => method !== INITIALIZED && String(method).startsWith('notifications/'),
      () => [{ id: 'stray', result: {} }],
    ),
    fails: {
      'notification-unanswered': /Expected no answer to a notification/,
      'batch-notifications': /Expected no answer to a batch/,
      'cancel-unknown': /Expected no answer to a cancellation/,
      'cancel-malformed': /Expected no answer to a cancellation/,
      'cancel-without-params': /Expected no answer to a cancellation/,
      'cancel-completed': /Expected no answer to a cancellation/,
    },
  },
  {
    fault: 'gives notifications ids',
    revision: REVISION,
    alter: sends(
      (method) => method === 'notifications/tools/list_changed',
      (message) => ({ ...message, id: 99 }),
    ),
    fails: { 'notification-without-id': /Expected a notification without an id/ },
  },
  {
    fault: 'has odd keys in _meta',
    revision: REVISION,
    alter: results((result) => ({ ...result, _meta: { 'an odd key!': 1 } })),
    fails: { 'meta-keys': /"an odd key!" is not a key/ },
  },
  {
    fault: 'loses characters beyond ASCII',
    revision: REVISION,
    alter: says((text) => text.replaceAll('\u6f22', '?')),
    fails: { 'encoding-utf-8': /and got back/ },
  },
  {
    fault: 'asks although it must not',
    revision: '2026-07-28',
    alter: adds(
      ({ method }) => method === 'tools/list',
      () => [{ id: 'ask', method: 'ping' }],
    ),
    fails: { 'server-sends-no-requests': /Expected no request of the server/ },
  },
  {
    fault: 'drops batches',
    revision: '2025-03-26',
    alter: () => ({ sent: (text) => (text.startsWith('[') ? [] : [text]) }),
    fails: { 'batch-requests': /Waited \d+ ms for the answer to batch-1/, 'batch-accepted': /Expected 202/ },
  },
  {
    fault: 'takes batches in every revision',
    revision: '2025-06-18',
    alter: () => ({ sent: (text) => [text.startsWith('[') ? text.slice(1, -1) : text] }),
    fails: { 'batch-refused': /Expected an array to be refused/ },
  },
];
