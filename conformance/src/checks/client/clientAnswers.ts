/** Checks of what clients answer, and of what they do with results. */

import type { ClientCheck, Played } from '../../client/clientCheck.js';
import { must, quoted, violated } from '../../violation.js';
import { fieldsOf, isResponse, itemsOf, type Fields } from '../../wire/message.js';
import { firstOf } from './clientLifecycle.js';

const FORM = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
const URL_PARAMS = { mode: 'url', message: 'Look', url: 'https://example.com/visit', elicitationId: 'visit' };
const SAMPLING = {
  questions: [
    {
      id: 'sampling',
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 10 },
    },
  ],
};

/** The answer of the client to a question. */
function answerTo({ messages }: Played, id: string): Fields {
  return (
    messages.find((message) => isResponse(message) && message['id'] === id) ??
    violated(`The client has not answered the question ${quoted(id)}`)
  );
}

/** The URIs of the roots in an answer. */
function rootsOf(played: Played, id: string): string {
  return itemsOf(answerTo(played, id)['result'], 'roots')
    .map(({ uri }) => String(uri))
    .join(' ');
}

function declared(played: Played): Fields {
  return fieldsOf(firstOf(played, 'initialize'), 'params', 'capabilities');
}

export const ANSWER_CLIENT_CHECKS: readonly ClientCheck[] = [
  {
    id: 'client-ping',
    rows: ['ping-answered'],
    script: { questions: [{ id: 'ping', method: 'ping' }] },
    judge(played) {
      const { result } = answerTo(played, 'ping');
      must(
        result !== undefined && Object.keys(fieldsOf(result)).length === 0,
        `Expected an empty result, got ${quoted(result)}`,
      );
    },
  },
  {
    id: 'client-unknown-method',
    rows: ['base-json-rpc', 'base-response-one-outcome', 'base-error-id'],
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
    script: { questions: [{ id: 'unknown', method: 'unknown/method' }] },
    judge(played) {
      const answer = answerTo(played, 'unknown');
      must(!('result' in answer), `Expected an error, got ${quoted(answer)}`);
      must(fieldsOf(answer, 'error')['code'] === -32601, `Expected error -32601, got ${quoted(answer)}`);
    },
  },
  {
    id: 'client-unknown-notification',
    rows: ['base-notification-unanswered'],
    script: {
      questions: [
        { method: 'notifications/unknown' },
        { method: 'notifications/cancelled', params: { requestId: 'nobody' } },
        { id: 'after', method: 'ping' },
      ],
    },
    revisions: ['2025-03-26', '2025-06-18', '2025-11-25'],
    judge(played) {
      answerTo(played, 'after');
      const answers = played.messages.filter(isResponse);
      must(answers.length === 1, `Expected no answer to a notification, got ${quoted(answers)}`);
    },
  },
  {
    id: 'client-roots',
    rows: ['roots-capability', 'roots-file'],
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
    script: { questions: [{ id: 'roots', method: 'roots/list' }] },
    judge(played) {
      must('roots' in declared(played), `Expected the capability roots, got ${quoted(declared(played))}`);
      const roots = itemsOf(answerTo(played, 'roots')['result'], 'roots');
      must(roots.length > 0, `Expected roots, got ${quoted(answerTo(played, 'roots'))}`);
      const odd = roots.find(({ uri }) => !String(uri).startsWith('file://'));
      must(odd === undefined, `Expected URIs that begin with file://, got ${quoted(odd)}`);
    },
  },
  {
    id: 'client-roots-unsupported',
    rows: ['roots-unsupported'],
    scenario: 'without-roots',
    script: { questions: [{ id: 'roots', method: 'roots/list' }] },
    judge(played) {
      const { code } = fieldsOf(answerTo(played, 'roots'), 'error');
      must(
        code === -32601,
        `Expected error -32601 of a client without roots, got ${quoted(answerTo(played, 'roots'))}`,
      );
    },
  },
  {
    id: 'client-roots-changed',
    rows: ['roots-list-changed'],
    scenario: 'roots',
    script: {
      questions: [{ id: 'before', method: 'roots/list' }],
      laterQuestions: [{ id: 'after', method: 'roots/list' }],
    },
    judge(played) {
      const { listChanged } = fieldsOf(declared(played), 'roots');
      must(listChanged === true, `Expected roots.listChanged among the capabilities, got ${quoted(declared(played))}`);
      const [before, after] = ['before', 'after'].map((id) => rootsOf(played, id));
      must(before !== after, `Expected other roots after the change, got ${quoted(after)} twice`);
      firstOf(played, 'notifications/roots/list_changed');
    },
  },
  {
    id: 'client-sampling',
    rows: ['sampling-capability'],
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
    script: SAMPLING,
    judge(played) {
      must('sampling' in declared(played), `Expected the capability sampling, got ${quoted(declared(played))}`);
      const { role, model } = fieldsOf(answerTo(played, 'sampling'), 'result');
      const isAnswer = (role === 'assistant' || role === 'user') && typeof model === 'string';
      must(isAnswer, `Expected a message with a role and a model, got ${quoted(answerTo(played, 'sampling'))}`);
    },
  },
  {
    id: 'client-sampling-declined',
    rows: ['sampling-refused'],
    scenario: 'decline',
    script: SAMPLING,
    judge(played) {
      const answer = answerTo(played, 'sampling');
      const { code, message } = fieldsOf(answer, 'error');
      const isError = !('result' in answer) && Number.isInteger(code) && typeof message === 'string';
      must(isError, `Expected an error for what the user declines, got ${quoted(answer)}`);
      const isExact = played.revision === '2025-11-25';
      must(!isExact || code === -1, `Expected error -1 for what the user declines, got ${quoted(answer)}`);
      must(played.output.includes('echo two'), `Expected the client to go on, got ${quoted(played.output)}`);
    },
  },
  {
    id: 'client-elicitation',
    rows: ['elicitation-capability', 'elicitation-mode-default'],
    revisions: ['2025-06-18', '2025-11-25'],
    script: { questions: [{ id: 'form', method: 'elicitation/create', params: FORM }] },
    judge(played) {
      must('elicitation' in declared(played), `Expected the capability elicitation, got ${quoted(declared(played))}`);
      const { action, content } = fieldsOf(answerTo(played, 'form'), 'result');
      const isFilled = action === 'accept' && fieldsOf(content)['name'] === 'Ada';
      must(isFilled, `Expected what the user has entered, got ${quoted(answerTo(played, 'form'))}`);
    },
  },
  {
    id: 'client-elicitation-url',
    rows: ['elicitation-one-mode', 'elicitation-complete-unknown'],
    revisions: ['2025-11-25'],
    script: {
      questions: [
        { id: 'url', method: 'elicitation/create', params: URL_PARAMS },
        { method: 'notifications/elicitation/complete', params: { elicitationId: 'unknown' } },
        { id: 'after', method: 'ping' },
      ],
    },
    judge(played) {
      const modes = Object.keys(fieldsOf(declared(played), 'elicitation'));
      must(modes.includes('url'), `Expected url among the modes of elicitation, got ${quoted(modes)}`);
      const { action } = fieldsOf(answerTo(played, 'url'), 'result');
      must(action === 'accept', `Expected the user to accept, got ${quoted(answerTo(played, 'url'))}`);
      answerTo(played, 'after');
    },
  },
  {
    id: 'client-pages',
    rows: [
      'pagination-end',
      'pagination-optional',
      'pagination-page-size',
      'pagination-opaque',
      'pagination-cursor-opaque',
    ],
    judge({ messages, output }) {
      const cursors = messages
        .filter(({ method }) => method === 'tools/list')
        .map((message) => fieldsOf(message, 'params')['cursor']);
      const expected = [undefined, ' page/2?\u00fc ', 'MDMKMDM='];
      const isRead = expected.every((cursor) => cursors.includes(cursor));
      must(isRead, `Expected all pages to be asked for by their cursors, got ${quoted(cursors)}`);
      must(output.includes('echo slow other last'), `Expected the tools of all pages, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-batch',
    rows: ['base-batch-received'],
    script: { isBatched: true },
    judge({ output }) {
      must(output.includes('echo one'), `Expected a response in an array to be understood, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-cancels',
    rows: [
      'http-cancel-explicit',
      'cancellation-while-running',
      'cancellation-stdio',
      'stdio-cancelled',
      'cancellation-sent',
    ],
    transports: ['stdio', 'http', 'sse'],
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
    scenario: 'cancel',
    judge: mustCancel,
  },
  {
    id: 'client-cancels-over-stdio',
    rows: ['cancellation-stdio', 'stdio-cancelled', 'cancellation-own-client'],
    transports: ['stdio'],
    scenario: 'cancel',
    judge: mustCancel,
  },
  {
    id: 'client-late-answer',
    rows: ['cancellation-late-answer', 'cancellation-race'],
    transports: ['stdio', 'sse'],
    scenario: 'cancel',
    script: { late: (id) => ({ id, result: { content: [{ type: 'text', text: 'late' }] } }) },
    judge({ output, messages }) {
      must(messages.length > 0 && output.includes('echo two'), `Expected the client to go on, got ${quoted(output)}`);
    },
  },
  {
    id: 'client-timeout',
    rows: ['lifecycle-timeout', 'lifecycle-timeout-cancels', 'lifecycle-timeout-configurable', 'tools-timeout'],
    transports: ['stdio', 'http', 'sse'],
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
    scenario: 'timeout',
    judge: mustCancel,
  },
];

/** The call of the tool `slow` is cancelled, and the client goes on. */
function mustCancel(played: Played): void {
  const call = played.messages.find(
    (message) => message['method'] === 'tools/call' && fieldsOf(message, 'params')['name'] === 'slow',
  );
  must(call !== undefined, 'Expected a call of the tool slow');
  const { requestId } = fieldsOf(firstOf(played, 'notifications/cancelled'), 'params');
  must(requestId === call['id'], `Expected the cancellation of ${quoted(call['id'])}, got ${quoted(requestId)}`);
  must(played.output.includes('echo two'), `Expected the client to go on, got ${quoted(played.output)}`);
}
