/** What a server can answer: for each call of a client, each value that is large in its own way. */
import { connect } from '@mcp-gen/sdk/client';
import { OBJECTS, STRINGS, VALUES } from './payloads.mjs';

const CAPABILITIES = '{"tools":{},"resources":{},"prompts":{},"logging":{},"completions":{}}';
const SCHEMA = '{"type":"object"}';

const text = (client) => client.callTool('echo', {});
const tools = (client) => client.tools().all();

const tool = (more) => `{"tools":[{"name":"echo","inputSchema":${SCHEMA}${more}}]}`;

const PLACES = [
  [STRINGS, 'tools/call, text', text, (x) => `{"content":[{"type":"text","text":${x}}]}`],
  [OBJECTS, 'tools/call, structured', text, (x) => `{"content":[],"structuredContent":${x}}`],
  [VALUES, 'tools/call, content', text, (x) => `{"content":${x}}`],
  [VALUES, 'tools/call, unknown', text, (x) => `{"content":[],"y":${x}}`],
  [OBJECTS, 'tools/call, meta', text, (x) => `{"content":[],"_meta":${x}}`],
  [VALUES, 'tools/list, tools', tools, (x) => `{"tools":${x}}`],
  [VALUES, 'tools/list, unknown', tools, (x) => tool(`,"y":${x}`)],
  [
    OBJECTS,
    'tools/list, schema',
    tools,
    (x) => `{"tools":[{"name":"x","inputSchema":{"type":"object","properties":${x}}}]}`,
  ],
  [OBJECTS, 'tools/list, output', tools, (x) => tool(`,"outputSchema":{"type":"object","properties":${x}}`)],
  [STRINGS, 'tools/list, description', tools, (x) => tool(`,"description":${x}`)],
  [
    STRINGS,
    'tools/list, cursor',
    (client) => client.tools({ limit: 1 }).all(),
    (x) => `{"tools":[],"nextCursor":${x}}`,
  ],
  [
    STRINGS,
    'resources/read',
    (client) => client.readResource('x:y'),
    (x) => `{"contents":[{"uri":"x:y","text":${x}}]}`,
  ],
  [VALUES, 'prompts/get', (client) => client.getPrompt('x'), (x) => `{"messages":${x}}`],
];

/** Each case by its name: the call, and the text of a result of about so many bytes. */
export function casesToClient(bytes) {
  return PLACES.flatMap(([payloads, place, call, make]) =>
    Object.entries(payloads).map(([payload, value]) => ({
      name: `${place}: ${payload}`,
      call,
      text: () => make(value(bytes)),
    })),
  );
}

/** Connects a client in this process. `exchange` makes a call that is answered with a result, and returns the bytes that were sent. */
export async function openClient() {
  let result = '{}';
  let sent = 0;
  const fetch = async (_url, { method, body }) => {
    sent += Buffer.byteLength(body ?? '');
    if (method !== 'POST') return new Response(null, { status: 405 });
    const { id, method: asked } = JSON.parse(body);
    if (id === undefined) return new Response(null, { status: 202 });
    const introduction = `{"protocolVersion":"2025-11-25","capabilities":${CAPABILITIES},"serverInfo":{"name":"x","version":"1"}}`;
    const answer = asked === 'initialize' ? introduction : result;
    return new Response(`{"jsonrpc":"2.0","id":${id},"result":${answer}}`, {
      headers: { 'content-type': 'application/json' },
    });
  };
  const client = await connect('http://localhost/mcp', { fetch, onError() {} });
  return {
    prepare: () => Promise.resolve(),
    async exchange(text, _headers, call) {
      result = text;
      sent = 0;
      await call(client).catch(() => undefined);
      result = '{}';
      return sent;
    },
    close: () => client.close(),
  };
}
