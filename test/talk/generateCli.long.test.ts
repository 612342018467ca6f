/**
 * Programs for one server. They are run as processes in a folder where only the sdk and its dependencies can be resolved, against servers of
 * every revision, over stdio and HTTP, and against a server of others.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { revision } from '@mcp-gen/protocol/2025-11-25';
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { plainText } from '@mcp-gen/sdk/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import ts from 'typescript';
import { programText } from '../../talk/src/generateCli/programText.js';
import { flagsOf } from '../../talk/src/generateCli/toolFlags.js';
import { uniqueNames } from '../../talk/src/generateCli/uniqueNames.js';
import { hostileText } from '../support/hostile.js';
import { startServer } from '../support/httpServer.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { emptyProject } from '../support/packages.js';
import { parse } from '../support/parse.js';
import { OFFICIAL_EVERYTHING } from '../support/programs.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { Random } from '../../generator/cases/random.js';
import { REVISION_IDS, ROOT } from '../support/schemas.js';
import { talk } from './talk.js';

const TYPED = join(ROOT, 'test/fixtures/typedTools.mjs');
const LATEST = REVISION_IDS.at(-1) ?? '';

const folder = emptyProject();

beforeAll(() => copyPackage('@mcp-gen/sdk', ROOT));

/** Copies a package, and all that it depends on, into the folder: a link would also resolve what is installed beside it. */
async function copyPackage(name: string, from: string): Promise<void> {
  const target = join(folder, 'node_modules', name);
  if (existsSync(target)) return;
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const place = places.map((each) => join(each, name)).find((each) => existsSync(each)) ?? '';
  await cp(place, target, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.slice(place.length).includes('node_modules'),
  });
  const { dependencies = {} } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as {
    readonly dependencies?: { readonly [name: string]: string };
  };
  for (const each of Object.keys(dependencies)) await copyPackage(each, place);
}

/** Runs `generate-cli` in this process. */
async function generate(...args: readonly string[]): Promise<Finished> {
  const { code, out, err } = await talk(['generate-cli', ...args]);
  return { code, stdout: out, stderr: err };
}

/** Returns the path for the program of a test. */
async function newFile(): Promise<string> {
  const place = join(folder, `test-${++count}`);
  await mkdir(place);
  return join(place, 'typed.mjs');
}
let count = 0;

/** Generates the program of a server, and returns its path. */
async function generated(...args: readonly string[]): Promise<string> {
  const file = await newFile();
  const at = args.indexOf('--');
  const [own, words] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at)];
  expect(await generate(...own, '--out', file, ...words)).toEqual({ code: 0, stdout: expect.any(String), stderr: '' });
  return file;
}

const typed = (revision: string): readonly string[] => ['--', process.execPath, TYPED, revision];

/** Runs a program, and returns its exit code and outputs. */
const run = (file: string, args: readonly string[], env: { readonly [name: string]: string } = {}): Promise<Finished> =>
  runProgram(folder, process.execPath, [file, ...args], env);

const done = (stdout: string): Finished => ({ code: 0, stdout, stderr: '' });

test('the folder of the programs has the sdk, and neither this package nor commander', () => {
  const resolve = createRequire(join(folder, 'package.json'));
  expect(resolve.resolve('@mcp-gen/sdk/client')).toBe(join(folder, 'node_modules/@mcp-gen/sdk/dist/client.js'));
  for (const name of ['@mcp-gen/talk', 'commander']) expect(() => resolve.resolve(name)).toThrow('Cannot find module');
});

describe.each(REVISION_IDS)('a server of revision %s', (revision) => {
  test.each(['stdio', 'HTTP'])('has a program over %s', async (over) => {
    let target = typed(revision);
    if (over === 'HTTP') {
      const { ready, stop } = await startHttpProgram([TYPED, revision, 'http'], (line) => line.startsWith('http'));
      onTestFinished(stop);
      target = [ready];
    }
    const file = await generated(...target);
    expect(await run(file, ['plan-trip', '--city', 'Rome', '--days', '2'])).toEqual(done('{"city":"Rome","days":2}\n'));
  });
});

