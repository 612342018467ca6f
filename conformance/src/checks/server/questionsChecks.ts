/** Checks of what servers ask of clients: roots, sampling, and elicitation. */

import type { Check } from '../../check.js';
import { tool, type Need } from '../../offer.js';
import type { Peer } from '../../peer.js';
import { must, notApplicable, quoted, violated } from '../../violation.js';
import type { Connection } from '../../wire/connection.js';
import { fieldsOf, isObject, itemsOf, type Fields } from '../../wire/message.js';
import { METHOD_BY_TOOL, textOf } from './fixture.js';

const WITH_SESSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** Whether the server has one of the tools that ask. */
const asks: Need = ({ tools }) =>
  Object.keys(METHOD_BY_TOOL).some((name) => tools.has(name))
    ? undefined
    : 'The server has no tool that asks the client';

export const QUESTION_CHECKS: readonly Check[] = [
  {
    id: 'roots-asked',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding', 'rounds-kinds'],
    needs: [tool('ask_roots')],
    async run(peer) {
      const connection = await peer.open();
      const text = textOf(await connection.call('ask_roots'));
      if (connection.questions.length === 0) notApplicable('The server does not ask when the tool needs the roots');
      must(
        text.includes('file:///workspace'),
        `Expected the root file:///workspace to reach the tool, got ${quoted(text)}`,
      );
    },
  },
  undeclared('roots-undeclared', ['roots-asked-if-declared', 'lifecycle-capabilities-binding'], ['ask_roots']),
  undeclared(
    'questions-undeclared',
    [
      'lifecycle-capabilities-respected',
      'lifecycle-capabilities-binding',
      'rounds-declared',
      'base-capability-undeclared',
    ],
    ['ask_sampling', 'ask_form', 'ask_url'],
  ),
  {
    id: 'questions-undeclared-error',
    rows: ['base-capability-missing', 'base-capability-missing-status'],
    needs: [tool('ask_form')],
    async run(peer) {
      const connection = await peer.connection();
      const { error, status } = await connection.callAsked('ask_form', {}, { capabilities: {} });
      must(error?.['code'] === -32021, `Expected error -32021 for a capability that is missing, got ${quoted(error)}`);
      if (peer.transport === 'http')
        must(status === 400, `Expected 400 for a capability that is missing, got ${status}`);
    },
  },
  {
    id: 'roots-changes-handled',
    rows: ['roots-changes-handled', 'roots-cached'],
    revisions: WITH_SESSIONS,
    needs: [tool('ask_roots')],
    async run(peer) {
      const connection = await peer.open();
      await connection.call('ask_roots');
      connection.answers.set('roots/list', () => ({ roots: [{ uri: 'file:///elsewhere' }] }));
      await connection.notify('notifications/roots/list_changed');
      await connection.settle();
      const text = textOf(await connection.call('ask_roots'));
      if (connection.questions.length === 0) notApplicable('The server does not ask for the roots');
      must(text.includes('file:///elsewhere'), `Expected the changed root to reach the tool, got ${quoted(text)}`);
    },
  },
  {
    id: 'sampling-asked',
    rows: ['sampling-content-validated', 'sampling-messages-shaped'],
    needs: [tool('ask_sampling')],
    async run(peer) {
      const connection = await peer.connection();
      const text = textOf(await connection.call('ask_sampling'));
      must(text.includes('sampled'), `Expected what the model said to reach the tool, got ${quoted(text)}`);
      const { params = {} } = connection.questions.find(({ method }) => method === 'sampling/createMessage') ?? {};
      must(
        Number.isInteger(params['maxTokens']),
        `Expected maxTokens in a request for sampling, got ${quoted(params)}`,
      );
      for (const { role, content } of itemsOf(params, 'messages')) {
        const isMessage = (role === 'user' || role === 'assistant') && (isObject(content) || Array.isArray(content));
        must(isMessage, `Expected messages with a role and content, got ${quoted(params)}`);
      }
    },
  },
  {
    id: 'question-refused',
    rows: ['lifecycle-error-capability', 'elicitation-outcomes'],
    needs: [asks],
    async run(peer) {
      const connection = await peer.open();
      for (const method of Object.values(METHOD_BY_TOOL)) {
        connection.answers.set(method, () => REFUSAL);
      }
      for (const name of toolsOf(peer)) await connection.callAsked(name);
      await connection.ask(connection.hasSessions ? 'ping' : 'server/discover');
    },
  },
  {
    id: 'elicitation-form',
    rows: ['elicitation-form-params', 'elicitation-message', 'elicitation-answer-validated'],
    needs: [tool('ask_form')],
    async run(peer) {
      const connection = await peer.connection();
      const text = textOf(await connection.call('ask_form'));
      must(text.includes('Ada'), `Expected the answer of the user to reach the tool, got ${quoted(text)}`);
      const { mode = 'form', message, requestedSchema } = questionOf(connection, 'form');
      must(mode === 'form', `Expected the mode form, or none, got ${quoted(mode)}`);
      must(typeof message === 'string' && message !== '', `Expected a message, got ${quoted(message)}`);
      must(
        fieldsOf(requestedSchema)['type'] === 'object',
        `Expected a schema of an object, got ${quoted(requestedSchema)}`,
      );
    },
  },
  {
    id: 'elicitation-url',
    rows: ['elicitation-url-params', 'elicitation-url-valid', 'elicitation-page-params', 'elicitation-url-https'],
    needs: [tool('ask_url')],
    async run(peer) {
      const connection = await peer.connection();
      await connection.call('ask_url');
      const { url, message, elicitationId } = questionOf(connection, 'url');
      must(typeof url === 'string' && URL.canParse(url), `Expected a URL, got ${quoted(url)}`);
      must(url.startsWith('https:'), `Expected https, got ${quoted(url)}`);
      must(typeof message === 'string', `Expected a message, got ${quoted(message)}`);
      const hasId = typeof elicitationId === 'string' || !connection.hasSessions;
      must(hasId, `Expected an id of the elicitation, got ${quoted(elicitationId)}`);
    },
  },
  {
    id: 'elicitation-url-undeclared',
    rows: ['elicitation-mode-supported'],
    needs: [tool('ask_url')],
    async run(peer) {
      const elicitation = { elicitation: { form: {} } };
      const connection = await peer.open((each) => (each.capabilities = elicitation));
      await connection.callAsked('ask_url');
      const asked = connection.questions.find(({ params }) => params['mode'] === 'url');
      must(asked === undefined, `Expected no question in url mode of a client without it, got ${quoted(asked)}`);
    },
  },
  {
    id: 'elicitation-complete',
    rows: ['elicitation-complete-id', 'elicitation-complete-own-client'],
    needs: [tool('ask_url')],
    async run(peer) {
      const [connection, other] = [await peer.open(), await peer.open()];
      await connection.call('ask_url');
      const { elicitationId } = questionOf(connection, 'url');
      await connection.settle();
      const method = 'notifications/elicitation/complete';
      const { params } = connection.notifications().find((each) => each['method'] === method) ?? {};
      if (params === undefined) notApplicable('The server does not tell of the completion');
      const told = fieldsOf(params);
      must(told['elicitationId'] === elicitationId, `Expected the id ${quoted(elicitationId)}, got ${quoted(told)}`);
      await other.settle();
      const stray = other.notifications().find((each) => each['method'] === method);
      must(stray === undefined, 'Another client was told of the completion');
    },
  },
  {
    id: 'elicitation-required',
    rows: [
      'elicitation-required-code',
      'elicitation-required-list',
      'elicitation-required-url',
      'elicitation-required-only',
    ],
    needs: [tool('url_required')],
    async run(peer) {
      const connection = await peer.connection();
      const { error } = await connection.callAsked('url_required');
      must(error?.['code'] === -32042, `Expected error -32042, got ${quoted(error)}`);
      const elicitations = itemsOf(error['data'], 'elicitations');
      must(elicitations.length > 0, `Expected elicitations in the data of the error, got ${quoted(error)}`);
      for (const each of elicitations) {
        const isUrl =
          each['mode'] === 'url' && URL.canParse(String(each['url'])) && typeof each['elicitationId'] === 'string';
        must(isUrl, `Expected elicitations in url mode with ids, got ${quoted(each)}`);
      }
    },
  },
  {
    id: 'rounds-not-empty',
    rows: ['rounds-not-empty', 'rounds-answers-missing', 'rounds-methods'],
    needs: [tool('ask_form')],
    async run(peer) {
      const connection = await peer.connection();
      const ask = async (more: Fields): Promise<Fields> =>
        connection.result('tools/call', { name: 'ask_form', arguments: {}, ...more });
      const first = await ask({});
      must(first['resultType'] === 'input_required', `Expected "resultType": "input_required", got ${quoted(first)}`);
      const hasQuestions = Object.keys(fieldsOf(first, 'inputRequests')).length > 0;
      must(hasQuestions || 'requestState' in first, `Expected questions or a state, got ${quoted(first)}`);
      const { requestState } = first;
      const again = await ask({ inputResponses: {}, ...(requestState !== undefined && { requestState }) });
      must(
        again['resultType'] === 'input_required',
        `Expected to be asked again for an answer that is missing, got ${quoted(again)}`,
      );
    },
  },
];

