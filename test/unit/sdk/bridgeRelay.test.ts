/** Lines that a bridge passes on as they are: between equal revisions, over connections with a message a line. */

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { bridge } from '@mcp-gen/sdk/bridge';
import { expect, onTestFinished, test } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';

const REVISION = '2025-06-18';
const INFO = { name: 'raw', version: '1.0.0' };

/** One end of a connection: writes lines, and reads those of the other side. */
class Lines {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly #read = new Mailbox<string>();

  constructor() {
    let text = '';
    this.output.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() as string;
      lines.forEach(this.#read.put);
    });
  }

  get transport(): StdioServerTransport {
    return new StdioServerTransport({ input: this.input, output: this.output, exit: false });
  }

  write(...lines: readonly (string | object)[]): void {
    this.input.write(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  }

  /** Takes the first line with a text in it. */
  take(text: string): Promise<string> {
    return this.#read.take((line) => line.includes(text));
  }

  async message(text: string): Promise<{ readonly id: number; readonly [name: string]: unknown }> {
    return JSON.parse(await this.take(text)) as { readonly id: number };
  }

  get rest(): readonly string[] {
    return this.#read.empty();
  }
}

async function opened({
  client = REVISION,
  capabilities = { tools: {} },
}: { client?: string; capabilities?: object } = {}) {
  const [near, far] = [new Lines(), new Lines()];
  const running = bridge(() => far.transport, { revisions: [REVISION], onError: () => undefined }).serve({
    transport: near.transport,
  });
  onTestFinished(() => running.close());
  near.write({
    jsonrpc: '2.0',
    id: 'open',
    method: 'initialize',
    params: { protocolVersion: client, capabilities: {}, clientInfo: INFO },
  });
  const { id } = await far.message('"initialize"');
  far.write({ jsonrpc: '2.0', id, result: { protocolVersion: REVISION, capabilities, serverInfo: INFO } });
  await far.take('notifications/initialized');
  await near.take('"open"');
  near.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  near.write({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
  await near.take('"ping"');
  return { client: near, server: far, running };
}

const call = (id: unknown, more = ''): string =>
  `{ "id":${JSON.stringify(id)}, "jsonrpc":"2.0","method":"tools/call","params":{"name":"é\\u00e9"${more}} }`;
const answer = (id: unknown): string =>
  `{"result":{"content":[], "more":1e2},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;

test('requests and answers pass byte by byte, whatever their order and their chunks', async () => {
  const { client, server } = await opened();
  client.write(call(1), call('two'));
  expect(await server.take('"id":1,')).toBe(call(1));
  expect(await server.take('"two"')).toBe(call('two'));
  const text = Buffer.from(`${answer('two')}\n${answer(1)}\n`);
  for (const byte of text) server.input.write(Buffer.of(byte));
  expect(await client.take('"two"')).toBe(answer('two'));
  expect(await client.take('"id":1}')).toBe(answer(1));
});

test('an older revision is converted, and its lines are not passed on', async () => {
  const { client, server } = await opened({ client: '2024-11-05' });
  client.write(call(1));
  const { id } = await server.message('tools/call');
  expect(id).not.toBe(1);
  server.write(answer(id));
  expect(await client.message('"id":1,')).toMatchObject({ id: 1, result: { content: [] } });
});

test('requests that ask for progress, or for nothing that is offered, are not passed on as they are', async () => {
  const { client, server } = await opened();
  client.write(call(1, ',"_meta":{"progressToken":7}'));
  const sent = await server.message('tools/call');
  const { progressToken } = (sent['params'] as { readonly _meta: { readonly progressToken: unknown } })._meta;
  expect(progressToken).toBe(sent.id);
  expect(sent.id).not.toBe(1);
  server.write({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
  expect(await client.message('notifications/progress')).toMatchObject({ params: { progressToken: 7, progress: 1 } });
  client.write({ jsonrpc: '2.0', id: 2, method: 'prompts/list' });
  expect(await client.message('"id":2')).toMatchObject({ error: { code: -32601 } });
});

test.each([2_000_000_000, '2000000000', 2e15])(
  'the id %j, which the bridge may use itself, is not passed on, and its request is answered',
  async (id) => {
    const { client, server } = await opened();
    client.write(call(id));
    const { id: own } = await server.message('tools/call');
    expect(own).not.toBe(id);
    expect(own).toBeGreaterThanOrEqual(2_000_000_000);
    expect(own).toBeLessThan(2 ** 31);
    server.write(answer(own));
    expect(await client.message('"content"')).toMatchObject({ id, result: { content: [] } });
  },
);

test('what is not a message is answered with an error, and an id that is in use is refused', async () => {
  const { client, server } = await opened();
  client.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}');
  expect(await client.message('"id":1')).toMatchObject({ error: { code: -32600 } });
  client.write(call(2), call(2));
  expect(await client.message('"id":2')).toMatchObject({ error: { message: expect.stringContaining('id') as string } });
  await server.take('"id":2');
  server.write(answer(2));
  expect(await client.take('"id":2')).toBe(answer(2));
});

test('a request that is cancelled is cancelled at the server, and a late answer is dropped', async () => {
  const { client, server } = await opened();
  client.write(call(1));
  await server.take('"id":1,');
  const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
  client.write(cancel);
  expect(await server.take('cancelled')).toBe(cancel);
  server.write(answer(1));
  client.write(call(2));
  await server.take('"id":2,');
  server.write(answer(2));
  expect(await client.take('"id":2')).toBe(answer(2));
  expect(client.rest).toEqual([]);
});

test('requests that wait when the server ends are answered with an error', async () => {
  const { client, server, running } = await opened();
  client.write(call(1));
  await server.take('"id":1,');
  server.input.end();
  expect(await client.message('"id":1')).toMatchObject({
    error: { message: 'The connection to the server behind the bridge was closed' },
  });
  await running.closed;
});

test('requests that wait when the client ends its input are answered', async () => {
  const { client, server, running } = await opened();
  client.write(call(1));
  await server.take('"id":1,');
  client.input.end();
  await once(client.input, 'close').catch(() => undefined);
  server.write(answer(1));
  expect(await client.take('"id":1')).toBe(answer(1));
  await running.closed;
});

test.each([
  ['is large', `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"${'x'.repeat(1_100_000)}"}]}}`],
  ['has an error that is null', '{"jsonrpc":"2.0","id":7,"error":null,"result":{"content":[]}}'],
  ['has another member', '{"jsonrpc":"2.0","id":7,"result":{"content":[]},"more":1}'],
  ['begins with a space', ' {"jsonrpc":"2.0","id":7,"result":{"content":[]}}'],
  ['has escapes in its names', '{"jsonrpc":"2.0","\\u0069d":7,"result":{"content":[]}}'],
  ['has a result that is not an object', '{"jsonrpc":"2.0","id":7,"result":1}'],
  ['is an error with a member more', '{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no"},"more":1}'],
])('a request that was passed on is answered, also where its answer %s', async (_, line) => {
  const { client, server } = await opened();
  client.write(call(7));
  await server.take('tools/call');
  server.write(line);
  const answered = await client.message('"id":7');
  expect(answered).toHaveProperty(line.includes('-32602') ? 'error.code' : 'jsonrpc');
  // It is no longer running.
  client.write(call(7));
  await server.take('tools/call');
});

test('a cancellation with an id is answered, and cancels nothing', async () => {
  const { client, server } = await opened();
  client.write(call(7));
  await server.take('tools/call');
  client.write({ jsonrpc: '2.0', id: 8, method: 'notifications/cancelled', params: { requestId: 7 } });
  expect(await client.message('"id":8')).toHaveProperty('error');
  server.write(answer(7));
  expect(await client.take('"id":7')).toBe(answer(7));
});
