import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectSession, type Message, type Receiver } from '../../runtime/src/index.js';
import { StdioClientTransport, type StdioClientOptions } from '../../runtime/src/stdio.js';
import { clientInfo, older } from '../unit/runtime/fixture.js';
import { processTree, taskkillTree } from '../../runtime/src/transports/processTree.js';
import { deferred, notification } from '../unit/runtime/support.js';
import { covers } from '../support/covers.js';
import { heldBytes } from '../support/heap.js';
import { testUnless } from '../support/omissions.js';
import { isRunning } from '../support/programs.js';
import { MEBIBYTE } from '../support/rpc.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { converse, programPath, start, type Program } from './stdioPrograms.js';

/** Receives nothing. */
const UNUSED: Receiver = {
  message: () => expect.unreachable(),
  malformed: () => expect.unreachable(),
  failed: () => expect.unreachable(),
  ended: () => expect.unreachable(),
  closed: () => expect.unreachable(),
};

test('messages go to the server and come back, in order', async () => {
  covers('transports-stdio-lines', 'transports-stdio-stdin', 'transports-utf8', 'stdio-lines', 'stdio-stdin');
  covers('transports-encoding');
  const { transport, messages, malformed, first } = await start('echo');
  const sent = [1, 2, 3].map((n) => notification('n', { n, text: 'é\n' }) as Message);
  for (const message of sent) void transport.send(message);
  await first;
  await transport.close();
  expect(messages).toEqual(sent);
  expect(malformed).toEqual([]);
});

test('the server gets its arguments, its folder, and no more of the environment than it needs', async () => {
  covers('base-credentials-over-stdio');
  process.env.TEST_SECRET = 'secret';
  onTestFinished(() => {
    delete process.env.TEST_SECRET;
  });
  const cwd = realpathSync(tmpdir());
  const env = { GIVEN: 'value', HOME: '/given' };
  const { first } = await start('environment', { args: ['one two', '$HOME;"'], cwd, env });
  const told = (await first) as { args: string[]; cwd: string; env: Record<string, string> };
  expect(told.args).toEqual(['one two', '$HOME;"']);
  expect(told.cwd).toBe(cwd);
  expect(told.env).toMatchObject({ ...env, PATH: process.env.PATH });
  expect(told.env).not.toHaveProperty('TEST_SECRET');
});

test('closing ends the input, and a server that exits then is not signaled', async () => {
  covers('lifecycle-shutdown-close-input', 'stdio-shutdown');
  const note = join(await temporaryFolder(), 'note');
  const exitListeners = process.listenerCount('exit');
  const { transport, first } = await start('graceful', { args: [note], shutdownTimeout: 60_000 });
  await first;
  expect(process.listenerCount('exit')).toBe(exitListeners + 1);
  const pid = transport.pid as number;
  const closing = transport.close();
  expect(transport.close()).toBe(closing);
  await closing;
  expect(isRunning(pid)).toBe(false);
  expect(readFileSync(note, 'utf8')).toBe('end of input');
  expect(process.listenerCount('exit')).toBe(exitListeners);
});

test('a client and a server in a process of its own hold a conversation', async () => {
  covers('transports-stdio-supported');
  const { transport, session } = await converse();
  const answers = await Promise.all([1, 2, 3].map((count) => session.request('plain/do', { count })));
  expect(answers).toEqual([{ text: 'x' }, { text: 'xx' }, { text: 'xxx' }]);
  process.kill(transport.pid as number, 'SIGKILL');
  await expect(session.request('ping')).rejects.toMatchObject({ reason: 'process-exit' });
  expect(await session.closed).toMatchObject({ message: expect.stringContaining('SIGKILL') });
});

test('a server that does not exit on its own is asked to', async () => {
  covers('lifecycle-error-shutdown', 'lifecycle-shutdown-sigterm', 'stdio-shutdown');
  const note = join(await temporaryFolder(), 'note');
  const { transport, first } = await start('obedient', { args: [note] });
  await first;
  await transport.close();
  expect(readFileSync(note, 'utf8')).toBe('terminated');
});

test('a server that ignores everything is gone after closing, too', async () => {
  covers('lifecycle-shutdown-sigkill');
  const { transport, first } = await start('stubborn');
  await first;
  const pid = transport.pid as number;
  await transport.close();
  expect(isRunning(pid)).toBe(false);
});

const noSignals = process.platform === 'win32' ? 'Windows has no signals' : undefined;