describe('the command line of a program', () => {
  let file = '';
  let stopServer: (() => void | Promise<void>) | undefined;
  // One process serves all of these programs: starting one for each takes as long as the program itself.
  beforeAll(async () => {
    const { ready, stop } = await startHttpProgram([TYPED, LATEST, 'http'], (line) => line.startsWith('http'));
    stopServer = stop;
    file = await generated(ready);
  });
  afterAll(() => stopServer?.());

  test('shows the failure of a tool, and saves its files', async () => {
    expect(await run(file, ['fail'])).toEqual({ code: 1, stdout: 'It failed\n', stderr: '' });
    const place = join(dirname(file), 'pictures');
    const saved = join(place, 'result-1.png');
    expect(await run(file, ['picture', '--out', place])).toEqual(done(`(image/png, 3 bytes: ${saved})\n`));
    expect(await readFile(saved, 'utf8')).toBe('png');
    expect(JSON.parse((await run(file, ['fail', '--json'])).stdout)).toMatchObject({
      content: [{ type: 'text', text: 'It failed' }],
      isError: true,
    });
  });

  test.each([
    [
      '--days 7 --budget -1.5e3 --with-pets --season winter --stars 4 --tags a --tags 1 --sizes 1 --sizes 2 --nickname null ' +
        '--legs {"by":"bus"} --legs {} --place {"lat":1} --anything [1] --json-2 x',
      {
        days: 7,
        budget: -1500,
        withPets: true,
        season: 'winter',
        stars: 4,
        tags: ['a', '1'],
        sizes: [1, 2],
        nickname: 'null',
        legs: [{ by: 'bus' }, {}],
        place: { lat: 1 },
        anything: [1],
        json: 'x',
      },
    ],
    ['--city --days --with-pets=false --anything text', { city: '--days', withPets: false, anything: 'text' }],
    ['--city=a=b --no-with-pets=false --days=1 --days=2', { city: 'a=b', withPets: true, days: 2 }],
    ['--no-with-pets --input {"nickname":null,"days":1} --days 2', { withPets: false, nickname: null, days: 2 }],
  ])('%s is %j', async (line, expected) => {
    const { stdout, stderr } = await run(file, ['plan-trip', '--city', '5', ...line.split(' ')]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ city: '5', ...expected });
  });

  test('the arguments can come from standard input', async () => {
    const child = spawn(process.execPath, [file, 'plan-trip', '--input', '-'], { cwd: folder });
    child.stdin.end('{"city":"Rome"}');
    expect(await readAll(child.stdout)).toBe('{"city":"Rome"}\n');
  });

  test('a command is found by the name of the tool, too', async () => {
    expect(await run(file, ['plan_trip', '--city', 'Rome'])).toEqual(done('{"city":"Rome"}\n'));
  });

  test.each([
    [['plan-trp'], 'Unknown command "plan-trp". Did you mean plan-trip?'],
    [['plan-trip'], 'plan-trip needs --city <text>. See: typed-tools plan-trip --help'],
    [['plan-trip', '--citi', 'Rome'], 'Unknown flag --citi. Did you mean --city? See: typed-tools plan-trip --help'],
    [['plan-trip', '-c', 'Rome'], 'Unknown flag -c.'],
    [['plan-trip', 'Rome'], 'Unexpected argument "Rome".'],
    [['plan-trip', '--city'], '--city needs a value: <text>'],
    [['plan-trip', '--days', 'two'], 'Invalid --days "two": expected an integer'],
    [['plan-trip', '--days', '1.5'], 'Invalid --days "1.5": expected an integer'],
    [['plan-trip', '--days', '90071992547409930'], 'expected an integer'],
    [['plan-trip', '--budget', ''], 'Invalid --budget "": expected a number'],
    [['plan-trip', '--with-pets=yes'], 'Invalid --with-pets "yes": expected true or false'],
    [
      ['plan-trip', '--season', 'wintr'],
      'Invalid --season "wintr": expected one of spring, summer, winter. Did you mean winter?',
    ],
    [['plan-trip', '--place', 'Rome'], 'Invalid --place "Rome": expected JSON.'],
    [['plan-trip', '--city', 'Rome', '--days', '0'], 'do not match the schema of plan-trip:\n/days: '],
    [['plan-trip', '--city', 'Rome', '--input', '{"a":1}'], 'do not match the schema of plan-trip:\n/a: '],
    [['plan-trip', '--input', '[]'], '--input must be a JSON object'],
    [['plan-trip', '--input', '{'], '--input is not JSON'],
    [['plan-trip', '--timeout', 'soon'], 'Invalid --timeout "soon"'],
  ])('%j is a mistake', async (args, message) => {
    const { code, stdout, stderr } = await run(file, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`error: `);
    expect(stderr).toContain(message);
  });

  test('arguments are sent unchecked if the user wants that, and the server decides', async () => {
    const { code, stdout } = await run(file, ['plan-trip', '--no-check', '--days', '0']);
    expect(code).not.toBe(2);
    expect(stdout).not.toContain('"days":0');
  });

  test('the help shows commands, flags, types, choices, and defaults', async () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) {
      const { code, stdout } = await run(file, args);
      expect(code).toBe(0);
      expect(stdout).toContain('Usage: typed-tools <command> [flags]\n');
      expect(stdout).toContain('\n  plan-trip    Plans a trip Slowly\n');
    }
    for (const args of [
      ['plan-trip', '--help'],
      ['plan-trip', '-h'],
      ['help', 'plan-trip'],
    ]) {
      const { code, stdout } = await run(file, args);
      expect(code).toBe(0);
      expect(stdout.split('\n')).toEqual(
        expect.arrayContaining([
          'Plans a trip',
          'Slowly',
          'The name of the tool is "plan_trip".',
          '  --city <text>                Where to (required)',
          '  --days <integer>             How long (default: 3)',
          '  --with-pets, --no-with-pets  Whether pets come along (default: true)',
          '  --season <choice>            (one of spring, summer, winter; default: summer)',
          '  --tags <text>                (repeatable)',
          '  --legs <json>                ({ by?: string }[]; repeatable)',
          '  --place <json>               ({ lat?: number; long?: number })',
          '  --json-2 <text>              Has the name of an option',
        ]),
      );
    }
    expect(await run(file, ['--version'])).toEqual(done('typed-tools 1.2.3\n'));
  });

  test('an interrupt cancels the call', async () => {
    const told = join(dirname(file), 'told.txt');
    const child = spawn(process.execPath, [file, 'wait', '--file', told], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    const outputs = Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'close')]);
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toBe('waiting');
    const interrupted = performance.now();
    child.kill('SIGINT');
    expect(await outputs).toEqual(['', '', [130, null]]);
    // The time limit of a call would end it, too.
    expect(performance.now() - interrupted).toBeLessThan(30_000);
    await expect.poll(() => readFileSync(told, 'utf8')).toBe('canceled');
  });

  test('a call ends in time', async () => {
    const { code, stderr } = await run(file, ['wait', '--timeout', '2', '--file', join(dirname(file), 'late.txt')]);
    expect(code).toBe(3);
    expect(stderr).toContain('error: ');
  });
});

