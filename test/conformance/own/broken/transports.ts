/** Servers that are wrong about stdio and HTTP. */

import { PassThrough } from 'node:stream';
import { parsed, says, sends, type Fault } from './fault.js';
import { onResponse, onRequest, withBody } from './http.js';
import { fieldsOf } from '../../../../conformance/src/wire/message.js';

const REVISION = '2025-11-25';
const EARLY = 'It speaks before the client is ready.';
const EVENTS = { 'content-type': 'text/event-stream' };

const withoutOrigin = onRequest(({ headers }) => {
  headers.delete('origin');
});

/** Whether a response answers the request that checks of HTTP send, and does not refuse it. */
const isTaken = (body: string, { status }: Response): boolean => body.includes('"probe"') && status === 200;

export const TRANSPORT_FAULTS: readonly Fault[] = [
  {
    fault: 'prints an invalid message',
    revision: REVISION,
    transport: 'stdio',
    alter: says((text) => ['Listening ...', text]),
    fails: {
      'stdio-messages-only': /got "Listening ..."/,
      'message-json-rpc': /Expected messages only, got "Listening ..."/,
    },
  },
  {
    fault: 'decodes pieces of lines',
    revision: REVISION,
    transport: 'stdio',
    alter: says((text) => text.replaceAll('"\u6f22\u{1d11e}"', '"\u6f22\ufffd\ufffd"')),
    fails: { 'stdio-lines-in-pieces': /in two pieces, and got back/ },
  },
  {
    fault: 'speaks before it is asked anything',
    revision: REVISION,
    transport: 'stdio',
    program: (good) => {
      const stdout = new PassThrough();
      stdout.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
      good.stdout.pipe(stdout);
      return { ...good, stdout };
    },
    fails: { 'stdio-quiet-start': /Expected nothing before initialize/ },
    alsoFails: { 'server-waits': EARLY },
  },
  {
    fault: 'goes on when its input has ended',
    revision: '2026-07-28',
    transport: 'stdio',
    program(good) {
      let end: (how: string) => void = () => undefined;
      const ended = new Promise<string>((resolve) => (end = resolve));
      return { ...good, ended, kill: (signal) => end(signal) };
    },
    fails: { 'stdio-exit': /Expected the server to exit/ },
  },
  {
    fault: 'sends something before it names the endpoint',
    revision: '2024-11-05',
    transport: 'sse',
    fetch: withBody(
      ({ method }) => method === 'GET',
      (text, isFirst) => (isFirst ? `data: {"jsonrpc":"2.0","method":"notifications/early"}\n\n${text}` : text),
    ),
    fails: { 'sse-endpoint-first': /Expected an event "endpoint" first/ },
    alsoFails: { 'server-waits': EARLY },
  },
  {
    fault: 'refuses pings, and answers them nevertheless',
    revision: '2024-11-05',
    transport: 'sse',
    fetch: onResponse(({ body }, response) =>
      body.includes('"ping"') ? new Response(null, { status: 500 }) : response,
    ),
    fails: { 'sse-answers-on-stream': /Expected the POST of a message to be taken, got 500/ },
    alsoFails: { 'ping-answered': 'A ping that is refused has no result.' },
  },
  {
    fault: 'gives a third client at a time the endpoint of the second',
    revision: '2024-11-05',
    transport: 'sse',
    fetch: (fetch) => {
      const endpoints: string[] = [];
      let open = 0;
      return async (url, init) => {
        if ((init.method ?? 'GET') !== 'GET') return fetch(url, init);
        const isThird = ++open > 2;
        init.signal?.addEventListener('abort', () => open--);
        return withBody(
          () => true,
          (text) =>
            text.replace(/(event: endpoint\ndata: )(.*)\n/, (_, start: string, path: string) => {
              const given = (isThird ? endpoints.at(-1) : undefined) ?? path;
              endpoints.push(given);
              return `${start}${given}\n`;
            }),
        )(fetch)(url, init);
      };
    },
    fails: { 'sse-clients-apart': /Waited \d+ ms for the answer to initialize/ },
  },
  {
    fault: 'does not look at the Origin of streams',
    revision: '2024-11-05',
    transport: 'sse',
    fetch: withoutOrigin,
    fails: { 'sse-origin': /got 200/ },
  },
  {
    fault: 'does not look at the Origin',
    revision: REVISION,
    fetch: withoutOrigin,
    fails: { 'http-origin': /Expected 403 .* got 200/ },
  },
  {
    fault: 'has no requests at its endpoint',
    revision: REVISION,
    fetch: onResponse(({ body }, response) => (isTaken(body, response) ? new Response('', { status: 404 }) : response)),
    fails: { 'http-one-endpoint': /Expected 200 .* got 404/ },
    alsoFails: { 'http-answer-kind': 'The answer is a refusal.' },
  },
  {
    fault: 'answers with text',
    revision: REVISION,
    fetch: onResponse(({ body }, response) =>
      isTaken(body, response) ? new Response('pong', { headers: { 'content-type': 'text/plain' } }) : response,
    ),
    fails: { 'http-answer-kind': /Expected JSON or an event stream .* got "text\/plain"/ },
  },
  {
    fault: 'answers a second GET with a page',
    revision: REVISION,
    fetch: (() => {
      const listening = new Set<string>();
      return onResponse(({ method, headers }, response) => {
        const session = headers.get('mcp-session-id');
        if (method !== 'GET' || session === null || headers.has('last-event-id')) return response;
        if (listening.has(session)) return new Response('<html>', { headers: { 'content-type': 'text/html' } });
        listening.add(session);
        return response;
      });
    })(),
    fails: { 'http-listen': /Expected an event stream or 405 for GET, got 200 text\/html/ },
  },
  {
    fault: 'makes sessions that nobody wants',
    revision: '2026-07-28',
    fetch: onResponse((_, { body, status, headers }) => {
      const more = new Headers(headers);
      more.set('mcp-session-id', 'unwanted');
      return new Response(body, { status, headers: more });
    }),
    fails: { 'http-without-sessions': /Expected no session/ },
  },
  {
    fault: 'refuses with an id of its own',
    revision: REVISION,
    fetch: onResponse((_, response) => {
      if (response.status < 400) return response;
      const error = '{"jsonrpc":"2.0","id":"own","error":{"code":-32000,"message":"Refused"}}';
      const { status, headers } = response;
      return new Response(error, { status, headers });
    }),
    fails: {
      'http-refused-id': /Expected the id "probe" or none in the refusal of a foreign Origin, got "own"/,
      'http-refusal-id': /Expected the error with the id "probe"/,
      'error-unreadable': /Expected an error without an id for what is not JSON/,
    },
  },
  {
    fault: 'takes notifications with 200',
    revision: REVISION,
    fetch: onResponse((_, response) => (response.status === 202 ? new Response('') : response)),
    fails: { 'http-accepted': /Expected 202 for a notification, got 200/ },
  },
  {
    fault: 'takes invalid messages',
    revision: REVISION,
    fetch: onResponse(({ method, body }, response) =>
      method === 'POST' && !body.includes('"method"') ? new Response(null, { status: 202 }) : response,
    ),
    fails: { 'http-not-accepted': /Expected an error for an invalid message, got 202/ },
  },
  {
    fault: 'leaves streams open',
    revision: REVISION,
    fetch: withBody(
      ({ method }) => method === 'POST',
      (text) => text,
      { isEndless: true },
    ),
    fails: { 'http-stream-ends': /Waited \d+ ms for the stream of the request to end/ },
  },
  {
    fault: 'mixes up what belongs to which request',
    revision: REVISION,
    alter: sends(
      (method) => method === 'notifications/progress',
      (message) => {
        const params = fieldsOf(message, 'params');
        return params['progressToken'] === 'right'
          ? { ...message, params: { ...params, progressToken: 'left' } }
          : message;
      },
    ),
    fails: { 'http-stream-related': /Expected the reports of each request on its own stream/ },
  },
  {
    fault: 'sends responses on the stream of a GET',
    revision: REVISION,
    fetch: withBody(
      ({ method, headers }) => method === 'GET' && !headers.has('last-event-id'),
      (text, isFirst) => (isFirst ? `data: {"jsonrpc":"2.0","id":"x","result":{}}\n\n${text}` : text),
    ),
    fails: { 'http-listen-no-response': /Expected no response on the stream of a GET/ },
  },
  {
    fault: 'sends a message on every stream',
    revision: REVISION,
    fetch: onResponse(async ({ body }, response) => {
      if (!body.includes('change_tools')) return response;
      const changed = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
      return new Response(`data: ${changed}\n\n${eventsOf(await response.text())}`, { headers: EVENTS });
    }),
    fails: { 'http-one-stream-per-message': /Expected a message on one stream, got it on \["(POST|GET)/ },
  },
  {
    fault: 'gives all events one id',
    revision: REVISION,
    fetch: withBody(
      () => true,
      (text) => text.replaceAll(/^id: .*$/gm, 'id: 1'),
    ),
    fails: { 'http-event-ids': /Two events of a session have the id "1"/ },
  },
  {
    fault: 'resumes another stream',
    revision: REVISION,
    fetch: onResponse(({ headers }, response) => {
      if (!headers.has('last-event-id')) return response;
      const foreign = '{"jsonrpc":"2.0","method":"notifications/foreign"}';
      return new Response(`id: z\ndata: ${foreign}\n\n`, { headers: EVENTS });
    }),
    fails: { 'http-replay': /has an event of another stream/ },
  },
  {
    fault: 'cancels what has lost its connection',
    revision: REVISION,
    fetch: (fetch) => (url, init) => {
      init.signal?.addEventListener('abort', () => {
        if (typeof init.body !== 'string') return;
        const { id } = fieldsOf(JSON.parse(init.body));
        const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
        fetch(url, { method: 'POST', body, ...(init.headers && { headers: init.headers }) }).catch(() => undefined);
      });
      return fetch(url, init);
    },
    fails: { 'http-disconnect': /Waited \d+ ms for the tool slow to be at work/ },
  },
  {
    fault: 'has a space in the ids of sessions',
    revision: REVISION,
    fetch: withSession((id) => `a session ${id}`),
    fails: { 'http-session-id-ascii': /Expected visible ASCII/ },
  },
  {
    fault: 'has one id for all sessions',
    revision: REVISION,
    fetch: withSession(() => 'the-one-and-only-session'),
    fails: { 'http-session-id-secure': /Two sessions have the id/ },
  },
  {
    fault: 'knows the session of a request that names none',
    revision: REVISION,
    fetch: (() => {
      let known = '';
      return onRequest(({ headers, body }) => {
        known = headers.get('mcp-session-id') ?? known;
        if (!body.includes('"initialize"')) headers.set('mcp-session-id', known);
      });
    })(),
    fails: { 'http-session-required': /Expected 400 .* got 200/ },
  },
  {
    fault: 'does not end sessions',
    revision: REVISION,
    fetch: (fetch) => (url, init) =>
      init.method === 'DELETE' ? Promise.resolve(new Response(null, { status: 204 })) : fetch(url, init),
    fails: { 'http-session-over': /Expected 404 .* got 200/ },
  },
  {
    fault: 'does not look at the version in the header',
    revision: REVISION,
    fetch: onRequest(({ headers }) => {
      headers.delete('mcp-protocol-version');
    }),
    fails: { 'http-version-refused': /Expected 400 .* got 200/ },
  },
  {
    fault: 'corrects headers by the body',
    revision: '2026-07-28',
    fetch: onRequest(({ headers, body }) => {
      const { method, params } = fieldsOf(parsed(body));
      if (typeof method !== 'string') return;
      headers.set('mcp-method', method);
      headers.set('mcp-protocol-version', String(fieldsOf(params, '_meta')['io.modelcontextprotocol/protocolVersion']));
    }),
    fails: {
      'header-version-mismatch': /Expected 400 .* got 200/,
      'header-method-mismatch': /Expected 400 .* got 200/,
    },
  },
  {
    fault: 'answers an unknown method with 200',
    revision: '2026-07-28',
    fetch: onResponse((_, response) =>
      response.status === 404 ? new Response(response.body, { headers: response.headers }) : response,
    ),
    fails: { 'method-unknown-status': /Expected 404 .* got 200/ },
  },
];

/** The body as events, whichever of the two it was. */
function eventsOf(text: string): string {
  return text.startsWith('{') ? `data: ${text}\n\n` : text;
}

/** Gives sessions other ids toward the client. */
function withSession(rename: (id: string) => string): NonNullable<Fault['fetch']> {
  let known = '';
  return (fetch) => async (url, init) => {
    const headers = new Headers(init.headers);
    if (headers.has('mcp-session-id')) headers.set('mcp-session-id', known);
    const response = await fetch(url, { ...init, headers });
    const id = response.headers.get('mcp-session-id');
    if (id === null) return response;
    known = id;
    const renamed = new Headers(response.headers);
    renamed.set('mcp-session-id', rename(id));
    return new Response(response.body, { status: response.status, headers: renamed });
  };
}
