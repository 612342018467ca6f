/** Servers that are wrong about stdio and HTTP. */

import { fileURLToPath, pathToFileURL } from 'node:url';
import { says, sends, type Fault } from './fault.js';
import { onResponse, onRequest, withBody } from './http.js';
import { fieldsOf } from '../wire/message.js';

const REVISION = '2025-11-25';
const EVENTS = { 'content-type': 'text/event-stream' };
const FIXTURE = fileURLToPath(new URL('../fixtures/ours.mjs', import.meta.url));

/** A program of a few statements. */
const program = (code: string): readonly string[] => [process.execPath, '--input-type=module', '-e', code];

const withoutOrigin = onRequest(({ headers }) => {
  headers.delete('origin');
});

export const TRANSPORT_FAULTS: readonly Fault[] = [
  {
    fault: 'prints an invalid message',
    revision: REVISION,
    transport: 'stdio',
    alter: says((text) => ['Listening ...', text]),
    fails: { 'stdio-messages-only': /got "Listening ..."/ },
  },
  {
    fault: 'decodes pieces of lines',
    revision: REVISION,
    transport: 'stdio',
    alter: says((text) => text.replaceAll('\u{1d11e}', '\ufffd\ufffd')),
    fails: { 'stdio-lines-in-pieces': /in two pieces, and got back/ },
  },
  {
    fault: 'speaks before it is asked anything',
    revision: REVISION,
    transport: 'stdio',
    command: program(
      'console.log(JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })); process.stdin.resume();',
    ),
    fails: { 'stdio-quiet-start': /Expected nothing before initialize/ },
  },
  {
    fault: 'goes on when its input has ended',
    revision: '2026-07-28',
    transport: 'stdio',
    command: program(
      `setInterval(() => undefined, 1000); process.exit = () => undefined; await import(${JSON.stringify(pathToFileURL(FIXTURE).href)});`,
    ),
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
  },
  {
    fault: 'refuses messages, and answers them nevertheless',
    revision: '2024-11-05',
    transport: 'sse',
    fetch: onResponse(({ method }, response) => (method === 'POST' ? new Response(null, { status: 500 }) : response)),
    fails: { 'sse-answers-on-stream': /initialize should have a result, and got status 500/ },
  },
  {
    fault: 'gives all clients one endpoint',
    revision: '2024-11-05',
    transport: 'sse',
    fetch: (() => {
      let first: string | undefined;
      return withBody(
        ({ method }) => method === 'GET',
        (text) =>
          text.replace(
            /event: endpoint\ndata: (.*)\n/,
            (_, path: string) => `event: endpoint\ndata: ${(first ??= path)}\n`,
          ),
      );
    })(),
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
    fetch: onResponse(({ body }, response) =>
      body.includes('"probe"') ? new Response('', { status: 404 }) : response,
    ),
    fails: { 'http-one-endpoint': /Expected 200 .* got 404/ },
  },
  {
    fault: 'answers with text',
    revision: REVISION,
    fetch: onResponse(({ body }, response) =>
      body.includes('"probe"') ? new Response('pong', { headers: { 'content-type': 'text/plain' } }) : response,
    ),
    fails: { 'http-answer-kind': /Expected JSON or an event stream .* got "text\/plain"/ },
  },
  {
    fault: 'answers GET with a page',
    revision: REVISION,
    fetch: onResponse(({ method }, response) =>
      method === 'GET' ? new Response('<html>', { headers: { 'content-type': 'text/html' } }) : response,
    ),
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
    fault: 'takes notifications with 200',
    revision: REVISION,
    fetch: onResponse((_, response) => (response.status === 202 ? new Response('') : response)),
    fails: { 'http-accepted': /Expected 202 for a notification, got 200/ },
  },
  {
    fault: 'takes everything',
    revision: REVISION,
    fetch: onResponse((_, response) => (response.status >= 400 ? new Response(null, { status: 202 }) : response)),
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
      (message) => ({ ...message, params: { ...fieldsOf(message, 'params'), progressToken: 'left' } }),
    ),
    fails: { 'http-stream-related': /Expected the reports of each request on its own stream/ },
  },
  {
    fault: 'sends responses on the stream of a GET',
    revision: REVISION,
    fetch: withBody(
      ({ method }) => method === 'GET',
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
      const { method, params } = fieldsOf(JSON.parse(body));
      headers.set('mcp-method', String(method));
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
