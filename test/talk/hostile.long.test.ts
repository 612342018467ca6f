/**
 * Servers that harm the user who looks at them from a terminal: nothing that they say acts on the terminal, memory is bounded, and each command
 * ends with an exit code and an error that says why.
 */

import { spawn, spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminal } from '@mcp-gen/talk';
import { describe, expect, test } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { talk } from './talk.js';

const PROGRAM = join(ROOT, 'talk/dist/bin.js');
const SERVER = join(ROOT, 'test/fixtures/hostileToUsers.mjs');

/** MB that the heap of the program may have. A message may have 64 MiB. */
const HEAP = 96;

/** What a terminal acts on, or nobody sees. Lines and tabs are layout. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cf}]/u;

interface Ran {
  /** The exit code; the signal if the program was killed. */
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program with a server, with little memory. */
function run(behavior: string, args: readonly string[], interruptAfter?: number): Promise<Ran> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP}`, PROGRAM, ...args, '--', process.execPath, SERVER, behavior],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString('latin1')));
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString('latin1');
    if (interruptAfter !== undefined && err.includes('Ctrl-C ends it.')) {
      setTimeout(() => child.kill('SIGINT'), interruptAfter);
      interruptAfter = undefined;
    }
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const decoded = (text: string): string => Buffer.from(text, 'latin1').toString();
      resolve({ code: code ?? signal, out: decoded(out), err: decoded(err) });
    });
  });
}

/** Runs a command in this process: what it prints is as it is before the terminal. */
function here(behavior: string, args: readonly string[], ask?: Terminal['ask']): Promise<Ran> {
  return talk([...args, '--', process.execPath, SERVER, behavior], { ask });
}

describe('escapes in every text of a server', () => {
  test.each<[args: string, code: number, shown: RegExp]>([
    ['list', 0, /^evil 1, revision 2025-11-25\n\ndo\(\)\n {2}d/],
    ['list --schema', 0, /inputSchema/],
    ['list --json', 0, /"name": "do"/],
    ['list --verbose', 0, /^<- \{"jsonrpc".*\\u001b\[2J/m],
    ['call do', 0, /^t[^]*\n\(image\/png, \d+ bytes: /],
    ['call do --json', 0, /\\u001b\[2J/],
    ['call do --verbose', 0, /^s$/m],
    ['call ask', 0, /^t/],
    ['call fail', 3, /^error: m$/m],
    ['call nope', 2, /The server has no tool "nope"\. It has: do, values/],
    ['call', 2, /Which tool\? The server has: do, values/],
    ['call odd', 2, /do not match the schema of odd/],
    ['call names', 2, /no tool "names"/],
    ['bench fail --seconds 1', 3, /^error: m$/m],
    ['read x://y', 0, /^r/],
    ['read x://y --json', 0, /"text": "r/],
    ['prompt p', 0, /^user: p/],
    ['prompt p --json', 0, /"role": "user"/],
    ['complete p a b', 0, /^w w$/m],
    ['complete p a b --json', 0, /"values"/],
    ['info', 0, /^server {2}evil 1\n/],
    ['info --json', 0, /"instructions": "Do it/],
    ['ping', 0, /^[\d.]+ ms$/],
  ])('%s', async (line, code, shown) => {
    const folder = await temporaryFolder();
    const args = line.split(' ');
    if (['call', 'read'].includes(args[0] ?? '')) args.push('--out', folder);
    const ran = await here('text', args);
    expect(ran.code).toBe(code);
    expect(ran.out + ran.err).toMatch(shown);
    expect(ran.out).not.toMatch(ACTING);
    expect(ran.err).not.toMatch(ACTING);
    // No name of a file comes from the server.
    for (const name of await readdir(folder)) expect(name).toMatch(/^result-\d+\.(?:png|bin)$/);
    if (line.endsWith('--json')) expect(JSON.parse(ran.out)).toEqual(expect.any(Object));
  });

  test.each(['watch', 'watch --json'])('%s', async (line) => {
    const { code, out, err } = await run('text', [...line.split(' '), 'x://y'], 1_000);
    expect(code).toBe(0);
    expect(out).toMatch(/log.*error.*updated/s);
    expect(out).not.toMatch(ACTING);
    expect(err).not.toMatch(ACTING);
  });

  test('in configuration files', async () => {
    const server = { command: 'node\u001b[2J', args: ['\u001b[2J\ny'], env: { 'A\u001b[2J': '' } };
    const remote = { url: 'http://user:secret@127.0.0.1:9/\u001b[2J?token=secret' };
    const mcpServers = { one: server, 'two\u001b[2J\nx': remote, 'three\u202e': { command: 7 } };
    const folder = await temporaryFolder({ 'mcp.json': JSON.stringify({ mcpServers }), '.mcp.json': '{"mcpServers":' });
    for (const args of [
      ['servers'],
      ['servers', '--json'],
      ['ping', 'one'],
      ['ping', 'two'],
      ['ping', 'three\u202e'],
    ]) {
      const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
        cwd: folder,
        env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
        encoding: 'utf8',
      });
      expect(stdout + stderr).not.toBe('');
      expect(stdout).not.toMatch(ACTING);
      expect(stderr).not.toMatch(ACTING);
      expect(stdout + stderr).not.toContain('secret');
    }
  });

  test('in recordings', async () => {
    const evil = '\u001b[2J\u202e';
    const lines = [
      { from: 'client', message: { jsonrpc: '2.0', id: 0, method: `initialize${evil}`, params: { [evil]: evil } } },
      { from: 'server', message: { jsonrpc: '2.0', id: 0, result: { [evil]: evil } } },
    ];
    const file = join(await temporaryFolder(), 'session.jsonl');
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { stderr } = spawnSync(process.execPath, [PROGRAM, 'replay', file], {
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: `x${evil}`, params: { evil } })}\n`,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toMatch(ACTING);
  });
});

