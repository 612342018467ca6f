/** Checks of what all messages have in common. */

import type { Check } from '../../check.js';
import { tool } from '../../offer.js';
import { must, notApplicable, quoted, violated } from '../../violation.js';
import { fieldsOf, isObject, isRequest, isResponse, type Fields } from '../../wire/message.js';
import { METHOD_BY_TOOL, mustHaveCode, textOf } from './fixture.js';
import { tour } from './tour.js';

/** One character of every length in UTF-8, and what some take for the end of a line. */
const EVERY_LENGTH = 'a\u00fc\u6f22\u{1d11e}\u2028\u2029\ttab\nline\r\nend';

/** A key of `_meta`: an optional prefix of labels, and a name. */
const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const META_KEY = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);

export const MESSAGE_CHECKS: readonly Check[] = [
  {
    id: 'message-json-rpc',
    rows: ['base-json-rpc'],
    async run(peer) {
      const { received, noise } = await tour(peer);
      must(noise.length === 0, `Expected messages only, got ${quoted(noise[0])}`);
      for (const { message } of received) {
        must(message['jsonrpc'] === '2.0', `Expected "jsonrpc": "2.0", got ${quoted(message)}`);
        const isMethod = typeof message['method'] === 'string';
        must(isMethod || isResponse(message), `Expected a method that is a string, got ${quoted(message)}`);
      }
    },
  },
  {
    id: 'message-unknown-method',
    rows: ['base-json-rpc'],
    async run(peer) {
      const connection = await peer.connection();
      mustHaveCode(await connection.failure('unknown/method', {}), -32601);
    },
  },
  {
    id: 'response-one-outcome',
    rows: ['base-response-one-outcome'],
    async run(peer) {
      const connection = await tour(peer);
      for (const message of connection.responses()) {
        const outcomes = ['result', 'error'].filter((name) => name in message);
        must(outcomes.length === 1, `Expected either a result or an error, got ${quoted(message)}`);
      }
    },
  },
  {
    id: 'response-id',
    rows: ['base-response-id'],
    async run(peer) {
      const connection = await peer.connection();
      const method = connection.hasSessions ? 'ping' : 'server/discover';
      const from = connection.received.length;
      const ids = ['text', 4711, '4711', 0];
      await Promise.all(ids.map((id) => connection.ask(method, undefined, { id })));
      await connection.settle();
      const strays = connection.responses(from).filter(({ id }) => !connection.ids.includes(id));
      must(strays.length === 0, `Expected ids of requests, got ${quoted(strays[0])}`);
    },
  },
  {
    id: 'error-id',
    rows: ['base-error-id', 'base-error-id-readable'],
    async run(peer) {
      const connection = await peer.connection();
      for (const id of ['error-1', 90_001]) {
        const answer = await connection.ask('unknown/method', {}, { id });
        must(answer.error !== undefined, `Expected an error for an unknown method, got ${quoted(answer.result)}`);
        must(answer.id === id, `Expected an error with the id ${quoted(id)}, got ${quoted(answer.id)}`);
      }
    },
  },
  {
    id: 'error-shape',
    rows: ['base-error-code-integer', 'base-error-shape'],
    async run(peer) {
      const connection = await tour(peer);
      for (const { error } of connection.responses()) {
        if (error === undefined) continue;
        const { code, message } = fieldsOf(error);
        must(Number.isInteger(code), `Expected an error with an integer as its code, got ${quoted(error)}`);
        must(typeof message === 'string', `Expected an error with a message, got ${quoted(error)}`);
      }
    },
  },
  {
    id: 'error-unreadable',
    rows: ['base-error-id-unreadable', 'base-error-id', 'base-error-id-readable'],
    async run(peer) {
      const connection = await peer.open();
      const from = connection.received.length;
      const method = connection.hasSessions ? 'ping' : 'server/discover';
      await connection.sendRaw('{"jsonrpc":"2.0","id":31,"met', connection.headersFor(method, {}));
      await connection.settle();
      for (const message of connection.responses(from)) {
        const { id = null, error } = message;
        if (connection.ids.includes(id)) continue;
        must(isObject(error), `Expected an error for what is not JSON, got ${quoted(message)}`);
        must(id === null, `Expected an error without an id for what is not JSON, got ${quoted(message)}`);
      }
    },
  },
  {
    id: 'request-id-null',
    rows: ['base-request-id-null'],
    async run(peer) {
      const connection = await peer.open();
      const from = connection.received.length;
      const method = connection.hasSessions ? 'ping' : 'server/discover';
      const message = connection.request(method, undefined, { id: null });
      await connection.sendRaw(message, connection.headersFor(method, {}));
      await connection.settle();
      const answered = connection
        .responses(from)
        .find((each) => 'result' in each && !connection.ids.includes(each['id']));
      must(answered === undefined, `Expected no result for a request whose id is null, got ${quoted(answered)}`);
    },
  },
  {
    id: 'request-ids',
    rows: ['base-request-id-type', 'base-request-id-once'],
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
    async run(peer) {
      const connection = await tour(peer);
      const ids = connection.requests().map(({ id }) => id);
      if (ids.length < 2) notApplicable('The server does not ask the client twice');
      for (const id of ids) {
        const isValid = typeof id === 'string' || Number.isInteger(id);
        must(isValid, `Expected an id that is a string or an integer, got ${quoted(id)}`);
      }
      const twice = ids.find((id, at) => ids.indexOf(id) !== at);
      must(twice === undefined, `The server has used the id ${quoted(twice)} for two requests`);
    },
  },
  {
    id: 'notification-unanswered',
    rows: ['base-notification-unanswered'],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      await connection.notify('notifications/unknown', {});
      await connection.notify('notifications/progress', { progressToken: 'nobody', progress: 1 });
      await connection.settle();
      const answer = connection.responses(from).find(isAnswerTo(connection.ids, connection.transport === 'http'));
      must(answer === undefined, `Expected no answer to a notification, got ${quoted(answer)}`);
    },
  },
  {
    id: 'notification-without-id',
    rows: ['base-notification-without-id'],
    async run(peer) {
      const connection = await tour(peer);
      const named = connection.requests().find(({ method }) => String(method).startsWith('notifications/'));
      must(named === undefined, `Expected a notification without an id, got ${quoted(named)}`);
    },
  },
  {
    id: 'meta-keys',
    rows: ['base-meta-prefix', 'base-meta-label', 'base-meta-name'],
    async run(peer) {
      const connection = await tour(peer);
      for (const { message } of connection.received) {
        const places = [fieldsOf(message, 'result'), fieldsOf(message, 'params')];
        for (const key of places.flatMap((place) => Object.keys(fieldsOf(place, '_meta')))) {
          must(META_KEY.test(key), `${quoted(key)} is not a key of _meta`);
        }
      }
    },
  },
  {
    id: 'encoding-utf-8',
    rows: ['transports-utf8', 'transports-encoding', 'base-json-rpc'],
    needs: [tool('echo')],
    async run(peer) {
      const connection = await peer.connection();
      const text = textOf(await connection.call('echo', { text: EVERY_LENGTH }));
      must(text === EVERY_LENGTH, `Sent ${quoted(EVERY_LENGTH)}, and got back ${quoted(text)}`);
    },
  },
  {
    id: 'server-sends-no-requests',
    rows: ['patterns-client-asks', 'rounds-only-way', 'stdio-no-requests'],
    async run(peer) {
      const connection = await tour(peer);
      const asking = Object.keys(METHOD_BY_TOOL).filter((name) => peer.offer.tools.has(name));
      for (const name of asking) await connection.callAsked(name);
      const { message } = connection.received.find((each) => isRequest(each.message)) ?? {};
      if (message !== undefined) violated(`Expected no request of the server, got ${quoted(message)}`);
    },
  },
];

/** Whether a response answers no request. Over HTTP, a refusal may be an error without an id. */
function isAnswerTo(ids: readonly unknown[], isHttp: boolean): (message: Fields) => boolean {
  return ({ id = null, error }) => !ids.includes(id) && !(isHttp && id === null && error !== undefined);
}
