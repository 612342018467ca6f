/** What a client can send: one message for each place that takes a value, and each value that is large in its own way. */
import { createHandler } from '@mcp-gen/sdk/http';
import { Server } from '@mcp-gen/sdk';
import { OBJECTS, STRINGS, VALUES } from './payloads.mjs';

const INFO = '{"name":"x","version":"1"}';
const POST = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const request = (method, params) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const notification = (method, params) => `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
const open = (capabilities, more = '') =>
  request('initialize', `{"protocolVersion":"2025-11-25","capabilities":${capabilities},"clientInfo":${INFO}${more}}`);

/** Messages with a place for an object, for a string, and for any value. */
const PLACES = [
  [OBJECTS, 'initialize, capabilities', (x) => open(x)],
  [OBJECTS, 'initialize, experimental', (x) => open(`{"experimental":{"y":${x}}}`)],
  [VALUES, 'initialize, unknown', (x) => open('{}', `,"y":${x}`)],
  [VALUES, 'initialize, invalid', (x) => request('initialize', `{"protocolVersion":${x}}`)],
  [OBJECTS, 'tools/call, arguments', (x) => request('tools/call', `{"name":"echo","arguments":${x}}`)],
  [VALUES, 'tools/call, an argument', (x) => request('tools/call', `{"name":"typed","arguments":{"text":${x}}}`)],
  [VALUES, 'tools/call, unknown', (x) => request('tools/call', `{"name":"echo","y":${x}}`)],
  [VALUES, 'tools/call, misshapen', (x) => request('tools/call', `{"name":${x},"arguments":${x}}`)],
  [STRINGS, 'tools/call, name', (x) => request('tools/call', `{"name":${x}}`)],
  [STRINGS, 'tools/call, token', (x) => request('tools/call', `{"name":"report","_meta":{"progressToken":${x}}}`)],
  [STRINGS, 'an id', (x) => `{"jsonrpc":"2.0","id":${x},"method":"ping"}`],
  [STRINGS, 'a method', (x) => `{"jsonrpc":"2.0","id":1,"method":${x}}`],
  [OBJECTS, 'ping, params', (x) => request('ping', x)],
  [STRINGS, 'tools/list, cursor', (x) => request('tools/list', `{"cursor":${x}}`)],
  [STRINGS, 'resources/read, uri', (x) => request('resources/read', `{"uri":${x}}`)],
  [STRINGS, 'resources/subscribe, uri', (x) => request('resources/subscribe', `{"uri":"file:///${x.slice(1)}}`)],
  [OBJECTS, 'prompts/get, arguments', (x) => request('prompts/get', `{"name":"tidy","arguments":${x}}`)],
  [STRINGS, 'logging/setLevel', (x) => request('logging/setLevel', `{"level":${x}}`)],
  [
    STRINGS,
    'completion/complete',
    (x) =>
      request(
        'completion/complete',
        `{"ref":{"type":"ref/prompt","name":"tidy"},"argument":{"name":"room","value":${x}}}`,
      ),
  ],
  [VALUES, 'cancelled', (x) => notification('notifications/cancelled', `{"requestId":1,"reason":${x}}`)],
  [VALUES, 'progress', (x) => notification('notifications/progress', `{"progressToken":${x},"progress":1}`)],
  [OBJECTS, 'unknown notification', (x) => notification('notifications/x', x)],
  [OBJECTS, 'a result nobody asked for', (x) => `{"jsonrpc":"2.0","id":1,"result":${x}}`],
  [VALUES, 'an error nobody asked for', (x) => `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":${x}}}`],
  [VALUES, 'an invalid message', (x) => `{"id":1,"y":${x}}`],
  [VALUES, 'a body', (x) => x],
];

/** Each case by its name: the text of a message of about so many bytes. */
export function casesToServer(bytes) {
  return PLACES.flatMap(([payloads, place, make]) =>
    Object.entries(payloads).map(([payload, value]) => ({
      name: `${place}: ${payload}`,
      text: () => make(value(bytes)),
    })),
  );
}

/** Serves clients in this process. `exchange` sends a text in a session of its own, and returns the bytes that came back. */
export async function openServer() {
  const server = new Server({ name: 'attacked', version: '1.0.0' }, { rateLimits: false, onError() {} });
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  server.tool('echo', {}, () => 'echo');
  server.tool('typed', { input: text }, () => 'typed');
  server.tool('report', {}, (_, context) => {
    for (let count = 1; count <= 20; count++) context.progress(count, 20);
    return 'reported';
  });
  server.resourceTemplate('file:///{+path}', { name: 'file' }, () => 'a file');
  server.prompt('tidy', { arguments: { room: { required: true, complete: () => ['attic'] } } }, () => 'Tidy.');
  const handler = createHandler(server, { limits: { bodyLimit: 64 * 1_048_576 } });
  const post = async (body, headers) => {
    const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    return { session: response.headers.get('mcp-session-id'), bytes: (await response.arrayBuffer()).byteLength };
  };
  return {
    async prepare(body, revision = body.startsWith('[') ? '2025-03-26' : '2025-11-25') {
      // What opens a session of its own needs none.
      if (body.includes('"initialize"')) return { ...POST };
      const params = `{"protocolVersion":"${revision}","capabilities":{},"clientInfo":${INFO}}`;
      const { session } = await post(request('initialize', params), POST);
      const headers = { ...POST, 'mcp-session-id': session };
      await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', headers);
      return headers;
    },
    exchange: async (body, headers) => (await post(body, headers)).bytes,
    close: () => handler.close(),
  };
}
