// Results of some megabytes, by their kinds.

const TEXT = 'The quick brown fox jumps over the lazy dog, and the dog does not mind. ';
const BLOCK = { type: 'text', text: TEXT };
const row = (at) => ({ id: at, name: `row ${at}`, tags: ['a', 'b'], price: at / 7, note: TEXT.slice(0, 30) });
const ROW = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 0 },
    name: { type: 'string', maxLength: 100 },
    tags: { type: 'array', items: { enum: ['a', 'b', 'c'] } },
    price: { type: 'number' },
    note: { type: 'string' },
  },
  required: ['id', 'name', 'tags', 'price'],
};
const tool = (at) => ({
  name: `tool-${at}`,
  description: TEXT,
  inputSchema: { type: 'object', properties: { text: { type: 'string' }, [`key${at}`]: { type: 'number' } } },
  outputSchema: ROW,
});

/** As many items as fit into so many megabytes of JSON. */
function many(megabytes, item) {
  const { length } = JSON.stringify(item(1_000));
  return Array.from({ length: Math.floor((megabytes * 1e6) / (length + 1)) }, (_, at) => item(at));
}

const call = (client) => client.callTool('large');

/**
 * For each kind: `result` makes what the tool `large` returns, `output` is its output schema, `list` makes tools, `read` lets a client read it,
 * and `text` is its JSON. Structured content is half of its message, since the server adds it as text for older clients.
 */
export const KINDS = {
  'one text': of((megabytes) => ({ content: [{ type: 'text', text: TEXT.repeat((megabytes * 1e6) / TEXT.length) }] })),
  'text blocks': of((megabytes) => ({ content: many(megabytes, () => BLOCK) })),
  'structured rows': of((megabytes) => ({ structuredContent: { rows: many(megabytes / 2, row) } }), {
    type: 'object',
    properties: { rows: { type: 'array', items: ROW } },
    required: ['rows'],
  }),
  'new keys': of(
    (megabytes) => ({
      structuredContent: Object.fromEntries(many(megabytes / 2, (at) => `key number ${at}`).map((key) => [key, 1])),
    }),
    { type: 'object', additionalProperties: { type: 'integer' } },
  ),
  'list of tools': {
    list: (megabytes) => many(megabytes / 2, tool),
    read: (client) => client.tools().all(),
    text: (megabytes) => JSON.stringify({ tools: many(megabytes / 2, tool) }),
  },
};

function of(make, output) {
  const text = (megabytes) => {
    const result = make(megabytes);
    const { structuredContent: structured } = result;
    return JSON.stringify(structured === undefined ? result : { ...result, content: [JSON.stringify(structured)] });
  };
  return { result: make, output, read: call, text };
}