/** An error, as a client answers a question that it refuses. */
const REFUSAL = { code: -1, message: 'The user has refused' };

/** A client without a capability is not asked for it. */
function undeclared(id: string, rows: Check['rows'], names: readonly (keyof typeof METHOD_BY_TOOL)[]): Check {
  return {
    id,
    rows,
    needs: names.map(tool).slice(0, 1),
    async run(peer) {
      const connection = await peer.open((each) => (each.capabilities = {}));
      for (const name of names.filter((each) => peer.offer.tools.has(each))) {
        await connection.callAsked(name);
        await connection.settle();
        const asked = connection.questions.find(({ method }) => method !== 'ping');
        must(asked === undefined, `The client has declared nothing, and is asked ${quoted(asked)}`);
      }
    },
  };
}

function toolsOf(peer: Peer): readonly string[] {
  return Object.keys(METHOD_BY_TOOL).filter((name) => peer.offer.tools.has(name));
}

/** What was asked of the user, in one mode. */
function questionOf(connection: Connection, wanted: 'form' | 'url'): Fields {
  const found = connection.questions.find(
    ({ method, params }) => method === 'elicitation/create' && (params['mode'] ?? 'form') === wanted,
  );
  return found?.params ?? violated(`The server has not asked the user in ${wanted} mode`);
}
