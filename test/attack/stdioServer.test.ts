import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve, type RunningServer, type ServeTransportOptions } from '../../runtime/src/index.js';
import { Ledger } from '../../runtime/src/ledger/index.js';
import { StdioServerTransport, type StdioServerOptions } from '../../runtime/src/stdio.js';
import { clientInfo, older, serverInfo } from '../unit/runtime/fixture.js';
import { deferred, failure, notification, request, result, type TestHandler } from '../unit/runtime/support.js';
import { covers } from '../support/covers.js';
import { endless } from '../support/leftovers/endless.js';

const opening = request(0, 'initialize', { protocolVersion: older.id, capabilities: {}, clientInfo });
const opened = result(0, { protocolVersion: older.id, capabilities: {}, serverInfo });

interface Served {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly server: RunningServer;
  /** What the server reported. */
  readonly errors: unknown[];
  /** Sends lines, messages or texts, in one chunk. */
  readonly say: (...lines: (object | string)[]) => void;
  /** What is on the output by now. */
  readonly read: () => unknown[];
  /** The rest of the output, when the server has closed. */
  readonly rest: () => Promise<unknown[]>;
}

/** A server of the test's own streams. */
function serveStreams(
  handlers: object,
  options: StdioServerOptions & Partial<Omit<ServeTransportOptions, 'limits'>> & { readonly output?: PassThrough } = {},
): Served {
  const input = new PassThrough();
  const { output = new PassThrough(), limits, drainTimeout, exit, ...served } = options;
  const own = { limits, drainTimeout, exit, ledger: served.ledger };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const transport = new StdioServerTransport({ ...own, input, output });
  const server = serve(handlers, { serverInfo, revisions: [older], onError, ...served, transport });
  onTestFinished(() => server.close());
  const read = (): unknown[] => parseLines((output.read() as Buffer | null)?.toString() ?? '');
  return {
    input,
    output,
    server,
    errors,
    say: (...lines) => {
      input.write(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    },
    read,
    rest: async () => {
      await server.closed;
      return read();
    },
  };
}

function parseLines(output: string): unknown[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

test('serves a conversation, one message a line, until its input ends', async () => {
  covers('transports-stdio-lines');
  const { say, input, server, rest, errors } = serveStreams({ doPlain: () => ({ text: 'two\nlines' }) });
  say(opening, request(1, 'plain/do'));
  input.end();
  expect(await rest()).toEqual([opened, result(1, { text: 'two\nlines' })]);
  expect(await server.closed).toMatchObject({ reason: 'end-of-input' });
  expect(input.destroyed).toBe(true);
  expect(errors).toEqual([]);
});

test('the answers of one turn leave in one write, whether handlers return at once or promise', async () => {
  const output = new PassThrough();
  const write = vi.spyOn(output, 'write');
  const promising: TestHandler = async ({ text }) => ({ text: await Promise.resolve(text) });
  const { say, input, rest } = serveStreams({ doPlain: () => ({}), say: promising }, { output });
  const written = (): number => write.mock.calls.filter(([chunk]) => chunk !== '').length;
  const plain = [1, 2, 3].map((id) => request(id, 'plain/do'));
  say(opening, ...plain);
  await once(output, 'readable');
  expect(written()).toBe(1);
  say(...[4, 5, 6].map((id) => request(id, 'words/say', { text: '' })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(written()).toBe(2);
  input.end();
  expect(await rest()).toHaveLength(7);
});

test('an invalid message is answered as JSON-RPC says, and the conversation continues', async () => {
  covers('base-error-id-unreadable');
  const { say, input, rest, errors } = serveStreams({}, { limits: { messageLimit: 1_000 } });
  say('garbage', '{"jsonrpc":"2.0","id":1,"method":', 'x'.repeat(1_001), '[]', '', opening, '\ufeff{}');
  input.end('{"half');
  expect(await rest()).toEqual([
    failure(null, -32700, expect.any(String)),
    failure(null, -32700, expect.any(String)),
    failure(null, -32600, expect.stringContaining('1000 bytes')),
    failure(null, -32600, expect.stringContaining('empty')),
    opened,
    failure(null, -32700, expect.any(String)),
    failure(null, -32700, expect.any(String)),
  ]);
  expect(errors).toHaveLength(5);
});

test.each([
  ['2025-06-18', { id: null }],
  ['2025-11-25', {}],
  ['2026-07-28', {}],
] as const)('an error for what cannot be read has the id that the schema of %s allows', async (id, expected) => {
  covers('base-error-id-unreadable');
  const { say, input, rest } = serveStreams({}, { revisions: [{ ...older, id }] });
  say('garbage');
  input.end();
  const error = { code: -32700, message: expect.any(String) as string };
  expect(await rest()).toEqual([{ jsonrpc: '2.0', ...expected, error }]);
});

test('a line of white space is ignored like an empty one', async () => {
  const { say, input, rest, errors } = serveStreams({});
  say(' ', '\t \r', '   ', opening);
  input.end('  ');
  expect(await rest()).toEqual([opened]);
  expect(errors).toEqual([]);
});

test.each([
  ['a number', request(7, 'plain/do', { text: 'x'.repeat(2_000) }), 7],
  ['a text', request('seven', 'plain/do', { text: 'x'.repeat(2_000) }), 'seven'],
  ['no JSON', '{"jsonrpc":"2.0","id":"\u0000","method":"plain/do","params":{}}'.padEnd(2_000), null],
  ['nor this', '{"jsonrpc":"2.0","id":007,"method":"plain/do","params":{}}'.padEnd(2_000), null],
  ['that of something else', notification('plain/do', { id: 7, text: 'x'.repeat(2_000) }), null],
])('a request that is too large is answered where its id can be read: %s', async (_, message, id) => {
  const text = `${typeof message === 'string' ? message : JSON.stringify(message)}\n`;
  for (const size of [10, 1_500, 5_000]) {
    const { input, rest } = serveStreams({}, { limits: { messageLimit: 1_000 } });
    for (let at = 0; at < text.length; at += size) input.write(text.slice(at, at + size));
    input.end();
    expect(await rest()).toEqual([failure(id, -32600, expect.stringContaining('1000 bytes'))]);
  }
});

test('when the input ends, running handlers finish and are answered', async () => {
  const ended = deferred<object>();
  const started = deferred();
  const doPlain = (): Promise<object> => {
    started.resolve();
    return ended.promise;
  };
  const { say, input, rest } = serveStreams({ doPlain });
  say(opening, request(1, 'plain/do'));
  await started.promise;
  input.end();
  await once(input, 'end');
  ended.resolve({ finished: true });
  expect(await rest()).toEqual([opened, result(1, { finished: true })]);
});

test('a handler that does not finish in time is stopped', async () => {
  const stopped = deferred<unknown>();
  const doPlain: TestHandler = (_params, { signal }) => {
    signal.addEventListener('abort', () => stopped.resolve(signal.reason));
    return endless();
  };
  const { say, input, rest } = serveStreams({ doPlain }, { shutdownTimeout: 1 });
  say(opening, request(1, 'plain/do'));
  input.end();
  expect(await stopped.promise).toMatchObject({ reason: 'end-of-input' });
  expect(await rest()).toEqual([opened]);
});

test('a handler that waits for an answer learns that none will come', async () => {
  const doPlain: TestHandler = (_params, { ask }) =>
    ask('where', { method: 'places/list', params: {} }).catch((error: unknown) => ({ told: String(error) }));
  const { say, input, rest } = serveStreams({ doPlain });
  const capable = request(0, 'initialize', { protocolVersion: older.id, capabilities: { places: {} }, clientInfo });
  say(capable, notification('notifications/initialized'), request(1, 'plain/do'));
  input.end();
  expect(await rest()).toEqual([
    opened,
    expect.objectContaining({ method: 'places/list' }),
    result(1, { told: 'ConnectionClosedError: The client closed the connection' }),
  ]);
});

test('a message that is too large is reported to its caller by its id', async () => {
  const doPlain: TestHandler = (_params, { ask }) =>
    ask('where', { method: 'places/list', params: {} }).catch((error: unknown) => ({ told: String(error) }));
  const { say, input, rest, errors } = serveStreams({ doPlain }, { limits: { messageLimit: 1_000 } });
  const capable = request(0, 'initialize', { protocolVersion: older.id, capabilities: { places: {} }, clientInfo });
  const padding = { text: 'x'.repeat(1_001) };
  say(
    capable,
    notification('notifications/initialized'),
    request('large', 'plain/do', padding),
    request(1, 'plain/do'),
  );
  await new Promise((resolve) => setImmediate(resolve));
  say(result(0, padding));
  await new Promise((resolve) => setImmediate(resolve));
  input.end();
  expect(await rest()).toEqual([
    opened,
    failure('large', -32600, expect.stringContaining('1000 bytes')),
    request(0, 'places/list', {}),
    result(1, { told: expect.stringMatching(/1000 bytes\. The option limits\.messageLimit raises the limit$/) }),
  ]);
  expect(errors.map(String)).toEqual([
    expect.stringMatching(
      /^Error: Refused a request: .+1000 bytes\. The option limits\.messageLimit raises the limit$/,
    ),
  ]);
});

test('a client that does not read is not read from either, until it does', async () => {
  const output = new PassThrough({ highWaterMark: 10 });
  const { say, input, server } = serveStreams({ doPlain: () => ({}) }, { output });
  say(opening);
  await once(output, 'readable');
  say(request(1, 'plain/do'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(input.isPaused()).toBe(true);
  say(request(2, 'plain/do'));
  input.end();
  const written = text(output);
  await server.closed;
  output.end();
  expect(parseLines(await written)).toEqual([opened, result(1, {}), result(2, {})]);
});

test('a handler that sends a lot waits for the client to read, even when the client has said all', async () => {
  const output = new PassThrough({ highWaterMark: 10 });
  const words = ['a', 'b', 'c'].map((letter) => ({ text: letter.repeat(100_000) }));
  let told = 0;
  const doPlain: TestHandler = async (_params, { notify }) => {
    for (const word of words) {
      await notify('notifications/told', word);
      told++;
    }
    return {};
  };
  const { say, input, server } = serveStreams({ doPlain }, { output });
  say(opening, request(1, 'plain/do'));
  input.end();
  await once(input, 'end');
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toBe(0);
  const written = text(output);
  await server.closed;
  output.end();
  expect(told).toBe(3);
  expect(parseLines(await written)).toEqual([
    opened,
    ...words.map((word) => notification('notifications/told', word)),
    result(1, {}),
  ]);
});

test.each(['input', 'output'] as const)(
  'an %s that fails closes the session instead of the process',
  async (stream) => {
    const stopped = deferred<unknown>();
    const started = deferred();
    const doPlain: TestHandler = (_params, { signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason));
      started.resolve();
      return endless();
    };
    const tested = serveStreams({ doPlain });
    tested.say(opening, request(1, 'plain/do'));
    await started.promise;
    const cause = new Error('broken pipe');
    tested[stream].destroy(cause);
    expect(await tested.server.closed).toMatchObject({ reason: 'transport-error', cause });
    expect(await stopped.promise).toMatchObject({ reason: 'transport-error' });
    tested[stream].emit('error', new Error('again'));
  },
);

test('closing the server ends the conversation and gives the input back', async () => {
  const { say, output, input, server } = serveStreams({});
  say(opening);
  await once(output, 'readable');
  await server.close();
  expect(await server.closed).toMatchObject({ reason: 'closed' });
  expect(input.destroyed).toBe(true);
});

test('an output that takes nothing more does not keep the server from closing', async () => {
  const output = new PassThrough({ highWaterMark: 1 });
  const { say, server } = serveStreams({}, { output, drainTimeout: 1 });
  say(opening);
  await once(output, 'readable');
  await server.close();
  expect(await server.closed).toMatchObject({ reason: 'closed' });
});

/** Characters of a result that fills a budget, and a ledger with such a budget. */
const LARGE = 100_000;
const budget = (): Ledger => new Ledger({ output: { caller: 3 * LARGE } });

/** A handler that answers so many calls with large results, all at once. */
function answerAtOnce(count: number): { readonly doPlain: TestHandler; readonly answered: Promise<void> } {
  const all = deferred();
  let calls = 0;
  const doPlain: TestHandler = async () => {
    if (++calls === count) all.resolve();
    await all.promise;
    return { text: 'x'.repeat(LARGE) };
  };
  return { doPlain, answered: all.promise };
}

test('results that nobody reads are bounded, also those of one chunk: the others are answered with an error', async () => {
  const output = new PassThrough({ highWaterMark: 10 });
  const ledger = budget();
  const { doPlain, answered } = answerAtOnce(50);
  const { say, input, server, errors } = serveStreams({ doPlain }, { output, ledger });
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  say(opening, ...ids.map((id) => request(id, 'plain/do')));
  await answered;
  await new Promise((resolve) => setImmediate(resolve));
  expect(ledger.used('output')).toBeGreaterThan(LARGE);
  expect(ledger.used('output')).toBeLessThanOrEqual(3 * LARGE);
  input.end();
  const written = text(output);
  await server.closed;
  output.end();
  const answers = parseLines(await written).slice(1) as { readonly id: number; readonly error?: object }[];
  expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
  const refused = answers.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThanOrEqual(45);
  for (const { error } of refused) expect(error).toMatchObject({ code: -32603, data: { resource: 'output' } });
  expect(errors).toHaveLength(refused.length);
  expect(ledger.used('output')).toBe(0);
});

test('the connection to a client that reads nothing is closed when even errors pile up', async () => {
  const output = new PassThrough({ highWaterMark: 10 });
  const { doPlain } = answerAtOnce(150);
  const { say, input, server } = serveStreams({ doPlain }, { output, ledger: budget(), drainTimeout: 1 });
  const id = 'x'.repeat(10_000);
  say(opening, ...Array.from({ length: 150 }, (_, index) => request(`${id}${index}`, 'plain/do')));
  expect(await server.closed).toMatchObject({
    reason: 'transport-error',
    message: expect.stringContaining('The client does not read the responses'),
  });
  expect(input.destroyed).toBe(true);
});

test('too many invalid lines in a row close the connection', async () => {
  const { say, server, errors } = serveStreams({}, { limits: { malformedLimit: 10 } });
  say(opening, ...new Array<string>(10).fill('x'), '{}', ...new Array<string>(11).fill('{'));
  expect(await server.closed).toMatchObject({
    reason: 'transport-error',
    message: expect.stringContaining('10 consecutive lines'),
  });
  expect(errors).toHaveLength(20);
});

test('a message with too many values is answered with an error, and the conversation goes on', async () => {
  const { say, input, rest, errors } = serveStreams({}, { limits: { valueLimit: 100 } });
  say(request(7, 'plain/do', { values: new Array<number>(200).fill(0) }), opening);
  input.end();
  expect(await rest()).toEqual([
    failure(7, -32600, expect.stringMatching(/more values than the limit of 100$/)),
    opened,
  ]);
  expect(errors.map(String)).toEqual([expect.stringContaining('. The option limits.valueLimit raises the limit')]);
});

test('what has arrived of a message is counted, and a message over the budget is answered with an error', async () => {
  const ledger = new Ledger({ reading: { caller: 1_000 } });
  const { input, say, rest } = serveStreams({}, { ledger });
  input.write(JSON.stringify(request(7, 'plain/do', { text: 'x'.repeat(800) })).slice(0, -20));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ledger.used('reading')).toBeGreaterThan(800);
  input.write('y'.repeat(800));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ledger.used('reading')).toBe(0);
  say('"}}', opening);
  input.end();
  expect(await rest()).toEqual([
    {
      ...failure(7, -32603, expect.any(String)),
      error: expect.objectContaining({ data: { resource: 'reading', retryAfter: 1_000 } }),
    },
    opened,
  ]);
});

test.each([
  [{ limits: { messageLimit: 0 } }, RangeError],
  [{ limits: { valueLimit: NaN } }, RangeError],
  [{ limits: { malformedLimit: '1' as unknown as number } }, TypeError],
])('a limit is a number of at least 1: %j', (options, type) => {
  expect(() => new StdioServerTransport({ input: new PassThrough(), output: new PassThrough(), ...options })).toThrow(
    type,
  );
});

// In a process of its own

const program = fileURLToPath(new URL('programs/server.mjs', import.meta.url));

function start(): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('stdout carries nothing but messages, large ones whole, and the process ends with its input', async () => {
  covers('transports-stdio-stdout', 'stdio-stdout', 'stdio-exit');
  const child = start();
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const count = 1_000_000;
  child.stdin.end(`${JSON.stringify(opening)}\n${JSON.stringify(request(1, 'plain/do', { count }))}\n`);
  const [code, signal] = (await once(child, 'exit')) as unknown[];
  expect([code, signal]).toEqual([0, null]);
  expect(parseLines(await stdout)).toEqual([opened, result(1, { text: 'x'.repeat(count) })]);
  for (const printed of [
    'printed by the program',
    'printed as a table',
    'written by a library',
    'a second server: Standard output is already in use',
    'closed: end-of-input',
  ]) {
    expect(await stderr).toContain(printed);
  }
});

test('a client that is gone ends the process without a crash', async () => {
  const child = start();
  const stderr = text(child.stderr);
  child.stdin.write(`${JSON.stringify(opening)}\n`);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write(`${JSON.stringify(request(1, 'plain/do', { count: 1 }))}\n`);
  const [code, signal] = (await once(child, 'exit')) as unknown[];
  expect([code, signal]).toEqual([0, null]);
  expect(await stderr).toContain('closed: transport-error');
  expect(await stderr).not.toContain('    at ');
});
