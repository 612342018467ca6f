/** Connections that are kept between commands: by a process that starts and ends on its own, and leaves nothing behind. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPPORTED_REVISIONS } from '@mcp-gen/sdk/client';
import type { Terminal } from '@mcp-gen/talk';
import { expect, onTestFinished, test } from 'vitest';
import { runKept } from '../../talk/src/keep/runKept.js';
import { keepConnections } from '../../talk/src/keep/keepConnections.js';
import { isRunning } from '../support/programs.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { PROGRAM } from './talk.js';

const SERVER = join(ROOT, 'test/talk/fixtures/process.mjs');

/** Sockets are in a folder of the test. */
async function place(): Promise<{ readonly folder: string; readonly talk: (...args: string[]) => Promise<Finished> }> {
  const folder = await temporaryFolder();
  const env = { ...process.env, XDG_RUNTIME_DIR: folder };
  return { folder, talk: (...args) => run(folder, env, args) };
}

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[], input = ''): Promise<Finished> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => void (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => void (stderr += String(chunk)));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** The processes of a server, by what it has written. */
async function started(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, 'started'), 'utf8').catch(() => '');
  return text.trim().split('\n').filter(Boolean).map(Number);
}

/** Runs the process that keeps connections in this one. */
async function keeping(
  folder: string,
  idleTime: number,
  lingerTime = 200,
): Promise<{ readonly path: string; readonly ended: Promise<void> }> {
  const path = join(folder, 'keep.sock');
  const ended = keepConnections(path, { idleTime, lingerTime });
  await expect.poll(() => readdir(folder)).toContain('keep.sock');
  return { path, ended };
}

/** A terminal without a user, or with one who answers. */
function recording(
  answers: readonly string[] = [],
): Terminal & { readonly lines: string[]; readonly statuses: string[] } {
  const [lines, statuses]: [string[], string[]] = [[], []];
  const left = [...answers];
  return {
    lines,
    statuses,
    print: (text) => lines.push(text),
    note: (text) => lines.push(`note: ${text}`),
    status: (text) => statuses.push(text),
    paint: (_style, text) => text,
    input: () => Promise.resolve('{"text":"from input"}'),
    columns: undefined,
    ...(answers.length > 0 && {
      ask: (question: string) => {
        lines.push(`? ${question}`);
        return Promise.resolve(left.shift() ?? '');
      },
    }),
  };
}

const never = (): AbortSignal => new AbortController().signal;

test.each(SUPPORTED_REVISIONS)(
  'a program of %s is started once for commands one after another, and ends when none has come for some time',
  async (revision) => {
    const folder = await temporaryFolder();
    const { path, ended } = await keeping(folder, 300);
    const call = async (): Promise<string[]> => {
      const terminal = recording();
      const server = `${process.execPath} ${SERVER}`;
      const args = ['call', '--keep', '--revision', revision, '--env', `FOLDER=${folder}`, server, 'pid'];
      expect(await runKept(path, args, terminal, never())).toBe(0);
      return terminal.lines;
    };
    const [first] = await call();
    expect(await call()).toEqual([first]);
    expect(await started(folder)).toEqual([Number(first)]);
    expect(isRunning(Number(first))).toBe(true);
    await ended;
    await expect.poll(() => isRunning(Number(first))).toBe(false);
    expect(await readdir(folder)).toEqual(['started']);
  },
);

test('what the server asks goes to the terminal of the command, as standard input does', async () => {
  const folder = await temporaryFolder();
  const { path, ended } = await keeping(folder, 50);
  const server = `${process.execPath} ${SERVER}`;
  const terminal = recording(['Ada', 'y']);
  expect(await runKept(path, ['call', '--keep', server, 'ask'], terminal, never())).toBe(0);
  expect(terminal.statuses[0]).toMatch(/^Connecting to .* …$/);
  expect(terminal.statuses.at(-1)).toBe('');
  expect(terminal.lines).toEqual([
    'note: The server asks: Who are you?',
    '? name: ',
    '? Send this? [Y/n/c(ancel)] ',
    'Ada',
  ]);
  const second = recording();
  expect(await runKept(path, ['call', '--keep', server, 'say', '--input', '-'], second, never())).toBe(0);
  expect(second.lines).toEqual(['from input']);
  await ended;
});

test('a command that is interrupted leaves the connection to the next one', async () => {
  const folder = await temporaryFolder();
  const { path, ended } = await keeping(folder, 200);
  const args = ['--keep', '--env', `FOLDER=${folder}`, `${process.execPath} ${SERVER}`];
  const stop = new AbortController();
  const waiting = runKept(path, ['call', ...args, 'wait'], recording(), stop.signal);
  await expect.poll(() => readdir(folder)).toContain('waiting');
  // While the connection is in use, another command has one of its own.
  const beside = recording();
  expect(await runKept(path, ['call', ...args, 'pid'], beside, never())).toBe(0);
  stop.abort();
  expect(await waiting).toBe(130);
  const next = recording();
  await expect.poll(() => readdir(folder)).toContain('cancelled');
  expect(await runKept(path, ['call', ...args, 'pid'], next, never())).toBe(0);
  const [first, second] = await started(folder);
  expect([beside.lines, next.lines]).toEqual([[String(second)], [String(first)]]);
  await ended;
});

test('a failure to connect is that of the command, and keeps nothing', async () => {
  const folder = await temporaryFolder();
  const { path, ended } = await keeping(folder, 60_000, 50);
  const terminal = recording();
  expect(await runKept(path, ['ping', '--keep', 'http://127.0.0.1:9/mcp'], terminal, never())).toBe(3);
  expect(terminal.lines).toEqual([expect.stringMatching(/^note: error: /)]);
  await ended;
});

test('the process starts on its own, for its owner alone, and is replaced when it was killed', async () => {
  const { folder, talk } = await place();
  const call = ['call', '--keep', '--env', `FOLDER=${folder}`, `${process.execPath} ${SERVER}`];
  const first = await talk(...call, 'pid');
  expect(first, first.stderr).toMatchObject({ code: 0, stderr: '' });
  const keeper = Number((await talk(...call, 'parent')).stdout);
  onTestFinished(() => void (isRunning(keeper) && process.kill(keeper, 'SIGKILL')));
  expect((await talk(...call, 'pid')).stdout).toBe(first.stdout);
  process.kill(keeper, 'SIGKILL');
  await expect.poll(() => isRunning(Number(first.stdout))).toBe(false);
  const second = await talk(...call, 'pid');
  expect(second, second.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).not.toBe(first.stdout);
  const next = Number((await talk(...call, 'parent')).stdout);
  process.kill(next, 'SIGTERM');
  await expect.poll(() => isRunning(next)).toBe(false);
  await expect.poll(() => isRunning(Number(second.stdout))).toBe(false);
  expect(await readdir(join(folder, 'mcp-talk'))).toEqual([]);
});

test('a folder that others can access is not used', async () => {
  const { folder, talk } = await place();
  await mkdir(join(folder, 'mcp-talk'));
  await chmod(join(folder, 'mcp-talk'), 0o755);
  const { code, stderr } = await talk('ping', '--keep', 'https://example.com/mcp');
  expect(code).toBe(3);
  expect(stderr).toBe(`error: ${join(folder, 'mcp-talk')} must be a folder that only you can access (mode 700)\n`);
});

test('a recording needs a connection of its own', async () => {
  const { talk } = await place();
  expect(await talk('ping', '--keep', '--record', 'x.jsonl', 'https://example.com/mcp')).toMatchObject({
    code: 2,
    stderr: 'error: --record conflicts with --keep\n',
  });
});
