/** Checks of Streamable HTTP. */

import type { Check } from '../../check.js';
import { capability, tool } from '../../offer.js';
import { must, notApplicable, quoted } from '../../violation.js';
import type { Connection } from '../../wire/connection.js';
import { isResponse } from '../../wire/message.js';
import { within } from '../../wire/waiting.js';
import { exchange, FOREIGN, probeOf } from './exchange.js';
import { startSlow, untilRunning } from './fixture.js';
import { isReachable, otherAddress } from './network.js';

const HTTP = ['http'] as const;

/** The id of the session, or the reason that there is none. */
function sessionOf(connection: Connection): string {
  return connection.http.standing['mcp-session-id'] ?? notApplicable('The server has no sessions over HTTP');
}

export const HTTP_CHECKS: readonly Check[] = [
  {
    id: 'http-origin',
    rows: ['http-origin', 'http-origin-forbidden', 'http-alone-origin', 'http-alone-origin-forbidden'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const { body, headers } = probeOf(connection);
      const { status } = await exchange(connection, { method: 'POST', body, headers: { ...headers, origin: FOREIGN } });
      const isExact = peer.revision >= '2025-11-25';
      const expected = isExact ? '403' : 'an error';
      must(isExact ? status === 403 : status >= 400, `Expected ${expected} for the Origin ${FOREIGN}, got ${status}`);
    },
  },
  {
    id: 'http-localhost',
    rows: ['http-localhost', 'http-alone-localhost'],
    transports: HTTP,
    async run(peer) {
      const { http } = await peer.connection();
      const address =
        otherAddress(http.url) ??
        notApplicable('This machine has no address but the loopback one, or the server is elsewhere');
      must(
        !(await isReachable(address)),
        `Expected the server on the loopback address alone, and reached it at ${address.host}`,
      );
    },
  },
  {
    id: 'http-one-endpoint',
    rows: ['http-one-endpoint', 'http-alone-endpoint'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const { status } = await exchange(connection, { method: 'POST', ...probeOf(connection) });
      must(status === 200, `Expected 200 for a POST of a request, got ${status}`);
    },
  },
  {
    id: 'http-listen',
    rows: ['http-listen-answer', 'http-one-endpoint'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.open();
      const { status, type } = await exchange(connection, { method: 'GET' });
      // A second stream of the session may be refused.
      const isStream = status === 200 && type === 'text/event-stream';
      must(
        isStream || status === 405 || status === 409,
        `Expected an event stream or 405 for GET, got ${status} ${type}`,
      );
    },
  },
  {
    id: 'http-without-sessions',
    rows: ['http-alone-no-streams', 'http-alone-no-sessions'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const { body, headers } = probeOf(connection);
      const made = await exchange(connection, {
        method: 'POST',
        body,
        headers: { ...headers, 'mcp-session-id': 'none' },
      });
      must(made.status === 200, `Expected the id of a session to be ignored, got ${made.status}`);
      must(made.headers.get('mcp-session-id') === null, 'Expected no session, and got an id of one');
    },
  },
  {
    id: 'http-accepted',
    rows: ['http-accepted', 'http-alone-accepted'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const reply = await connection.notify('notifications/cancelled', { requestId: 'nobody' });
      must(reply?.status === 202, `Expected 202 for a notification, got ${reply?.status}`);
      const body = await reply.body;
      must(body === '', `Expected no body with 202, got ${quoted(body)}`);
    },
  },
  {
    id: 'http-not-accepted',
    rows: ['http-not-accepted', 'http-alone-not-accepted'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const { headers } = probeOf(connection);
      const reply = await exchange(connection, { method: 'POST', body: '{"jsonrpc":"2.0"}', headers });
      must(reply.status >= 400, `Expected an error for an invalid message, got ${reply.status}`);
    },
  },
  {
    id: 'http-answer-kind',
    rows: ['http-answer-kind', 'http-alone-answer-kind'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const { type } = await exchange(connection, { method: 'POST', ...probeOf(connection) });
      const isKnown = ['application/json', 'text/event-stream'].includes(type);
      must(isKnown, `Expected JSON or an event stream in answer to a request, got ${quoted(type)}`);
    },
  },
  {
    id: 'http-stream-ends',
    rows: ['http-stream-has-response', 'http-stream-ends', 'http-stream-stays', 'http-alone-stream-ends'],
    transports: HTTP,
    needs: [tool('progress')],
    async run(peer) {
      const connection = await peer.connection();
      const params = { name: 'progress', arguments: {} };
      const { id, reply, answer } = connection.send('tools/call', params, { meta: { progressToken: 'stream' } });
      const { type, body, stream } = (await reply) ?? notApplicable('It is not Streamable HTTP');
      if (type !== 'text/event-stream') notApplicable('The server answers with plain JSON');
      const answered = await answer;
      must(
        answered.stream === stream,
        `Expected the answer on the stream of its request, and got it on ${answered.stream}`,
      );
      await within(connection.timing.answer, 'the stream of the request to end', body);
      const last = connection.received.filter((each) => each.stream === stream).at(-1)?.message;
      must(last?.['id'] === id && isResponse(last), `Expected the answer last on its stream, got ${quoted(last)}`);
    },
  },
  {
    id: 'http-stream-related',
    rows: ['http-stream-related', 'http-alone-stream-related', 'http-listen-unrelated'],
    transports: HTTP,
    needs: [tool('progress')],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const tokens = ['left', 'right'];
      await Promise.all(tokens.map((progressToken) => connection.call('progress', {}, { meta: { progressToken } })));
      const streams = new Map<string, Set<string>>();
      for (const { message, stream } of connection.received.slice(from)) {
        if (message['method'] !== 'notifications/progress') continue;
        const { progressToken } = message['params'] as { readonly progressToken: string };
        streams.set(progressToken, (streams.get(progressToken) ?? new Set()).add(stream));
      }
      const [left, right] = tokens.map((token) => [...(streams.get(token) ?? [])]);
      const isApart = left?.length === 1 && right?.length === 1 && left[0] !== right[0];
      must(isApart, `Expected the reports of each request on its own stream, got ${quoted({ left, right })}`);
      must(
        left[0]?.startsWith('POST') === true,
        `Expected reports on the stream of their request, got ${quoted(left)}`,
      );
    },
  },
  {
    id: 'http-listen-no-response',
    rows: ['http-listen-no-response'],
    transports: HTTP,
    needs: [tool('progress')],
    async run(peer) {
      const connection = await peer.connection();
      await connection.call('progress');
      await connection.settle();
      const wrong = connection.received.find(({ message, stream }) => stream.startsWith('GET') && isResponse(message));
      must(wrong === undefined, `Expected no response on the stream of a GET, got ${quoted(wrong?.message)}`);
    },
  },
  {
    id: 'http-one-stream-per-message',
    rows: ['http-one-stream-per-message'],
    transports: HTTP,
    needs: [tool('change_tools'), capability('tools.listChanged')],
    async run(peer) {
      const connection = await peer.open();
      await connection.listen();
      const from = connection.received.length;
      await connection.call('change_tools');
      await connection.settle();
      const told = connection.received
        .slice(from)
        .filter(({ message }) => message['method'] === 'notifications/tools/list_changed');
      const streams = new Set(told.map(({ stream }) => stream));
      must(streams.size <= 1, `Expected a message on one stream, got it on ${quoted([...streams])}`);
    },
  },
  {
    id: 'http-event-ids',
    rows: ['http-event-id-unique'],
    transports: HTTP,
    needs: [tool('progress')],
    async run(peer) {
      const connection = await peer.connection();
      for (const progressToken of ['ids-1', 'ids-2'])
        await connection.call('progress', {}, { meta: { progressToken } });
      const ids = connection.http.events.flatMap(({ id }) => (id === undefined ? [] : [id]));
      if (ids.length === 0) notApplicable('The server gives events no ids');
      const twice = ids.find((id, at) => ids.indexOf(id) !== at);
      must(twice === undefined, `Two events of a session have the id ${quoted(twice)}`);
    },
  },
  {
    id: 'http-replay',
    rows: ['http-replay-own-stream'],
    transports: HTTP,
    needs: [tool('progress')],
    async run(peer) {
      const connection = await peer.connection();
      const { events } = connection.http;
      const start = events.length;
      for (const progressToken of ['replay-1', 'replay-2'])
        await connection.call('progress', {}, { meta: { progressToken } });
      const own = events.slice(start).filter(({ stream }) => stream === events[start]?.stream);
      const [first, ...lost] = own.filter(({ id }) => id !== undefined);
      if (first?.id === undefined || lost.length === 0) notApplicable('The server gives events no ids');
      const reply = await within(
        connection.timing.answer,
        'the answer to GET with Last-Event-ID',
        connection.http.listen({ 'last-event-id': first.id }),
      );
      if (reply.status !== 200) notApplicable(`The server does not resume streams: ${reply.status}`);
      await connection.settle();
      reply.abort();
      const replayed = events.filter(({ stream }) => stream === reply.stream).map(({ data }) => data);
      const foreign = replayed.find((data) => data !== '' && !own.some((event) => event.data === data));
      must(foreign === undefined, `A resumed stream has an event of another stream: ${quoted(foreign)}`);
      const missing = lost.find(({ data }) => !replayed.includes(data));
      must(missing === undefined, `A resumed stream lacks an event: ${quoted(missing?.data)}`);
    },
  },
  {
    id: 'http-disconnect',
    rows: ['http-disconnect-no-cancel'],
    transports: HTTP,
    needs: [tool('slow'), tool('slow_running')],
    async run(peer) {
      const connection = await peer.connection();
      const { key, reply, cancel } = await startSlow(connection, { progressToken: 'disconnect' });
      const isStreamed = await within(connection.timing.quiet, 'headers', reply).then(
        () => true,
        () => false,
      );
      if (!isStreamed) notApplicable('The server answers with plain JSON');
      (await reply)?.abort();
      await connection.settle();
      await untilRunning(connection, key, '1');
      await cancel();
    },
  },
  {
    id: 'http-session-id-ascii',
    rows: ['http-session-id-ascii'],
    transports: HTTP,
    async run(peer) {
      const id = sessionOf(await peer.connection());
      must(/^[\x21-\x7e]+$/.test(id), `Expected visible ASCII in the id of a session, got ${quoted(id)}`);
    },
  },
  {
    id: 'http-session-id-secure',
    rows: ['http-session-id-secure'],
    transports: HTTP,
    async run(peer) {
      const ids = [sessionOf(await peer.open()), sessionOf(await peer.open())];
      must(ids[0] !== ids[1], `Two sessions have the id ${quoted(ids[0])}`);
      must((ids[0]?.length ?? 0) >= 16, `Expected an id of a session that cannot be guessed, got ${quoted(ids[0])}`);
    },
  },
  {
    id: 'http-session-required',
    rows: ['http-session-id-required'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.open();
      sessionOf(connection);
      const { body, headers } = probeOf(connection);
      const { status } = await exchange(connection, {
        method: 'POST',
        body,
        headers: { ...headers, 'mcp-session-id': undefined },
      });
      must(status === 400, `Expected 400 for a request without its session, got ${status}`);
    },
  },
  {
    id: 'http-refusal-id',
    rows: ['base-error-id-http'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      sessionOf(connection);
      const { body, headers } = probeOf(connection);
      const from = connection.received.length;
      const { status } = await exchange(connection, {
        method: 'POST',
        body,
        headers: { ...headers, 'mcp-session-id': undefined },
      });
      const error = connection.responses(from).find((message) => 'error' in message);
      if (status < 400 || error === undefined) notApplicable('The server does not refuse it by an error of JSON-RPC');
      must(error['id'] === 'probe', `Expected the error with the id "probe", got ${quoted(error)}`);
    },
  },
  {
    id: 'http-session-over',
    rows: ['http-session-over'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.open();
      sessionOf(connection);
      const { status } = await exchange(connection, { method: 'DELETE' });
      if (status === 405) notApplicable('The server does not let clients end sessions');
      must(status >= 200 && status < 300, `Expected a session to end with DELETE, got ${status}`);
      const after = await exchange(connection, { method: 'POST', ...probeOf(connection) });
      must(after.status === 404, `Expected 404 for a session that is over, got ${after.status}`);
    },
  },
  {
    id: 'http-version-refused',
    rows: ['http-version-refused', 'headers-version-unsupported'],
    transports: HTTP,
    async run(peer) {
      const connection = await peer.connection();
      const { body, headers } = probeOf(connection);
      const version = { 'mcp-protocol-version': '1999-12-31' };
      const { status } = await exchange(connection, {
        method: 'POST',
        body: body.replace(`"${peer.revision}"`, '"1999-12-31"'),
        headers: { ...headers, ...version },
      });
      must(status === 400, `Expected 400 for a version that does not exist, got ${status}`);
    },
  },
];