test('a server of others has a program', async () => {
  const file = await generated('--', process.execPath, OFFICIAL_EVERYTHING);
  expect(await run(file, ['get-sum', '--a', '2', '--b', '3'])).toEqual(done('The sum of 2 and 3 is 5.\n'));
  expect(await run(file, ['echo', '--message', 'hi'])).toEqual(done('Echo: hi\n'));
  const weather = await run(file, ['get-structured-content', '--location', 'Chicago', '--json']);
  expect(JSON.parse(weather.stdout)).toMatchObject({ structuredContent: { conditions: expect.any(String) as string } });
  const operation = ['trigger-long-running-operation', '--duration', '1', '--steps', '2'];
  expect(await run(file, operation)).toMatchObject({ code: 0, stderr: '' });
});

describe('the file', () => {
  test('is the same each time, and can be executed', async () => {
    const file = await generated(...typed(LATEST));
    const before = await readFile(file, 'utf8');
    expect(before).toMatch(
      /^#!\/usr\/bin\/env node\n\/\/ Code generated by mcp-gen from the server "Typed Tools" for cli\. DO NOT EDIT\.\n\/\/ Digest: /,
    );
    const again = await newFile();
    expect(await generate('--out', again, ...typed(LATEST))).toMatchObject({ code: 0 });
    expect(await readFile(again, 'utf8')).toBe(before);
    expect(await generate('--out', file, ...typed(LATEST))).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
    if (process.platform === 'win32') return;
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect(await runProgram(folder, file, ['--version'])).toEqual(done('typed-tools 1.2.3\n'));
  });

  test.each([
    ['was edited', (text: string) => text.replace('How long', 'How short')],
    ['was not generated', () => '// mine'],
  ])('is not overwritten if it %s', async (reason, edit) => {
    const file = await generated(...typed(LATEST));
    const edited = edit(await readFile(file, 'utf8'));
    await writeFile(file, edited);
    const refused = await generate('--out', file, ...typed(LATEST));
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`typed.mjs ${reason}`);
    expect(await readFile(file, 'utf8')).toBe(edited);
    expect(await generate('--force', '--out', file, ...typed(LATEST))).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).not.toBe(edited);
  });

  test('has the name of the server by default, and the tools that are wanted', async () => {
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(dirname(await newFile()));
    const { stdout } = await generate('--tools', 'fail, plan_trip', '--json', ...typed(LATEST));
    const file = join(process.cwd(), 'typed-tools.mjs');
    expect(JSON.parse(stdout)).toEqual({
      file,
      name: 'typed-tools',
      tools: [
        { tool: 'fail', command: 'fail' },
        { tool: 'plan_trip', command: 'plan-trip' },
      ],
      variables: [],
      unchecked: [],
    });
    expect(await run(file, ['picture'])).toMatchObject({ code: 2 });
    await generate('--name', 'trips', ...typed(LATEST));
    expect(await run(join(process.cwd(), 'trips.mjs'), ['--version'])).toEqual(done('trips 1.2.3\n'));
  });

  test.each([
    [['--tools', 'plan_trp'], 'The server has no tool "plan_trp". Did you mean "plan_trip"?'],
    [
      ['--name', 'My Trips'],
      'Invalid --name "My Trips": expected at most 60 of the characters a-z, 0-9, and -. Valid: my-trips',
    ],
  ])('is not written for %j', async (args, message) => {
    const file = await newFile();
    const { code, stderr } = await generate(...args, '--out', file, ...typed(LATEST));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(file)).toBe(false);
  });
});