describe('a server behind a shell, which passes no signals on', () => {
  const behindShell = (program: Program, ...args: readonly string[]): Partial<StdioClientOptions> => ({
    command: 'sh',
    args: ['-c', '"$0" "$@"; true', process.execPath, programPath(program), ...args],
  });

  testUnless(noSignals, 'is asked to exit', async () => {
    const note = join(await temporaryFolder(), 'note');
    const { transport, first } = await start('obedient', behindShell('obedient', note));
    await first;
    await transport.close();
    expect(readFileSync(note, 'utf8')).toBe('terminated');
  });

  testUnless(noSignals, 'is gone after closing, whatever it ignores', async () => {
    const { transport, first } = await start('stubborn', behindShell('stubborn'));
    const { pid } = (await first) as { pid: number };
    await transport.close();
    // The process that adopts another one may notice its end late.
    const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
    expect(state.trim()).toMatch(/^(Z.*)?$/);
  });
});

test('what the server says last is heard, then how it ended', async () => {
  const seen: string[] = [];
  const { messages, closed } = await start('exit', { stderr: 'pipe', onStderr: (text) => seen.push(text) });
  const error = await closed;
  expect(error).toMatchObject({ reason: 'process-exit', message: expect.stringContaining('exited with code 3') });
  expect(error.message).toMatch(/first line\n+last words/);
  expect(messages).toEqual([{ last: 'message' }]);
  expect(seen).toEqual(seen.map(String));
  expect(seen.join('')).toBe('first line\nlast words\n');
});

test('a server that is killed is told apart', async () => {
  const { transport, closed, first } = await start('stubborn');
  await first;
  process.kill(transport.pid as number, 'SIGKILL');
  expect(await closed).toMatchObject({ reason: 'process-exit', message: expect.stringContaining('SIGKILL') });
});

test.each(['ignore', 'pipe'] as const)('a flood of stderr does not stop the server: %s', async (stderr) => {
  covers('transports-stdio-stderr', 'stdio-stderr');
  const { first, transport } = await start('talkative', { stderr });
  expect(await first).toEqual({ ready: true });
  await transport.close();
});

test('of a flood of stderr only the end is kept', async () => {
  const { first, transport, closed } = await start('talkative', { stderr: 'pipe' });
  await first;
  process.kill(transport.pid as number, 'SIGKILL');
  expect((await closed).message.length).toBeLessThan(5_000);
});

test('an invalid line is reported, and the other messages are received', async () => {
  const { messages, malformed, closed } = await start('garbage');
  await closed;
  expect(messages).toEqual([{ ready: true }]);
  expect(malformed.map(({ code }) => code)).toEqual([-32700, -32700, -32700, -32700]);
  const [log, half, long] = malformed.map(({ message }) => message);
  expect(log).toContain('a line is not JSON: "Listening ..." (servers must write only messages to stdout');
  expect(half).toMatch(/a line is not JSON$/);
  expect(long).toContain(`"${'x'.repeat(100)}"`);
});

test('a message beyond the limit closes the connection, saying so', async () => {
  const { closed } = await start('endless', { limits: { messageLimit: 1_000 } });
  expect(await closed).toMatchObject({
    reason: 'message-too-large',
    message: expect.stringMatching(/1000 bytes\. The option limits\.messageLimit raises the limit\. Command: /),
    cause: { code: -32600 },
  });
});

test('a caller whose request is too large for the server is told so, and the conversation goes on', async () => {
  const { session } = await converse();
  const large = session.request('plain/do', { text: 'x'.repeat(65 * MEBIBYTE) });
  await expect(large).rejects.toMatchObject({
    code: -32600,
    message: expect.stringContaining('larger than the limit'),
  });
  expect(await session.request('plain/do', { count: 1 })).toEqual({ text: 'x' });
});

test('the connection to a server that no longer reads is closed', async () => {
  const { transport, first, closed } = await start('deaf');
  await first;
  const message = notification('n') as Message;
  void transport.send(message);
  expect(await closed).toMatchObject({ reason: 'transport-error' });
  await transport.close();
});

test('the connection to a server that asks without reading the answers is closed before they fill the memory', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programPath('asking')],
    shutdownTimeout: 100,
  });
  const before = await heldBytes();
  const errors: unknown[] = [];
  const session = await connectSession(transport, {
    clientInfo,
    revisions: [older],
    onError: (error) => errors.push(error),
  });
  const asked = expect(session.request('ping')).rejects.toMatchObject({ reason: 'transport-error' });
  expect(await session.closed).toMatchObject({ message: expect.stringContaining('does not read the responses') });
  await asked;
  expect((await heldBytes()) - before).toBeLessThan(64 * MEBIBYTE);
  expect(errors).toEqual([]);
});