/** Sequences of this program: styles, the removal of a status line, and what a question of Node's readline does. */
const OWN = new RegExp(String.raw`\u001b\[(?:[123]?\d?m|K|0J|\d+G)|\r(?=\n|\u001b\[K)`, 'g');

testUnless(
  spawnSync('script', ['--version']).error === undefined ? undefined : 'script is not installed',
  'in a terminal, styles, questions, and the status line are all that is not text',
  async () => {
    const folder = await temporaryFolder();
    for (const args of [['list'], ['call', 'do', '--verbose'], ['call', 'ask'], ['info'], ['call', 'fail']]) {
      const line = [process.execPath, PROGRAM, ...args, '--', process.execPath, SERVER, 'text'].join("' '");
      const { stdout } = spawnSync('script', ['-qec', `stty cols 80; '${line}'`, '/dev/null'], {
        input: '\n\n\n\n',
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, TERM: 'xterm', NO_COLOR: '', TMPDIR: folder },
      });
      const text = stdout.replaceAll('^D\b\b', '').replaceAll('\r\n', '\n');
      if (args[0] === 'list') expect(text).toContain('\u001b[36mdo\u001b[39m');
      if (args[1] === 'ask') expect(text).toContain('The server asks: q\n');
      expect(text.replaceAll(OWN, '')).not.toMatch(ACTING);
    }
  },
);