describe('secrets', () => {
  /** A server over HTTP that requires a header, at any path. */
  async function guarded(): Promise<{ readonly url: URL; readonly seen: (string | undefined)[] }> {
    const { ready, stop } = await startHttpProgram([TYPED, LATEST, 'http'], (line) => line.startsWith('http'));
    onTestFinished(stop);
    const seen: (string | undefined)[] = [];
    const url = await startServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name) ? [[name, value]] : [],
      );
      void readAll(request)
        .then((body) =>
          fetch(ready, {
            method: request.method ?? '',
            headers: headers as [string, string][],
            ...(body !== '' && { body }),
          }),
        )
        .then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
          response.end(await answer.text());
        });
    });
    return { url, seen };
  }

  test('of headers and URLs are read from the environment', async () => {
    const { url, seen } = await guarded();
    const header = ['--header', 'Authorization: Bearer s3cret-of-header'];
    const file = await newFile();
    const made = await generate(`${url.href}mcp?key=s3cret-of-url`, ...header, '--out', file);
    expect(made.stdout.split('\n').slice(1)).toEqual([
      'It reads TYPED_TOOLS_URL from its environment: the URL of the server',
      'It reads TYPED_TOOLS_AUTHORIZATION from its environment: the header Authorization',
    ]);
    expect(await readFile(file, 'utf8')).not.toMatch(/s3cret|127\.0\.0\.1/);
    const fails = await run(file, ['plan-trip', '--city', 'Rome']);
    expect(fails).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: Set these variables of the environment:\n' +
        '  TYPED_TOOLS_URL: the URL of the server\n  TYPED_TOOLS_AUTHORIZATION: the header Authorization\n',
    });
    expect((await run(file, ['--help'])).stdout).toContain('\n  TYPED_TOOLS_AUTHORIZATION  the header Authorization\n');
    seen.length = 0;
    const env = { TYPED_TOOLS_URL: `${url.href}own?key=x`, TYPED_TOOLS_AUTHORIZATION: 'Bearer own' };
    expect(await run(file, ['plan-trip', '--city', 'Rome'], env)).toEqual(done('{"city":"Rome"}\n'));
    expect(new Set(seen)).toEqual(new Set(['/own?key=x Bearer own']));
    const invalid = await run(file, ['fail'], { ...env, TYPED_TOOLS_URL: 'http://[' });
    expect(invalid).toMatchObject({ code: 2, stdout: '' });
  });

  test('of commands are read from the environment, and paths are relative to the program', async () => {
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(ROOT);
    const file = await newFile();
    const words = [
      'test/fixtures/typedTools.mjs',
      LATEST,
      '--api-key',
      's3cret-1',
      '--token=s3cret-2',
      '-e',
      'PRIVATE_KEY=s3cret-5',
      'db://me:s3cret-3@host/',
      'db://me:s3cret-6@host/',
      'plain',
    ];
    await generate(
      '--env',
      'PASSWORD=s3cret-4',
      '--env',
      'PLAIN=${NONE}',
      '--out',
      file,
      '--',
      process.execPath,
      ...words,
    );
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain('s3cret');
    expect(text).not.toContain(`"${ROOT}`);
    const env = {
      TYPED_TOOLS_API_KEY: 'a',
      TYPED_TOOLS_TOKEN: 'b',
      TYPED_TOOLS_PRIVATE_KEY: 'd',
      TYPED_TOOLS_ARGUMENT: 'c',
      TYPED_TOOLS_ARGUMENT_2: 'e',
      PASSWORD: 'own',
      PLAIN: 'plain',
    };
    for (const name of Object.keys(env)) {
      const others = Object.fromEntries(Object.entries(env).filter(([each]) => each !== name));
      expect((await run(file, ['fail'], others)).stderr).toContain(`  ${name}: `);
    }
    const { stdout } = await run(file, ['words'], env);
    expect(JSON.parse(stdout)).toEqual(['--api-key', 'a', '--token=b', '-e', 'PRIVATE_KEY=d', 'c', 'e', 'plain']);
    expect(await run(file, ['environment', '--name', 'PASSWORD'], env)).toEqual(done('own\n'));
    expect(await run(file, ['environment', '--name', 'TYPED_TOOLS_TOKEN'], env)).toEqual(done('unset\n'));
  });

  test('of configuration files keep the names that these give them', async () => {
    const config = join(dirname(await newFile()), 'mcp.json');
    const env = { PASSWORD: '${MY_PASSWORD}', LEVEL: 's3cret', MIXED: 'a${MY_PASSWORD}' };
    const args = ['${FIXTURES}/typedTools.mjs', LATEST, '--token=${MY_PASSWORD}', '--secret=s3cret${MY_PASSWORD}'];
    const mcpServers = {
      trips: { command: process.execPath, args, env },
      web: {
        url: '${ADDRESS:-http://s3cret}/mcp',
        headers: { Authorization: 'Bearer ${TOKEN}', B: 's3cret ${TOKEN:-s3cret}' },
      },
    };
    await writeFile(config, JSON.stringify({ mcpServers }));
    const set = { MY_PASSWORD: 'one', FIXTURES: join(ROOT, 'test/fixtures') };
    Object.assign(process.env, set);
    onTestFinished(() => {
      for (const name of Object.keys(set)) Reflect.deleteProperty(process.env, name);
    });
    const file = await generated('trips', '--config', config);
    expect(await readFile(file, 'utf8')).not.toContain('s3cret');
    const own = { ...set, MY_PASSWORD: 'two', LEVEL: 'info', MIXED: 'three', TYPED_TOOLS_SECRET: 'four' };
    expect(await run(file, ['words'], own)).toEqual(done('["--token=two","--secret=four"]\n'));
    expect(await run(file, ['environment', '--name', 'PASSWORD'], own)).toEqual(done('two\n'));
    expect(await run(file, ['environment', '--name', 'MIXED'], own)).toEqual(done('three\n'));
    const { url, seen } = await guarded();
    Object.assign(process.env, { ADDRESS: url.origin, TOKEN: 'one' });
    onTestFinished(() => {
      for (const name of ['ADDRESS', 'TOKEN']) Reflect.deleteProperty(process.env, name);
    });
    const web = await generated('web', '--config', config);
    expect(await readFile(web, 'utf8')).not.toContain('s3cret');
    seen.length = 0;
    const values = { ADDRESS: url.origin, TOKEN: 'two', TYPED_TOOLS_B: 'b' };
    Object.assign(process.env, { ADDRESS: '', TOKEN: '' });
    expect(await run(web, ['plan-trip', '--city', 'Rome'], values)).toEqual(done('{"city":"Rome"}\n'));
    expect(new Set(seen)).toEqual(new Set(['/mcp Bearer two']));
  });

  test('of logins are read from the environment', async () => {
    const { ready, stop } = await startHttpProgram([TYPED, LATEST, 'http'], (line) => line.startsWith('http'));
    onTestFinished(stop);
    process.env['CLIENT'] = 's3cret';
    onTestFinished(() => void Reflect.deleteProperty(process.env, 'CLIENT'));
    const login = ['--auth', '--auth-client-id', 'me', '--auth-client-secret-env', 'CLIENT', '--auth-scope', 'trips'];
    const file = await generated(ready, ...login);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain('s3cret');
    expect(text).toContain('"scope": "trips"');
    const { code, stderr } = await run(file, ['fail'], { TYPED_TOOLS_CLIENT_SECRET: 'own' });
    expect(code).toBe(2);
    expect(stderr).toContain('error: The login needs a package. Run: npm install @mcp-gen/auth\n');
  });
});

