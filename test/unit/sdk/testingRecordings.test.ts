/** Sessions that are recorded, and played again. */

import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryPair, type Receiver, type Transport } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { inProcess, record, replay, ReplayError, type ReplayTransport } from '@mcp-gen/sdk/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SupportedRevision } from '../../../sdk/src/revisions.js';
import { runCli } from '../../support/runCli.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { deferred } from '../runtime/support.js';

interface Said {
  readonly method?: string;
  readonly id?: unknown;
  readonly params?: { readonly _meta?: object };
}

const quiet = { onError: () => {} };

function weather(): Server {
  const server = new Server({ name: 'weather', version: '1.0.0' }, { pageSize: 1, ...quiet });
  server.tool('forecast', { input: z.object({ city: z.string() }) }, ({ city }, { log }) => {
    log.info(`Asked for ${city}`);
    return `Sunny in ${city}`;
  });
  server.tool('climb', {}, async (_, context) => {
    context.progress(1, 2);
    const { content } = await context.elicit('peak', {
      message: 'Which peak?',
      schema: z.object({ peak: z.string() }),
    });
    await context.elicitUrl('pay', { message: 'Pay', url: 'https://example.org/' });
    return `On top of ${content?.peak} at ${new Date().toISOString()}`;
  });
  return server;
}

const options: ClientOptions = {
  ...quiet,
  revisions: [NEWEST_SESSION],
  name: 'visitor',
  version: '1.0.0',
  elicitation: { form: () => ({ action: 'accept', content: { peak: 'K2' } }), url: () => 'accept' },
};