test.each([1, 4])(
  'a server that reads the answers is not dropped, however large they are together: %d requests at a time',
  async (window) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [programPath('attentive'), String(window)],
      stderr: 'ignore',
    });
    const handlers = { listPlaces: () => ({ text: 'x'.repeat(MEBIBYTE) }) };
    const session = await connectSession(transport, { clientInfo, revisions: [older], handlers });
    onTestFinished(() => session.close());
    expect(await session.request('plain/do')).toEqual({ answered: 30 });
  },
);

test('the connection to a server that no longer writes is closed', async () => {
  const { closed } = await start('mute');
  expect(await closed).toMatchObject({ reason: 'end-of-input' });
});

test('a process that the server leaves behind holds nothing up', async () => {
  const { transport, first, closed } = await start('parent', { shutdownTimeout: 600_000 });
  const { child } = (await first) as { child: number };
  onTestFinished(() => void process.kill(child, 'SIGKILL'));
  expect(await closed).toMatchObject({ reason: 'process-exit', message: expect.stringContaining('code 0') });
  await transport.close();
});

test.each([
  [
    'a program that does not exist',
    { command: '/no/such/program' },
    /\/no\/such\/program .*: program not found$/,
    'ENOENT',
  ],
  [
    'a folder that does not exist',
    { command: process.execPath, cwd: '/no/such' },
    /: program not found, or folder \/no\/such not found$/,
    'ENOENT',
  ],
  ['a file that is not a program', { command: fileURLToPath(import.meta.url) }, /: permission denied$/, 'EACCES'],
])('%s is a clear error', async (_name, options, message, code) => {
  const transport = new StdioClientTransport({ ...options, shutdownTimeout: 600_000 });
  await expect(transport.start(UNUSED)).rejects.toMatchObject({
    message: expect.stringMatching(message),
    cause: { code },
  });
  await transport.close();
});

test('an argument that cannot be passed is a clear error', async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: ['\0'] });
  await expect(transport.start(UNUSED)).rejects.toThrow(/null bytes/);
  await transport.close();
});

test('a transport is started once, and sends nothing before that or after closing', async () => {
  expect(new StdioClientTransport({ command: process.execPath }).send(notification('n') as Message)).toBeUndefined();
  const { transport } = await start('echo');
  await expect(transport.start({} as never)).rejects.toThrow('already been started');
  await transport.close();
  expect(transport.send(notification('n') as Message)).toBeUndefined();
});

test.each(['stubborn', 'parent'])(
  'no process, pipe or timer is left behind, and the client can exit: %s',
  async (server) => {
    // Its own stderr must not be one of the pipes that are counted.
    const client = spawn(process.execPath, [programPath('client'), programPath(server as Program), 'pipe', '100'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void client.kill('SIGKILL'));
    const output = text(client.stdout);
    expect(await once(client, 'exit')).toEqual([0, null]);
    const { first, before, during, after } = JSON.parse(await output) as {
      readonly first: { readonly child?: number };
    } & Record<'before' | 'during' | 'after', string[]>;
    if (first.child !== undefined) process.kill(first.child, 'SIGKILL');
    expect(during).toContain('PipeWrap');
    expect(after).toEqual(before);
  },
);

test('the stderr of a server is that of the client, unless it is given away', async () => {
  const client = spawn(process.execPath, [programPath('client'), programPath('exit')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void client.kill('SIGKILL'));
  expect(await text(client.stderr)).toBe('first line\nlast words\n');
});

test('the stderr of a server is shown, and quoted where the server ends before it has sent a message', async () => {
  const script = 'process.stderr.write("x".repeat(3000) + "\\n\\u001b[31mlast\\u0007 words\\n"); process.exitCode = 4';
  const program = `
    import { StdioClientTransport } from '${new URL('../../runtime/dist/stdio.js', import.meta.url).href}';
    const transport = new StdioClientTransport({ command: process.execPath, args: ['-e', ${JSON.stringify(script)}] });
    const receiver = { closed: ({ message }) => process.stdout.write(message) };
    await transport.start(receiver);`;
  const client = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void client.kill('SIGKILL'));
  const [said, shown] = await Promise.all([text(client.stdout), text(client.stderr)]);
  expect(said).toMatch(
    /^The server exited with code 4 before it sent a message\. Command: .*ended with:\nlast words$/s,
  );
  expect(shown).toBe(`${'x'.repeat(3_000)}\nlast words\n`);
});

test('a client whose own stderr nobody reads outlives what its server writes there', async () => {
  const lines = 'setInterval(() => process.stderr.write("x".repeat(10_000)), 1)';
  const script = `${lines}; setTimeout(() => process.stdout.write("{}\\n"), 300)`;
  const program = `
    import { StdioClientTransport } from '${new URL('../../runtime/dist/stdio.js', import.meta.url).href}';
    const args = ['-e', ${JSON.stringify(script)}];
    const transport = new StdioClientTransport({ command: process.execPath, args, shutdownTimeout: 100 });
    await new Promise((message) => transport.start({ message }));
    await transport.close();
    process.stdout.write('alive');`;
  const client = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void client.kill('SIGKILL'));
  client.stderr.destroy();
  expect(await text(client.stdout)).toBe('alive');
});