describe('with a heap of 96 MB, each command ends', () => {
  test.each<[behavior: string, args: string, code: number, shown: RegExp]>([
    ['pages', 'list', 3, /^error: The list does not end, or is too long: it has more than 1000 pages\n$/],
    ['pages', 'call nope', 3, /^error: The list does not end/],
    ['cursor', 'list', 3, /^error: The list does not end, or is too long: a cursor was repeated\n$/],
    ['wide', 'list', 3, /^error: Invalid request: a message has more values than the limit of 1000000\n$/],
    ['heavy', 'list --json', 3, /^error: The list does not end.*more than 33554432 bytes\n$/],
    ['schemas', 'list', 0, /^$|^Left out the tool t2: it is more than 200 levels deep\n$/],
    ['large', 'call do', 0, /^$/],
    ['large', 'call do --json', 0, /^$/],
    ['large', 'call do --verbose', 0, /… \(\d+ characters\)\n$/],
    ['deep', 'call do --verbose', 0, /^<- \(nested too deeply to be shown\)$/m],
    [
      'deep',
      'call do --record session.jsonl',
      2,
      /^error: The recording .* cannot be written: a message is nested too deeply\n$/,
    ],
    ['faulty', 'call do --verbose', 3, / ! and \d+ more|( ! \/result\/content\/\d+: [^\n]*\n){10}/],
    ['tooLarge', 'call do', 3, /^error: Invalid request: a message is larger than the limit of 67108864 bytes\n$/],
    ['progress', 'call do', 0, /^$/],
    ['logs', 'call do --timeout 60', 0, /^$/],
    ['logs', 'watch', 3, /faster than the rate limit[^]*\nerror: The server exited with code 1\n$/],
    ['questions', 'call do --timeout 3', 3, /^error: Request timed out: no response to tools\/call within 3000 ms\n$/],
    ['silent', 'ping --timeout 1', 3, /^error: Request timed out: no response to initialize within 1000 ms/],
    ['silentList', 'list --timeout 1', 3, /^error: Request timed out: no response to tools\/list within 1000 ms\n$/],
    ['silentCall', 'call do --timeout 1', 3, /^error: Request timed out: no response to tools\/call within 1000 ms\n$/],
    ['deaf', 'ping', 0, /^$/],
    ['exits', 'ping', 3, /^error: The server exited with code 7/],
    ['exitsLater', 'call do', 3, /^error: The server exited with code 0/],
    ['garbage', 'list', 3, /^Parse error: a line is not JSON[^]*\nerror: .*not messages/],
    ['noLineEnd', 'list', 3, /^error: Invalid request: a message is larger than the limit of 67108864 bytes\n$/],
    ['stderr', 'list', 0, /^$/],
    ['stderr', 'list --verbose', 0, /\(further lines of stderr are left out\)/],
  ])('%s: %s', async (behavior, line, code, shown) => {
    const folder = await temporaryFolder();
    const args = line.split(' ');
    if (args[0] === 'call') args.push('--out', folder);
    if (args.includes('--record')) args.splice(args.indexOf('--record') + 1, 1, join(folder, 'session.jsonl'));
    const ran = await run(behavior, args);
    expect({ code: ran.code, err: ran.err.slice(-2_000) }).toEqual({ code, err: expect.stringMatching(/^/) as string });
    expect(ran.err).toMatch(shown);
    expect(ran.out).not.toMatch(ACTING);
    expect(ran.err).not.toMatch(ACTING);
    expect(ran.out.length).toBeLessThan(20_000_000);
    expect(ran.err.length).toBeLessThan(2_000_000);
  });

  test('a result has at most 100 files', async () => {
    const folder = await temporaryFolder();
    const { code, out } = await run('many', ['call', 'do', '--out', folder]);
    expect(code).toBe(0);
    expect(out).toContain('not saved, since the result has more than 100 files');
    expect(await readdir(folder)).toHaveLength(100);
    expect(await readFile(join(folder, 'result-1.png'))).toEqual(Buffer.from('AAAA', 'base64'));
  });
});

/** Calls a tool in this process, with answers to questions. */
async function answered(behavior: string, answer: (question: string) => string): Promise<{ asked: string[] } & Ran> {
  const asked: string[] = [];
  const ask = (question: string): Promise<string> => (asked.push(question), Promise.resolve(answer(question)));
  return { asked, ...(await here(behavior, ['call', 'do', '--timeout', '2'], ask)) };
}

test('after five questions of a server, the user is asked whether to answer more', async () => {
  const { code, asked, err } = await answered('questions', (question) => (question.includes('[y/N]') ? '' : 'x'));
  expect(asked.filter((each) => each.startsWith('answer'))).toHaveLength(5);
  expect(asked.at(-1)).toBe('The server has asked 5 times. Answer further questions? [y/N] ');
  expect(code).toBe(3);
  expect(err).toContain('error: Request timed out: no response to tools/call within 2000 ms');
});

test('a form with too many fields is cancelled', async () => {
  const { code, asked, out, err } = await answered('fields', () => 'x');
  expect({ code, asked }).toEqual({ code: 0, asked: [] });
  expect(out).toBe('{"action":"cancel"}');
  expect(err).toContain('The form has 200 fields, and is cancelled: at most 50 are shown.');
});