describe('a hostile server', () => {
  interface Listed {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: object;
  }

  /** Starts a server that lists any tools. Each returns its name and its arguments. */
  async function listing(
    tools: readonly Listed[],
    serverInfo = { name: 'hostile', version: '1' },
    content?: readonly object[],
  ): Promise<string> {
    const handlers = {
      listTools: () => ({ tools }),
      callTool: ({ name, arguments: args }: { readonly name: string; readonly arguments?: object }) => ({
        content: content ?? [{ type: 'text', text: JSON.stringify([name, args]) }],
        isError: content !== undefined,
      }),
    };
    const service = await serveHttp(handlers, { revisions: [revision], serverInfo, port: 0 });
    onTestFinished(() => service.close());
    return service.url;
  }

  const NAMES = [
    'constructor',
    '__proto__',
    'toString',
    'class',
    'get_x',
    'getX',
    'get-x',
    'get-x-2',
    'GET X',
    'help',
    '--help',
    '--version',
    '',
    '  ',
    '`${process.exit(99)}`',
    '\\`\\u0060${process.exit(99)}',
    "'; process.exit(99); //",
    '*/ process.exit(99) /*',
    '</script>',
    'a\nb',
    '{{tools}}',
    '{{program}}',
    '天气',
    'x'.repeat(5_000),
  ];

  /** Names that need no care. */
  const CALLABLE = /^[\w-]+$/;

  test('has a program in which each tool can be called, whatever its name', async () => {
    const description = `Text \u001b[2J\u202e\n\`\${process.exit(99)}\` {{banner}} ${'long '.repeat(2_000)}`;
    const inputSchema = {
      type: 'object',
      properties: Object.fromEntries(
        [
          '__proto__',
          'constructor',
          '`',
          '${process.exit(99)}',
          '',
          '-',
          'help',
          'input',
          'no-check',
          'a.b',
          'A B',
        ].map((name) => [name, { type: 'string', description, default: description }]),
      ),
    };
    const url = await listing(
      NAMES.map((name) => ({ name, description, inputSchema })),
      { name: `"\`\${process.exit(99)}\n*/ {{tools}}`, version: '`${process.exit(99)}`' },
    );
    const file = await newFile();
    const { code, stdout } = await generate(url, '--out', file, '--json');
    expect(code).toBe(0);
    const { tools } = JSON.parse(stdout) as {
      readonly tools: readonly { readonly tool: string; readonly command: string }[];
    };
    expect(tools.map(({ tool }) => tool)).toEqual([...NAMES].sort());
    const commands = tools.map(({ command }) => command);
    expect(new Set(commands).size).toBe(NAMES.length);
    for (const command of commands) expect(command).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,65}$/u);
    const help = await run(file, ['constructor', '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toBe(plainText(help.stdout));
    expect(help.stdout.length).toBeLessThan(12_000);
    const flags = [...help.stdout.matchAll(/^ {2}--(\S+) <text>/gm)].map(([, flag = '']) => flag);
    const values = flags.flatMap((flag) => [`--${flag}`, flag]);
    const called = tools.filter(({ tool }) => !CALLABLE.test(tool) && tool.length < 50);
    expect(called).toHaveLength(12);
    for (const { tool, command } of called) {
      const ended = await run(file, [command, ...values]);
      expect({ tool, ...ended }).toMatchObject({ code: 0, stderr: '' });
      const [name, args] = JSON.parse(ended.stdout) as [string, object];
      expect(name).toBe(tool);
      expect(Object.keys(args).sort()).toEqual(Object.keys(inputSchema.properties).sort());
    }
  });

  test('cannot reach the terminal with what a tool returns, nor choose the name of a file', async () => {
    const hidden = 'a\u001b[2Jb\u202ec\u009bd\r\ne';
    const content = [
      { type: 'text', text: hidden },
      { type: 'resource_link', uri: 'x://z', name: hidden },
      { type: 'image', data: 'cG5n', mimeType: `image/../../png${hidden}` },
      { type: 'resource', resource: { uri: 'x://y', text: hidden } },
    ];
    const file = await generated(await listing([{ name: 'raw', inputSchema: { type: 'object' } }], undefined, content));
    const place = join(dirname(file), 'saved');
    const { code, stdout } = await run(file, ['raw', '--out', place]);
    expect(code).toBe(1);
    expect(stdout).toBe(
      `abc\ne\nabc e: x://z\n(image/../../pngabc e, 3 bytes: ${join(place, 'result-1.bin')})\nabc\ne\n`,
    );
    const json = (await run(file, ['raw', '--json'])).stdout;
    expect(json).toBe(plainText(json));
    expect(JSON.parse(json)).toMatchObject({ content, isError: true });
  });

  test('can list no tools', async () => {
    const file = await newFile();
    const refused = { code: 2, stdout: '', stderr: 'error: The server has no tools' };
    expect(await generate(await listing([]), '--out', file)).toEqual(refused);
    const service = await serveHttp(
      {},
      { revisions: [revision], serverInfo: { name: 'empty', version: '1' }, port: 0 },
    );
    onTestFinished(() => service.close());
    expect(await generate(service.url, '--out', file)).toEqual(refused);
    expect(existsSync(file)).toBe(false);
  });

  test('can list its tools in any order, and more than once', async () => {
    const tools = ['b', 'a', 'c'].map((name) => ({
      name,
      description: `The tool ${name}`,
      inputSchema: { type: 'object' },
    }));
    const file = await newFile();
    const url = await listing(tools);
    expect(await generate(url, '--out', file)).toMatchObject({ code: 0 });
    const before = await readFile(file, 'utf8');
    tools.reverse();
    tools.push({ name: 'a', description: 'Another one', inputSchema: { type: 'object' } });
    expect(await generate(url, '--out', file)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  test('can list ten thousand tools', async () => {
    const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
    const tools = Array.from({ length: 10_000 }, (_, index) => ({ name: `tool_${index}`, inputSchema }));
    const file = await generated(await listing(tools));
    expect((await run(file, ['--help'])).stdout.split('\n').filter((line) => line.startsWith('  tool-'))).toHaveLength(
      10_000,
    );
    expect((await run(file, ['tool-9999', '--city', 'Rome'])).stdout).toBe('["tool_9999",{"city":"Rome"}]\n');
    const same = Array.from({ length: 10_000 }, (_, index) => ({
      name: `${'_'.repeat(index % 100)}${'.'.repeat(index / 100)}`,
      inputSchema,
    }));
    const { code } = await generate(await listing(same), '--out', file, '--force');
    expect(code).toBe(0);
    expect((await run(file, ['tool-2', '--help'])).code).toBe(0);
  });

  test('cannot make a program that is too large', async () => {
    const inputSchema = { type: 'object', description: 'x'.repeat(3_000) };
    const tools = Array.from({ length: 6_000 }, (_, index) => ({ name: `tool_${index}`, inputSchema }));
    const file = await newFile();
    const { code, stderr } = await generate(await listing(tools), '--out', file);
    expect(code).toBe(2);
    expect(stderr).toContain('Choose some of them with --tools');
    expect(existsSync(file)).toBe(false);
  });

  test('can list schemas that never end', async () => {
    const doubled = (depth: number): object => ({
      anyOf: [{ $ref: `#/$defs/d${depth}` }, { $ref: `#/$defs/d${depth}` }],
    });
    const $defs = {
      self: { $ref: '#/$defs/self' },
      tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' } } },
      ...Object.fromEntries(Array.from({ length: 40 }, (_, depth) => [`d${depth}`, doubled(depth + 1)])),
      d40: { type: 'integer' },
    };
    let nested: object = { type: 'string' };
    for (let depth = 0; depth < 60; depth++) nested = { type: 'array', items: nested };
    const properties = {
      self: { $ref: '#/$defs/self' },
      root: { $ref: '#' },
      tree: { $ref: '#/$defs/tree' },
      double: doubled(0),
      nested,
      outside: { $ref: 'file:///etc/passwd' },
      wrong: { type: 7, enum: 'x', anyOf: {}, allOf: [], properties: [] },
    };
    const url = await listing([
      { name: 'good', inputSchema: { type: 'object', properties: { tree: properties.tree }, $defs } },
      { name: 'bad', inputSchema: { type: 'object', properties, $defs } },
    ]);
    const file = await newFile();
    const { code, stdout } = await generate(url, '--out', file);
    expect(code).toBe(0);
    expect(stdout).toContain('It does not check the arguments of tools whose schemas cannot be used: bad');
    const given = { left: { left: {} } };
    expect(await run(file, ['good', '--tree', JSON.stringify(given)])).toEqual(
      done(`${JSON.stringify(['good', { tree: given }])}\n`),
    );
    expect(await run(file, ['bad', '--self', 'x', '--double', '5'])).toEqual(done('["bad",{"self":"x","double":5}]\n'));
  });
});

test('whatever its texts are, the code of a program is the same', () => {
  const textsOf = (text: string): readonly string[] => {
    const file = parse(text);
    const found: string[] = [];
    const visit = (node: ts.Node): string => {
      if (ts.isTaggedTemplateExpression(node)) {
        found.push((node.template as ts.NoSubstitutionTemplateLiteral).rawText ?? '');
        return `raw ${ts.SyntaxKind[node.template.kind]}`;
      }
      const inner: string[] = [];
      ts.forEachChild(node, (child) => void inner.push(visit(child)));
      return `${ts.SyntaxKind[node.kind]}(${inner.join()})`;
    };
    return [visit(file), ...found];
  };
  const made = (text: () => string): { readonly code: readonly string[]; readonly data: readonly unknown[] } => {
    const server = { url: text(), headers: { [text()]: [text(), { env: text() }] } };
    const program = { name: text(), version: text(), title: text(), server, variables: [], options: [] };
    const flags = [{ flag: text(), property: text(), kind: 'choice' as const, choices: [text()], help: text() }];
    const tools = [
      {
        command: text(),
        name: text(),
        help: text(),
        flags,
        schema: JSON.parse(`{"__proto__":${JSON.stringify(text())}}`) as object,
      },
    ];
    const whole = programText(program, text(), tools);
    expect(plainText(whole)).toBe(whole);
    return { code: textsOf(whole), data: [program, tools] };
  };
  const [expected] = made(() => 'text').code;
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Random(seed);
    const extra = ['`', '${', '$', '\\', '{{tools}}', '\u2028', '\ud800', '\\u0060', '$&', '\r\n'];
    const { code, data } = made(() => hostileText(random) + random.pick(extra) + random.pick(extra));
    const [found, ...texts] = code;
    expect(found).toBe(expected);
    expect(texts.map((text) => JSON.stringify(JSON.parse(text)))).toEqual(data.map((each) => JSON.stringify(each)));
  }
});

test.each([
  [['get_x'], ['get-x']],
  [
    ['getX', 'get_x', 'get-x'],
    ['get-x-2', 'get-x-3', 'get-x'],
  ],
  [
    ['get-x', 'get_x', 'get-x-2'],
    ['get-x', 'get-x-3', 'get-x-2'],
  ],
  [
    ['XMLParser', 'readURL'],
    ['xmlparser', 'read-url'],
  ],
  [
    ['--__proto__--', 'a.b/c'],
    ['proto', 'a-b-c'],
  ],
  [
    ['', '!', 'tool'],
    ['tool-2', 'tool-3', 'tool'],
  ],
  [
    ['Ünïcode', 'x\u202ey'],
    ['ünïcode', 'xy'],
  ],
  [
    ['x'.repeat(100), 'x'.repeat(99)],
    ['x'.repeat(60), `${'x'.repeat(60)}-2`],
  ],
  [['reserved'], ['reserved-2']],
])('the names of %j are %j', (names, expected) => {
  expect(
    uniqueNames(
      names.map((name) => ({ name })),
      'tool',
      ['reserved'],
    ),
  ).toEqual(expected);
});

test('a switch takes two names', () => {
  const wanted = [{ name: 'no-x' }, { name: 'x', also: 'no-' }, { name: 'y', also: 'no-' }, { name: 'noY' }];
  expect(uniqueNames(wanted, 'flag')).toEqual(['no-x', 'x-2', 'y', 'no-y-2']);
});

const referring = { $ref: '#/$defs/level', $defs: { level: { enum: ['low', 'high'] } } };

test.each([
  [{ type: 'string' }, { kind: 'string', value: '<text>' }],
  [{ type: ['integer', 'null'] }, { kind: 'integer' }],
  [{ type: ['integer', 'string'] }, { kind: 'string' }],
  [{ type: ['integer', 'boolean'] }, { kind: 'any' }],
  [{ const: 5 }, { kind: 'choice', choices: [5] }],
  [{ anyOf: [{ enum: ['a'] }, { enum: ['b'] }, { type: 'null' }] }, { kind: 'choice', choices: ['a', 'b'] }],
  [{ anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'null' }] }, { kind: 'number', repeats: true }],
  [{ anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }, { kind: 'string' }],
  [{ allOf: [{ type: 'boolean' }] }, { kind: 'boolean' }],
  [
    { type: 'array', items: { type: 'boolean' } },
    { kind: 'json', repeats: true },
  ],
  [
    { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    { kind: 'json', repeats: true },
  ],
  [
    { type: 'array', items: { enum: [1, 2] } },
    { kind: 'choice', choices: [1, 2], repeats: true },
  ],
  [{ type: 'array' }, { kind: 'any', repeats: true }],
  [{ properties: {} }, { kind: 'json' }],
  [{}, { kind: 'any' }],
  [true, { kind: 'any' }],
  [{ enum: [] }, { kind: 'any' }],
  [{ enum: Array.from({ length: 501 }, (_, index) => index) }, { kind: 'any' }],
])('the flag of %j is %j', (schema, expected) => {
  expect(flagsOf({ properties: { one: schema } })).toEqual([expect.objectContaining({ flag: 'one', ...expected })]);
});

test('flags follow references, and those that are required come first', () => {
  const { $defs, $ref } = referring;
  const flags = flagsOf({ properties: { a: {}, b: { $ref }, c: { $ref: '#/$defs/none' } }, required: ['b'], $defs });
  expect(flags.map(({ flag, kind, help }) => ({ flag, kind, help }))).toEqual([
    { flag: 'b', kind: 'choice', help: '(required; one of low, high)' },
    { flag: 'a', kind: 'any', help: '' },
    { flag: 'c', kind: 'any', help: '' },
  ]);
});
