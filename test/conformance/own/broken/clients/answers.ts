/** Clients that are wrong about what servers ask, and about requests that run. */

import { fieldsOf } from '../../../../../conformance/src/wire/message.js';
import { answers, messages, printed, type ClientFault } from './fault.js';

const REVISION = '2025-11-25';

export const ANSWER_CLIENT_FAULTS: readonly ClientFault[] = [
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
      'client-roots-changed': /Expected other roots after the change/,
      'client-sampling': /Expected a message with a role and a model/,
      'client-sampling-declined': /Expected an error for what the user declines/,
      'client-elicitation': /Expected what the user has entered/,
      'client-elicitation-url': /Expected the user to accept/,
    },
  },
  {
    fault: 'answers notifications',
    revision: REVISION,
    transport: 'stdio',
    alter: {
      messages: (all, { questions = [] }) =>
        questions.some(({ id }) => id === undefined) ? [...all, { jsonrpc: '2.0', id: 'stray', result: {} }] : all,
    },
    fails: { 'client-unknown-notification': /Expected no answer to a notification/ },
  },
  {
    fault: 'does not tell of changed roots',
    revision: REVISION,
    alter: messages('notifications/roots/list_changed', () => undefined),
    fails: { 'client-roots-changed': /has sent no notifications\/roots\/list_changed/ },
  },
  {
    fault: 'refuses with a code of its own',
    revision: REVISION,
    alter: answers((message) => ('error' in message ? { ...message, error: { code: 1, message: 'No' } } : message)),
    fails: {
      'client-sampling-declined': /Expected error -1/,
      'client-unknown-method': /Expected error -32601/,
      'client-roots-unsupported': /Expected error -32601/,
    },
  },
  {
    fault: 'has one progress token for all requests',
    revision: REVISION,
    alter: messages('tools/call', (message) => {
      const params = fieldsOf(message, 'params');
      return '_meta' in params ? { ...message, params: { ...params, _meta: { progressToken: 'same' } } } : message;
    }),
    fails: { 'client-progress-token': /Two requests at a time have the progress token "same"/ },
  },
  {
    fault: 'gives reports of progress to the wrong callers',
    revision: REVISION,
    alter: { output: (output) => output.replace('progress of one: 1', 'progress of one: 2') },
    fails: { 'client-progress': /Expected the reports of each request to reach its caller/ },
  },
  {
    fault: 'reads the first page only',
    revision: REVISION,
    alter: messages('tools/list', (message) => ({ ...message, params: {} })),
    fails: { 'client-pages': /Expected all pages to be asked for/ },
  },
  {
    fault: 'does not understand batches',
    revision: '2025-03-26',
    alter: printed(({ isBatched }) => isBatched === true, ''),
    fails: { 'client-batch': /Expected a response in an array to be understood/ },
  },
  {
    fault: 'stumbles over late answers',
    revision: REVISION,
    transport: 'stdio',
    alter: printed(({ late }) => late !== undefined, 'echo one'),
    fails: { 'client-late-answer': /Expected the client to go on/ },
  },
  {
    fault: 'stops without an error',
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
];
