/** The commands, against servers of every revision, over stdio and HTTP, and against servers of others. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REVISION_IDS, ROOT, type RevisionId } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { weather } from './fixtures/weather.mjs';
import { PROGRAM, talk } from './talk.js';

/** Starts a server over HTTP, and returns its URL. */
async function served(revision: RevisionId): Promise<string> {
  const service = await serveHttp(weather(revision), { port: 0 });
  onTestFinished(() => service.close());
  return service.url;
}

/** The words that name the same server over stdio. */
function program(revision: RevisionId): string {
  return `${process.execPath} ${join(ROOT, 'test/talk/fixtures/weather.mjs')} ${revision}`;
}

const TRANSPORTS = { 'Streamable HTTP': served, stdio: program };

describe.each(REVISION_IDS)('a server of revision %s', (revision) => {
  test.each(Object.entries(TRANSPORTS))('over %s shows what it has, and does it', async (transport, start) => {
    const server = await start(revision);
    const { out } = await talk(['list', server]);
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        `weather 1.2.3, revision ${revision}`,
        'forecast(city: string)',
        '  What comes',
        '  note://one  A note',
        '  greet(who)',
      ]),
    );
    expect(await talk(['call', server, 'forecast', 'city=Rome'])).toEqual({ code: 0, out: 'Sunny in Rome', err: '' });
    expect(await talk(['call', server, 'fail'])).toEqual({ code: 1, out: 'It failed', err: '' });
    expect(await talk(['read', server, 'note://one'])).toEqual({ code: 0, out: 'first note', err: '' });
    expect(await talk(['prompt', server, 'greet', 'who=Ada'])).toEqual({ code: 0, out: 'user: Hi Ada', err: '' });
    expect((await talk(['complete', server, 'greet', 'who', 'A'])).out).toBe('Ada\nAlan');
    expect((await talk(['info', server])).out).toContain(`revision  ${revision} (`);
    expect((await talk(['ping', server])).out).toMatch(/^[\d.]+ ms$/);
    const json = JSON.parse((await talk(['list', server, '--json'])).out) as {
      tools: { name: string }[];
    };
    expect(json.tools.map(({ name }) => name)).toEqual(['forecast', 'fail', 'picture']);
    // 2024-11-05 has no Streamable HTTP.
    if (revision === '2024-11-05' && transport !== 'stdio') return;
    const checked = await talk(['check', server, '--revision', revision, '--only', 'tools-capability']);
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('1 passed, 0 failed') });
    const file = join(await temporaryFolder(), 'session.jsonl');
    const call = ['forecast', 'city=Oslo'];
    expect(await talk(['call', server, ...call, '--record', file])).toMatchObject({ code: 0, out: 'Sunny in Oslo' });
    const replayed = await talk(['call', `${process.execPath} ${PROGRAM} replay ${file}`, ...call]);
    expect(replayed).toEqual({ code: 0, out: 'Sunny in Oslo', err: '' });
  });

  test('is watched until Ctrl-C', async () => {
    const server = weather(revision);
    const service = await serveHttp(server, { port: 0 });
    onTestFinished(() => service.close());
    const stop = new AbortController();
    const seen: string[] = [];
    const watching = talk(['watch', service.url, 'note://one'], { print: (text) => void seen.push(text) }, stop.signal);
    await expect
      .poll(() => {
        server.resourceUpdated('note://one');
        return seen;
      })
      .toContain('updated note://one');
    server.tool('more', {}, () => 'more');
    await expect.poll(() => seen).toContain('changed tools');
    stop.abort();
    expect(await watching).toMatchObject({ code: 0 });
  });
});

test.each([
  [['forecast'], '/city: expected string, got nothing'],
  [['forecast', 'cty=Rome'], 'cty is unknown. Did you mean city?'],
  [['forcast', 'city=Rome'], 'The server has no tool "forcast". Did you mean "forecast"?'],
  [[], 'Which tool? The server has: forecast, fail, picture'],
])('arguments %j are a mistake, and nothing is called', async (args, message) => {
  const { code, out, err } = await talk(['call', await served('2026-07-28'), ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});

test.each<[line: string, expected: object]>([
  ['call forecast city=Rome', { content: [{ type: 'text', text: 'Sunny in Rome' }] }],
  ['call fail', { content: [{ type: 'text', text: 'It failed' }], isError: true }],
  ['read note://one', { contents: [{ uri: 'note://one', text: 'first note' }] }],
  ['prompt greet who=Ada', { messages: [{ role: 'user', content: { type: 'text', text: 'Hi Ada' } }] }],
  ['complete greet who A', { values: ['Ada', 'Alan'] }],
  ['info', { name: 'weather', version: '1.2.3', revision: '2026-07-28', era: 'stateless' }],
  ['ping', { milliseconds: expect.any(Number) as unknown }],
])('%s --json prints the whole answer', async (line, expected) => {
  const [command = '', ...args] = line.split(' ');
  const { out } = await talk([command, await served('2026-07-28'), ...args, '--json']);
  expect(JSON.parse(out)).toMatchObject(expected);
});

test('only the first -- is not an argument of the server', async () => {
  const server = program('2026-07-28').split(' ');
  const { code, out } = await talk(['list', '--', ...server, '--', '--json']);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining('weather 1.2.3, revision 2026-07-28') as unknown,
  });
});

