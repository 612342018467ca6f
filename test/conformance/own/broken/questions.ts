/** Servers that tell of changes, and ask clients, wrongly. */

import { fieldsOf, type Fields } from '../../../../conformance/src/wire/message.js';
import { asks, hears, parsed, sends, type Fault } from './fault.js';

const REVISION = '2025-11-25';
const EVERYTHING = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } };

/** Changes the params of what the server asks. */
function questions(method: string, change: (params: Fields) => unknown): NonNullable<Fault['alter']> {
  return sends(
    (each) => each === method,
    (message) => ({ ...message, params: change(fieldsOf(message, 'params')) }),
  );
}

/** Changes the roots that the server is told. */
function toldRoots(roots: readonly Fields[]): NonNullable<Fault['alter']> {
  return hears((message) => ('roots' in fieldsOf(message, 'result') ? { ...message, result: { roots } } : message));
}

export const QUESTION_FAULTS: readonly Fault[] = [
  {
    fault: 'tells of no changes',
    revision: REVISION,
    alter: sends(
      (method) => method.endsWith('/list_changed') || method.endsWith('/updated'),
      () => undefined,
    ),
    fails: {
      'tools-list-changed': /Waited \d+ ms for notifications\/tools\/list_changed/,
      'prompts-list-changed': /Waited \d+ ms/,
      'resources-list-changed': /Waited \d+ ms/,
      'resource-updated': /Waited \d+ ms/,
    },
  },
  {
    fault: 'tells of updates to clients that have unsubscribed',
    revision: REVISION,
    alter: hears((message) =>
      message['method'] === 'resources/unsubscribe' ? { ...message, method: 'resources/subscribe' } : message,
    ),
    fails: { 'resource-updated-until-unsubscribed': /Expected to be told nothing/ },
  },
  {
    fault: 'does not say to which subscription a notification belongs',
    revision: '2026-07-28',
    alter: sends(
      (method) => method === 'notifications/tools/list_changed',
      (message) => ({ ...message, params: {} }),
    ),
    fails: { 'listening-acknowledged': /in _meta, got/ },
  },
  {
    fault: 'does not hear the answer about roots',
    revision: REVISION,
    alter: toldRoots([]),
    fails: { 'roots-asked': /to reach the tool, got ""/ },
    alsoFails: { 'roots-changes-handled': 'No root reaches the tool, before or after a change.' },
  },
  {
    fault: 'keeps the roots for ever',
    revision: REVISION,
    alter: toldRoots([{ uri: 'file:///workspace' }]),
    fails: { 'roots-changes-handled': /Expected the changed root to reach the tool/ },
  },
  {
    fault: 'believes that clients can do everything',
    revision: REVISION,
    alter: asks('initialize', (params) => ({ ...params, capabilities: EVERYTHING })),
    fails: {
      'roots-undeclared': /is asked .*roots\/list/,
      'questions-undeclared': /is asked .*sampling\/createMessage/,
      'elicitation-url-undeclared': /Expected no question in url mode/,
    },
  },
  {
    fault: 'does not say how much the model may write',
    revision: REVISION,
    alter: questions('sampling/createMessage', ({ maxTokens, ...params }) => params),
    fails: { 'sampling-asked': /Expected maxTokens/ },
  },
  {
    fault: 'waits for ever when the user refuses',
    revision: REVISION,
    alter: hears((message) => ('error' in message ? undefined : message)),
    fails: { 'question-refused': /Waited \d+ ms for the answer to tools\/call/ },
  },
  {
    fault: 'has forms without a schema',
    revision: REVISION,
    alter: questions('elicitation/create', ({ requestedSchema, ...params }) => params),
    fails: { 'elicitation-form': /Expected a schema of an object/ },
  },
  {
    fault: 'sends the user nowhere',
    revision: REVISION,
    alter: questions('elicitation/create', (params) => ({ ...params, url: 'nowhere' })),
    fails: { 'elicitation-url': /Expected a URL, got "nowhere"/ },
  },
  {
    fault: 'tells of the completion of something else',
    revision: REVISION,
    alter: questions('notifications/elicitation/complete', () => ({ elicitationId: 'another' })),
    fails: { 'elicitation-complete': /Expected the id "visit-1"/ },
  },
  {
    fault: 'goes on without the answers that it needs',
    revision: '2026-07-28',
    alter: () => {
      const unanswered = new Set<unknown>();
      return {
        sent(text) {
          const { id, params } = fieldsOf(parsed(text));
          const { inputResponses } = fieldsOf(params);
          if (inputResponses !== undefined && Object.keys(fieldsOf(inputResponses)).length === 0) unanswered.add(id);
          return [text];
        },
        received(text) {
          const { id } = fieldsOf(parsed(text));
          if (!unanswered.has(id)) return [text];
          return [JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', content: [] } })];
        },
      };
    },
    fails: { 'rounds-not-empty': /Expected to be asked again for an answer that is missing/ },
  },
];