const TIMES = { replace: [[/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>']] } as const;

async function visit(client: Client, city = 'Oslo'): Promise<string> {
  const tools = await client.tools().all();
  const { text } = await client.callTool('forecast', { city });
  const climbed = await client.callTool('climb', {}, { onProgress: () => {} });
  await client.close();
  return [tools.length, text, climbed.text].join(', ');
}

async function recorded(revision: SupportedRevision = NEWEST_SESSION): Promise<string> {
  const file = join(await temporaryFolder(), 'deep/visit.jsonl');
  await visit(await connect(record(inProcess(weather())(), file, TIMES), { ...options, revisions: [revision] }));
  return file;
}

const linesOf = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trim().split('\n');

test('a recording has a message a line, with ids and tokens numbered', async () => {
  const lines = await linesOf(await recorded());
  const short = lines.map((line) => line.replace(/^(.{110}).+$/, '$1...'));
  expect(short).toMatchInlineSnapshot(`
    [
      "{"from":"client","jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabi...",
      "{"from":"server","jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"logging":{},...",
      "{"from":"client","jsonrpc":"2.0","method":"notifications/initialized"}",
      "{"from":"client","jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}",
      "{"from":"server","jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"climb","inputSchema":{"type":"object"}}],"...",
      "{"from":"client","jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"cursor-1"}}",
      "{"from":"server","jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"forecast","inputSchema":{"$schema":"https:...",
      "{"from":"client","jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"forecast","arguments":{"city":...",
      "{"from":"server","jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"Asked for O...",
      "{"from":"server","jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"Sunny in Oslo"}]}}",
      "{"from":"client","jsonrpc":"2.0","id":5,"method":"tools/call","params":{"_meta":{"progressToken":"progress-1"}...",
      "{"from":"server","jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"progress-1","pro...",
      "{"from":"server","jsonrpc":"2.0","id":6,"method":"elicitation/create","params":{"mode":"form","message":"Which...",
      "{"from":"client","jsonrpc":"2.0","id":6,"result":{"action":"accept","content":{"peak":"K2"}}}",
      "{"from":"server","jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url","message":"Pay","...",
      "{"from":"client","jsonrpc":"2.0","id":7,"result":{"action":"accept"}}",
      "{"from":"server","jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"On top of K2 at <time>"}]}...",
    ]
  `);
});

const BOTH = [NEWEST_SESSION, '2026-07-28'] as const;

test.each(BOTH)('the same session gives the same file, in revision %s', async (revision) => {
  expect(await linesOf(await recorded(revision))).toEqual(await linesOf(await recorded(revision)));
});

test.each(BOTH)('mcp-gen validate reads recordings of revision %s', async (revision) => {
  const { code, stdout } = await runCli('.', 'validate', await recorded(revision), '--revision', revision);
  expect(stdout).toMatch(/^\d+ lines, all valid\.$/m);
  expect(code).toBe(0);
});

test.each(BOTH)('a recording of revision %s plays the server', async (revision) => {
  const server = replay(await recorded(revision));
  expect(await visit(await connect(server, { ...options, revisions: [revision] }))).toBe(
    '2, Sunny in Oslo, On top of K2 at <time>',
  );
  await server.finished;
});

test.each(BOTH)('a recording of revision %s plays the client', async (revision) => {
  const client = replay(await recorded(revision), { as: 'client', ...TIMES });
  const running = weather().serve({ transport: client });
  await expect(client.finished).resolves.toBeUndefined();
  await running.closed;
});

test('a recorded transport does what the transport does', async () => {
  const called: string[] = [];
  const call =
    (name: string) =>
    (...given: readonly unknown[]): void =>
      void called.push(`${name} ${JSON.stringify(given[0])}`);
  const all: Required<Transport> = {
    sessionId: 'one',
    sendsHeaders: true,
    start: () => call('start')(),
    send: call('send'),
    unanswered: call('unanswered'),
    closeStream: call('closeStream'),
    close: () => call('close')(),
    ...({
      quota: undefined,
      lines: undefined,
      keep: undefined,
    } as never as Pick<Required<Transport>, 'quota' | 'lines' | 'keep'>),
  };
  const recorder = record(all, join(await temporaryFolder(), 'all.jsonl'));
  expect(recorder).toMatchObject({ sessionId: 'one', sendsHeaders: true });
  await recorder.start({} as Receiver);
  await recorder.send({ jsonrpc: '2.0', method: 'ping' });
  recorder.unanswered?.(1);
  recorder.closeStream?.('a');
  await recorder.close();
  await recorder.close();
  expect(called).toEqual([
    'start undefined',
    'send {"jsonrpc":"2.0","method":"ping"}',
    'unanswered 1',
    'closeStream "a"',
    'close undefined',
  ]);
  // Memory counts for the connection, lines that are relayed unchanged are not recorded, and only sessions over HTTP are stored.
  expect(Object.keys(all).filter((name) => !(name in recorder))).toEqual(['quota', 'lines', 'keep']);
});

test('either side may record', async () => {
  const file = join(await temporaryFolder(), 'visit.jsonl');
  const [near, far] = memoryPair();
  const running = weather().serve({ transport: record(far, file, { side: 'server', ...TIMES }) });
  await visit(await connect(near, options));
  await running.closed;
  expect(await linesOf(file)).toEqual(await linesOf(await recorded()));
});

/** Plays a recording to a client that does something, and gives what is said of it. */
async function refusal(server: ReplayTransport, act: (client: Client) => Promise<unknown>): Promise<string> {
  const client = await connect(server, options);
  const acted = act(client).catch((error: unknown) => error);
  await acted;
  await client.close();
  const error: unknown = await server.finished.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ReplayError);
  return (error as Error).message;
}

test('a message that differs is refused, and the caller is told where', async () => {
  const file = await recorded();
  const server = replay(file);
  const client = await connect(server, options);
  const said = await visit(client, 'Rome').catch((error: unknown) => error);
  expect(said).toBeInstanceOf(ReplayError);
  expect((said as Error).message).toBe(
    `${file}:8: the client sent a different message\n  /params/arguments/city: expected "Oslo", got "Rome"`,
  );
  await expect(server.finished).rejects.toBe(said);
  expect(await client.closed).toMatchObject({ reason: 'transport-error', cause: said });
});

test('more than was recorded differs, too', async () => {
  const said = await refusal(replay(await recorded()), async (client) => {
    await client.tools().all();
    await client.callTool('forecast', { city: 'Oslo', 'a/b': 3 });
  });
  expect(said).toContain('/params/arguments/a~1b: expected nothing, got 3');
});

test('another message than the recorded one is refused', async () => {
  const file = await recorded();
  expect(await refusal(replay(file), (client) => client.ping())).toBe(
    [
      `${file}:4: the client sent a different message`,
      '  expected {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}',
      '  got {"jsonrpc":"2.0","id":1,"method":"ping"}',
    ].join('\n'),
  );
});

test('a message after the end is refused', async () => {
  const file = await recorded();
  await writeFile(file, (await linesOf(file)).slice(0, 3).join('\n'));
  expect(await refusal(replay(file), (client) => client.ping())).toMatch(
    /visit\.jsonl: the client sent a message after the end\n {2}expected nothing\n {2}got .*"ping"/,
  );
});

test('a session that ends early is told from one that was played', async () => {
  const file = await recorded();
  expect(await refusal(replay(file), (client) => client.tools().all())).toMatch(
    /visit\.jsonl:8: the client disconnected before it sent\n {2}.*"forecast"/,
  );
});

test('a server that answers otherwise is refused', async () => {
  const file = await recorded();
  await writeFile(file, (await readFile(file, 'utf8')).replace('Sunny in Oslo', 'Rain in Oslo'));
  const client = replay(file, { as: 'client', ...TIMES });
  weather().serve({ transport: client });
  await expect(client.finished).rejects.toThrow('/result/content/0/text: expected "Rain in Oslo", got "Sunny in Oslo"');
});

test('messages that were sent at once may come in any order', async () => {
  const file = join(await temporaryFolder(), 'both.jsonl');
  const both = (client: Client, cities: readonly string[]): Promise<string[]> =>
    Promise.all(cities.map(async (city) => (await client.callTool('forecast', { city })).text));
  const first = await connect(record(inProcess(weather())(), file), options);
  await both(first, ['Oslo', 'Rome']);
  await first.close();

  const server = replay(file);
  const second = await connect(server, options);
  expect(await both(second, ['Rome', 'Oslo'])).toEqual(['Sunny in Rome', 'Sunny in Oslo']);
  await second.close();
  await server.finished;
});

test('batches are recorded message by message, and invalid messages are not recorded', async () => {
  const file = join(await temporaryFolder(), 'visit.jsonl');
  const [near, far] = memoryPair();
  const transport = record(near, file);
  const ignore = () => {};
  const all = { message: ignore, malformed: ignore, failed: ignore, ended: ignore, closed: ignore };
  await transport.start(all);
  await far.start(all);
  const ping = { jsonrpc: '2.0', method: 'ping' } as const;
  await transport.send([
    { ...ping, id: 'a' },
    { ...ping, id: 'b' },
  ]);
  await far.send(5 as never);
  await far.send({ jsonrpc: '2.0', id: 'b', result: {} });
  await new Promise(setImmediate);
  await transport.close();
  expect(await linesOf(file)).toEqual([
    '{"from":"client","jsonrpc":"2.0","method":"ping","id":1}',
    '{"from":"client","jsonrpc":"2.0","method":"ping","id":2}',
    '{"from":"server","jsonrpc":"2.0","id":2,"result":{}}',
  ]);
});

test('a transport that is recorded sends headers as it does otherwise', async () => {
  const [near] = memoryPair();
  const file = join(await temporaryFolder(), 'visit.jsonl');
  expect(record(near, file).sendsHeaders).toBeFalsy();
  expect(record(Object.assign(near, { sendsHeaders: true }), file).sendsHeaders).toBe(true);
});

test('what listens to changes is numbered like any other request', async () => {
  const file = join(await temporaryFolder(), 'changes.jsonl');
  const server = weather();
  const changed = deferred<string>();
  const client = await connect(record(inProcess(server)(), file), {
    ...options,
    revisions: ['2026-07-28'],
    onListChanged: changed.resolve,
  });
  await client.tools().all();
  server.tool('added', {}, () => '');
  expect(await changed.promise).toBe('tools');
  await client.close();
  const ids = (await linesOf(file))
    .map((line) => JSON.parse(line) as Said)
    .map(({ method, id, params }) => ({ method, id, params }));
  const listen = ids.find(({ method }) => method === 'subscriptions/listen')?.id;
  const told = ids.find(({ method }) => method === 'notifications/tools/list_changed');
  expect(told?.params?._meta).toEqual({ 'io.modelcontextprotocol/subscriptionId': listen });
});

test('a recording that cannot be written is reported', async () => {
  const folder = await temporaryFolder({ 'visit.jsonl/taken': '' });
  const errors: unknown[] = [];
  const transport = record(inProcess(weather())(), join(folder, 'visit.jsonl'));
  const client = await connect(transport, { onError: (error) => errors.push(error) });
  await client.close();
  const file = join(folder, 'visit.jsonl');
  const message = expect.stringContaining(`The recording ${file} cannot be written: EISDIR`) as string;
  expect(errors).toMatchObject([{ message }]);
});

test('a token stands for one of the recording, and for no other', async () => {
  const file = join(await temporaryFolder(), 'cancel.jsonl');
  const lines = [
    { from: 'client', id: 1, method: 'tools/list' },
    { from: 'client', method: 'notifications/cancelled', params: { requestId: 1 } },
  ];
  await writeFile(file, lines.map((line) => JSON.stringify({ ...line, jsonrpc: '2.0' })).join('\n'));
  const cancel = async (requestId: string): Promise<void> => {
    const server = replay(file);
    const ignore = () => {};
    await server.start({ message: ignore, malformed: ignore, failed: ignore, ended: ignore, closed: ignore });
    await server.send({ jsonrpc: '2.0', id: 'mine', method: 'tools/list' });
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    await new Promise(setImmediate);
    await server.close();
    await server.finished;
  };
  await cancel('mine');
  await expect(cancel('other')).rejects.toThrow('/params/requestId: expected 1, got "other"');
});

test('an invalid recording is an error with its line', async () => {
  const folder = await temporaryFolder({ 'a.jsonl': '\n{"from":"client","jsonrpc":"2.0"}\n[]\n', 'b.jsonl': 'x' });
  expect(() => replay(join(folder, 'a.jsonl'))).toThrow(/a\.jsonl:3: expected a recorded message/);
  expect(() => replay(join(folder, 'b.jsonl'))).toThrow(/b\.jsonl:1: expected a recorded message/);
  expect(() => replay(join(folder, 'c.jsonl'))).toThrow(/c\.jsonl cannot be read: .*Create it with record\(/);
});

test('lines have times if they are asked for, and are played as those without', async () => {
  const file = join(await temporaryFolder(), 'session.jsonl');
  const call = async (transport: Transport): Promise<string> => {
    await using client = await connect(transport, options);
    return (await client.callTool('forecast', { city: 'Oslo' })).text;
  };
  expect(await call(record(inProcess(weather())(), file, { times: true }))).toBe('Sunny in Oslo');
  const times = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { ms: number }).ms);
  expect(times.length).toBeGreaterThan(3);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeLessThan(10_000);
  expect(await call(replay(file))).toBe('Sunny in Oslo');
});

test('messages are in the file while the session lasts, and the file is that of a link', async () => {
  const folder = await temporaryFolder({ 'kept.jsonl': 'an earlier recording' });
  const file = join(folder, 'session.jsonl');
  await symlink(join(folder, 'kept.jsonl'), file);
  const client = await connect(record(inProcess(weather())(), file), options);
  await client.callTool('forecast', { city: 'Oslo' });
  await expect.poll(() => readFile(file, 'utf8')).toContain('Sunny in Oslo');
  await client.close();
  expect(await readFile(join(folder, 'kept.jsonl'), 'utf8')).not.toContain('earlier');
  expect(await readdir(folder)).toEqual(['kept.jsonl', 'session.jsonl']);
});

test('a message has no say in who has sent it, and comes too late after the end', async () => {
  const file = join(await temporaryFolder(), 'session.jsonl');
  let receiver: Receiver | undefined;
  const transport: Transport = { start: (given) => void (receiver = given), send() {}, close() {} };
  const recorded = record(transport, file, { times: true });
  const ignored = (): void => {};
  await recorded.start({ message: ignored, malformed: ignored, failed: ignored, ended: ignored, closed: ignored });
  receiver?.message({ from: 'client', ms: 'x', jsonrpc: '2.0', id: 1, result: {} });
  await recorded.close();
  receiver?.message({ jsonrpc: '2.0', id: 2, result: {} });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toEqual([{ from: 'server', ms: expect.any(Number) as number, jsonrpc: '2.0', id: 1, result: {} }]);
});

test('a message that cannot be recorded does not harm the session, and is told at its end', async () => {
  const file = join(await temporaryFolder(), 'session.jsonl');
  let nested: unknown[] = [];
  for (let level = 0; level < 50_000; level++) nested = [nested];
  const transport: Transport = { start() {}, send() {}, close() {} };
  const recorded = record(transport, file);
  await recorded.send({ jsonrpc: '2.0', method: 'deep', params: { nested } });
  await expect(recorded.close()).rejects.toThrow(
    `The recording ${file} cannot be written: a message is nested too deeply`,
  );
});