test('a command is shown without its environment, and not without end', async () => {
  const args = ['-e', 'process.exit(1)', 'x'.repeat(500)];
  const transport = new StdioClientTransport({ command: process.execPath, args, env: { KEY: 'secret' } });
  const closed = deferred<Error>();
  await transport.start({ ...UNUSED, closed: closed.resolve });
  const { message } = await closed.promise;
  expect(message).toMatch(/^The server exited with code 1 before it sent a message\. Command: .*xxx…$/);
  expect(message).not.toContain('secret');
  expect(message.length).toBeLessThan(300);
  await transport.close();
});

describe('where processes are ended by taskkill', () => {
  /** Ends processes as `taskkill` does, and records how it is called. */
  function pretendWindows(succeeds: boolean) {
    const before = processTree.current;
    const calls: (readonly string[])[] = [];
    processTree.current = taskkillTree((program, args) => {
      calls.push([program, ...args]);
      if (succeeds) process.kill(Number(args[1]), 'SIGKILL');
      return succeeds;
    });
    onTestFinished(() => void (processTree.current = before));
    return calls;
  }

  testUnless(noSignals, 'the tree of a server that does not exit is ended, once', async () => {
    const calls = pretendWindows(true);
    const { transport, first } = await start('stubborn');
    await first;
    const pid = transport.pid as number;
    await transport.close();
    expect(isRunning(pid)).toBe(false);
    expect(calls).toEqual([[expect.stringMatching(/System32.taskkill\.exe$/), '/PID', String(pid), '/T', '/F']]);
  });

  testUnless(noSignals, 'a server is ended alone where that fails', async () => {
    const calls = pretendWindows(false);
    const { transport, first } = await start('stubborn');
    await first;
    const pid = transport.pid as number;
    await transport.close();
    expect(isRunning(pid)).toBe(false);
    expect(calls).toHaveLength(2);
  });

  testUnless(
    noSignals,
    'a server that has exited receives no signal: its process id may belong to another process',
    async () => {
      const calls = pretendWindows(true);
      const { transport, closed } = await start('exit');
      await closed;
      await transport.close();
      expect(calls).toEqual([]);
    },
  );
});

describe('a client that ends without closing anything', () => {
  /** Ends a client with three servers, and tells which of them are left: the process groups that they lead. */
  async function endClient(how: 'exit' | 'throw' | NodeJS.Signals) {
    const note = join(await temporaryFolder(), 'note');
    const args = [programPath('host'), fileURLToPath(new URL('programs', import.meta.url)), note, how];
    const client = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = once(client, 'exit');
    const [line] = (await once(client.stdout.setEncoding('utf8'), 'data')) as [string];
    const [plain = 0, shell = 0, waiting = 0] = JSON.parse(line) as number[];
    onTestFinished(() =>
      [plain, shell, waiting].filter((pid) => isRunning(-pid)).forEach((pid) => process.kill(-pid, 'SIGKILL')),
    );
    if (how !== 'exit' && how !== 'throw') client.kill(how);
    await exited;
    return {
      obedient: () => [plain, shell].filter((pid) => isRunning(-pid)),
      waiting: () => isRunning(-waiting),
      note: () => readFileSync(note, 'utf8'),
    };
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL', 'exit', 'throw'] as const)(
    'leaves no server behind that keeps to the specification: %s',
    async (how) => {
      const { obedient } = await endClient(how);
      await expect.poll(obedient, { timeout: 10_000 }).toEqual([]);
    },
  );

  test.each(['exit', 'throw'] as const)('and ends by itself asks the others to end: %s', async (how) => {
    const { waiting, note } = await endClient(how);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(false);
    expect(note()).toBe('terminated');
  });
});

test('a client that can open nothing more is told why no server starts', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no limit of open files to be set for a process');
  const command = 'ulimit -n 64; exec "$0" "$1"';
  const client = spawn('sh', ['-c', command, process.execPath, programPath('crowded')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(client.stdout), text(client.stderr), once(client, 'exit')]);
  expect({ code: code as number, errors }).toEqual({ code: 0, errors: '' });
  expect(output).toMatch(/cannot be started: .*EMFILE/);
});