test('files of a result are kept, and none is overwritten', async () => {
  const folder = await temporaryFolder();
  const url = await served('2025-11-25');
  await writeFile(join(folder, 'result-1.png'), 'mine');
  const { out } = await talk(['call', url, 'picture', '--out', folder]);
  expect(out).toBe(`(image/png, 3 bytes: ${join(folder, 'result-2.png')})`);
  expect(await readFile(join(folder, 'result-1.png'), 'utf8')).toBe('mine');
  expect(await readFile(join(folder, 'result-2.png'), 'utf8')).toBe('png');
});

test('messages are shown and recorded', async () => {
  const file = join(await temporaryFolder(), 'session.jsonl');
  const { err } = await talk([
    'call',
    await served('2025-06-18'),
    'forecast',
    'city=Rome',
    '--verbose',
    '--record',
    file,
  ]);
  expect(err).toContain('-> {"jsonrpc":"2.0","id":');
  expect(err).toContain('Sunny in Rome');
  const recorded = (await readFile(file, 'utf8')).trim().split('\n');
  expect(recorded.at(-1)).toContain('{"from":"server"');
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
  '--verbose says what is wrong with messages of %s, and nothing of those that are valid',
  async (revision) => {
    const server = `${process.execPath} ${join(ROOT, 'test/talk/fixtures/faulty.mjs')}`;
    const valid = await talk(['ping', server, '--revision', revision, '--verbose']);
    expect(valid.err).toMatch(new RegExp(`^-> .*rotocolVersion":"${revision}"`, 'm'));
    expect(valid.err).not.toContain(' ! ');
    const { code, err } = await talk(['list', server, '--revision', revision, '--verbose']);
    expect(code).toBe(3);
    expect(err).toMatch(/^<- .*"look".*\n ! \/result\/tools\/0\/inputSchema: expected object, got nothing$/m);
  },
);

test('the command of a file that came with a folder is run only if the user allows it', async () => {
  const folder = await temporaryFolder();
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(folder);
  const args = [join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')];
  await mkdir(join(folder, '.vscode'));
  const servers = { every: { command: process.execPath, args, env: { TOKEN: 'hidden' } } };
  await writeFile(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
  const refused = await talk(['ping', 'every']);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(
    'server-everything/dist/index.js", with the variables "TOKEN" (a fixed value). --yes allows it.',
  );
  expect(refused.err).not.toContain('hidden');
  const questions: string[] = [];
  const ask = (answer: string) => (question: string) => (questions.push(question), Promise.resolve(answer));
  expect(await talk(['ping', 'every'], { ask: ask('n') })).toMatchObject({ code: 2, out: '' });
  expect(await talk(['ping', 'every'], { ask: ask('y') })).toMatchObject({ code: 0 });
  expect(questions).toEqual(['Allow it? [y/N] ', 'Allow it? [y/N] ']);
  expect(await talk(['ping', 'every', '--yes'])).toMatchObject({ code: 0 });
  expect((await talk(['servers'])).out).toContain('  every  the program ');
  expect((await talk(['ping', 'evry'])).err).toContain('No configured server is named "evry". Did you mean "every"?');
  expect((await talk(['ping', 'weather'])).err).toContain('is named "weather". Configured servers: ');
});

test('a URL of a file that came with a folder gets nothing before the user allows it', async () => {
  const folder = await temporaryFolder();
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(folder);
  const url = await served('2025-11-25');
  const servers = { here: { type: 'http', url, headers: { 'x-token': '${HOME}' } } };
  await writeFile(join(folder, 'mcp.json'), JSON.stringify({ servers }));
  const refused = await talk(['ping', 'here']);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain(
    `would connect to "${url}", with the headers "x-token" (from \${HOME}). --yes allows it.`,
  );
  expect(await talk(['ping', 'here', '--yes'])).toMatchObject({ code: 0 });
  const long = { command: 'sh', args: ['-c', `${'true; '.repeat(1_000)}echo hidden`] };
  await writeFile(join(folder, 'mcp.json'), JSON.stringify({ servers: { long } }));
  expect((await talk(['ping', 'long'], { ask: () => Promise.resolve('y') })).err).toContain(
    'has more than 4000 characters, too many to ask about',
  );
});

test('a configured name can look like a command line', async () => {
  const config = join(await temporaryFolder(), 'servers.json');
  await writeFile(config, JSON.stringify({ mcpServers: { 'My server': { url: await served('2025-11-25') } } }));
  expect(await talk(['ping', 'My server', '--config', config])).toMatchObject({ code: 0 });
  expect((await talk(['servers', '--config', config])).out).toContain('  My server  http://127.0.0.1:');
  expect((await talk(['ping', 'My servr', '--config', config])).code).toBe(3);
});

test('a folder gives no command line another meaning', async () => {
  const folder = await temporaryFolder();
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(folder);
  const line = program('2025-11-25');
  const servers = { [line]: { command: 'no-such-program' } };
  await writeFile(join(folder, 'mcp.json'), JSON.stringify({ servers }));
  expect(await talk(['call', line, 'forecast', 'city=Rome', '--yes'])).toMatchObject({ code: 0, out: 'Sunny in Rome' });
});

test('templates that cannot be listed are an error, unless the server has none', async () => {
  const server = `${process.execPath} ${join(ROOT, 'test/talk/fixtures/templates.mjs')}`;
  expect(await talk(['list', `${server} -32601 unknown`])).toMatchObject({ code: 0, out: 'x 1, revision 2025-11-25' });
  const broken = await talk(['list', `${server} -32603 "the disk is full"`]);
  expect(broken).toMatchObject({ code: 3, err: expect.stringContaining('the disk is full') });
});

test('a model is the user, if the user allows it', async () => {
  const server = new Server({ name: 'writer', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  server.tool('sum-up', {}, async (_, { sample, can }) => {
    if (!can('sampling')) return 'no model';
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Sum up\u001b[2J this' } }];
    const { content } = await sample('one', { messages, maxTokens: 10 });
    return JSON.stringify(content);
  });
  const service = await serveHttp(server, { port: 0 });
  onTestFinished(() => service.close());
  const ask = (): Promise<string> => Promise.resolve('All is well');
  expect(await talk(['call', service.url, 'sum-up'], { ask })).toMatchObject({ code: 0, out: 'no model' });
  const allowed = await talk(['call', service.url, 'sum-up', '--allow-sampling'], { ask });
  expect(allowed).toMatchObject({ code: 0, out: '{"type":"text","text":"All is well"}' });
  expect(allowed.err).toBe('The server asks a model:\nuser: Sum up this');
});

test('servers of a folder in the own file of the user are found', async () => {
  const config = join(await temporaryFolder(), '.claude.json');
  const url = await served('2025-11-25');
  await writeFile(
    config,
    JSON.stringify({ projects: { [process.cwd()]: { mcpServers: { here: { type: 'http', url } } } } }),
  );
  expect(await talk(['ping', 'here', '--config', config])).toMatchObject({ code: 0 });
});

test('questions that come at once are asked one after another', async () => {
  const server = new Server({ name: 'two', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  server.tool('ask', {}, async (_, { elicit }) => {
    const schema = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } }) as const;
    const answers = await Promise.all([
      elicit('one', { message: 'First?', schema: schema('one') }),
      elicit('two', { message: 'Second?', schema: schema('two') }),
    ]);
    return JSON.stringify(answers.map(({ content }) => content));
  });
  const service = await serveHttp(server, { port: 0 });
  onTestFinished(() => service.close());
  const asked: string[] = [];
  let open = 0;
  const ask = async (question: string): Promise<string> => {
    expect(++open).toBe(1);
    asked.push(question);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open--;
    return question.startsWith('Send') ? 'y' : question;
  };
  const { code, out } = await talk(['call', service.url, 'ask'], { ask });
  expect({ code, out }).toEqual({ code: 0, out: '[{"one":"one: "},{"two":"two: "}]' });
  expect(asked).toEqual(['one: ', 'Send this? [Y/n/c(ancel)] ', 'two: ', 'Send this? [Y/n/c(ancel)] ']);
});

test('what cannot be reached, and what is unknown, is an error without a stack trace', async () => {
  expect(await talk(['ping', 'http://127.0.0.1:9/mcp'])).toMatchObject({ code: 3, out: '' });
  expect(await talk(['pong', 'x'])).toMatchObject({ code: 2 });
  expect(await talk(['ping', '--headr', 'x'])).toMatchObject({ code: 2 });
  expect(await talk(['ping', 'http://['])).toMatchObject({ code: 2 });
  expect(await talk(['list'])).toMatchObject({ code: 2, err: expect.stringContaining('Which server?') });
  const help = await talk(['--help']);
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain('Exit codes:');
});
