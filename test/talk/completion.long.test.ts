/** Completion in shells that are typed into: what arrives at the program is what the servers have, and nothing of it is run. */

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { ROOT } from '../support/schemas.js';
import { SHELLS, shellProblem, startShell } from '../support/shellSession.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const PROGRAM = join(ROOT, 'talk/dist/bin.js');
const SERVER = join(ROOT, 'test/fixtures/scripted.mjs');

/** Names of tools that a shell could run, expand, or take for the end of the word. The first two letters tell them apart. */
const SHELL_SYNTAX = [
  'ha$(touch OWNED)',
  'hb`touch OWNED`',
  'hc;touch OWNED',
  'hd|touch OWNED',
  'he&touch OWNED',
  'hf>OWNED',
  'hg"$(touch OWNED)"',
  "hh'$(touch OWNED)'",
  'hi$HOME',
  'hj*',
  'hk{a,b}',
  'hl\\',
  'hm!!',
  'hn~/#',
  'ho a\u00e9\u4e2d',
  'hp(touch OWNED)',
  'hq:a=b@c',
  '~hr',
];

/** Names that cannot be seen as they are, or would be an option. */
const NEVER = [
  'ia\ntouch OWNED',
  'ib\u001b]0;title\u0007',
  'ic\u202eb',
  'id\tabout',
  '--yes',
  `ie${'x'.repeat(500)}`,
  'if\u200b',
];

const tool = (name: string): object => ({
  name,
  description: 'Does it\u001b[2J\nnow',
  inputSchema: { type: 'object' },
});

const ANSWERS = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'weather', version: '1' },
  },
  'tools/list': {
    tools: [
      {
        ...tool('forecast'),
        inputSchema: {
          type: 'object',
          properties: {
            city: { type: 'string' },
            unit: { enum: ['metric', 'imperial $(touch OWNED)'] },
            daily: { type: 'boolean' },
            tags: { type: 'array', items: { enum: ['sun', 'rain'] } },
            '$(touch OWNED)': {},
            'y\nz': {},
          },
        },
      },
      ...[...SHELL_SYNTAX, ...NEVER].map(tool),
    ],
  },
  'resources/list': { resources: [{ uri: 'note://one', name: 'one' }] },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'a note' }] },
  'prompts/list': { prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] },
};

const env = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ HOME: folder, XDG_CONFIG_HOME: join(folder, '.config'), XDG_CACHE_HOME: join(folder, '.cache') },
});

/** Runs the program, and returns what it prints. */
function run(folder: string, ...args: readonly string[]): string {
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: env(folder),
    encoding: 'utf8',
  });
  return status === 0 ? stdout : `exit code ${String(status)}`;
}

/** Returns the candidates for a line, as fish is told them. */
const candidates = (folder: string, line: string): string => run(folder, 'complete-line', 'fish', '--', line);

const CACHE = '.cache/mcp-talk/names.json';

/** A home with configured servers, one of which has been listed. */
async function home(): Promise<string> {
  const folder = await temporaryFolder({ 'answers.json': JSON.stringify(ANSWERS), 'config.json': '{}' });
  const weather = { command: process.execPath, args: [SERVER, join(folder, 'answers.json')] };
  const mcpServers = { weather, 'my server': weather, 'bad\nname': weather, '--yes': weather };
  await mkdir(join(folder, '.cursor'));
  await writeFile(join(folder, '.cursor/mcp.json'), JSON.stringify({ mcpServers }));
  return folder;
}

for (const shell of SHELLS) {
  testUnless(shellProblem(shell), `${shell} inserts what the program knows, and runs none of it`, async () => {
    const folder = await home();
    candidates(folder, 'mcp-talk ');
    run(folder, 'list', 'weather', '--json');
    const { type, printed } = await startShell(shell, folder, { name: 'mcp-talk', script: PROGRAM });
    const typed: [line: string, expected: readonly string[]][] = [
      ['mcp-talk pin\tx', ['ping', 'x']],
      ['mcp-talk list --reco\tx', ['list', '--record', 'x']],
      ['mcp-talk list --revision 2024\t', ['list', '--revision', '2024-11-05']],
      ['mcp-talk completion zs\t', ['completion', 'zsh']],
      ['mcp-talk list --config conf\t', ['list', '--config', 'config.json']],
      ['mcp-talk list wea\t', ['list', 'weather']],
      ['mcp-talk list my\t', ['list', 'my server']],
      ['mcp-talk list "my\t', ['list', 'my server']],
      ["mcp-talk list 'my\t", ['list', 'my server']],
      ['mcp-talk list --y\t', ['list', '--yes']],
      ['mcp-talk call weather fore\tci\tRome', ['call', 'weather', 'forecast', 'city=Rome']],
      ['mcp-talk call weather forecast unit=met\t', ['call', 'weather', 'forecast', 'unit=metric']],
      ['mcp-talk call weather forecast unit=imp\t', ['call', 'weather', 'forecast', 'unit=imperial $(touch OWNED)']],
      ['mcp-talk call weather forecast daily=f\t', ['call', 'weather', 'forecast', 'daily=false']],
      ['mcp-talk call weather forecast \\$\tx', ['call', 'weather', 'forecast', '$(touch OWNED)=x']],
      ['mcp-talk read weather no\t', ['read', 'weather', 'note://one']],
      ['mcp-talk read weather note://o\t', ['read', 'weather', 'note://one']],
      ['mcp-talk prompt weather gr\twh\tAda', ['prompt', 'weather', 'greet', 'who=Ada']],
      ['mcp-talk complete weather note\t', ['complete', 'weather', 'note://{id}']],
      ...SHELL_SYNTAX.map((name): [string, string[]] => {
        const beginning = name.startsWith('~') ? '\\~' : name.slice(0, 2);
        return [`mcp-talk call weather ${beginning}\t`, ['call', 'weather', name]];
      }),
      // The other shells quote by themselves.
      ...SHELL_SYNTAX.filter((name) => shell === 'bash' && /^h[abgh]/.test(name)).flatMap(
        (name): [string, string[]][] => [
          [`mcp-talk call weather "${name.slice(0, 2)}\t`, ['call', 'weather', name]],
          [`mcp-talk call weather '${name.slice(0, 2)}\t`, ['call', 'weather', name]],
        ],
      ),
      ...['ia', 'ib', 'ic', 'id', 'ie', 'if'].map((beginning): [string, string[]] => [
        `mcp-talk call weather ${beginning}\t`,
        ['call', 'weather', beginning],
      ]),
      // What the user has typed is not expanded either.
      ['mcp-talk call "$(touch OWNED2)" x\ty; true', ['call', '', 'xy']],
    ];
    const received: [string, readonly string[]][] = [];
    for (const [line] of typed.slice(0, -1)) received.push([line, await type(line)]);
    expect(received).toEqual(typed.slice(0, -1));
    expect(await readdir(folder)).not.toContain('OWNED');
    // No name of a server acts on the terminal, and descriptions are harmless, too.
    expect(printed()).not.toContain('\u001b[2J');
    expect(printed()).not.toContain('\u001b]0;title');
  });
}

/** Returns what the first column of candidates says. */
const names = (lines: string): readonly string[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');

test('commands, options, and servers are known at once, and hidden commands and invisible names are left out', async () => {
  const folder = await home();
  const commands = names(candidates(folder, 'mcp-talk '));
  expect(commands).toEqual(expect.arrayContaining(['call', 'list', 'completion', 'help']));
  expect(commands).not.toContain('complete-line');
  expect(names(candidates(folder, 'FOO=1 mcp-talk list '))).toEqual(['weather', 'my server']);
  expect(names(candidates(folder, './mcp-talk call weather --timeo'))).toEqual(['--timeout']);
  expect(candidates(folder, 'mcp-talk unknown ')).toBe('');
  expect(names(candidates(folder, 'mcp-talk list --config config.json '))).toEqual([`exit code 1`]);
  expect(names(candidates(folder, 'mcp-talk list -- node '))).toEqual(['exit code 1']);
  // What is wrong with a configured server is no error of the shell.
  await writeFile(join(folder, 'broken.json'), JSON.stringify({ mcpServers: { broken: {} } }));
  expect(candidates(folder, 'mcp-talk call --config broken.json broken ')).toBe('');
});

test('the names of a server are known after it has been listed, and Tab never starts one', async () => {
  const folder = await temporaryFolder({ 'answers.json': JSON.stringify(ANSWERS) });
  const started = join(folder, 'started');
  await writeFile(
    join(folder, 'marked.mjs'),
    `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(started)}, 'x');\nawait import(${JSON.stringify(SERVER)});\n`,
  );
  const marked = { command: process.execPath, args: [join(folder, 'marked.mjs'), join(folder, 'answers.json')] };
  await mkdir(join(folder, 'project/.cursor'), { recursive: true });
  const project = join(folder, 'project');
  await writeFile(join(project, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { marked } }));
  const at = (...args: readonly string[]): string => {
    const { stdout } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: project,
      env: env(folder),
      encoding: 'utf8',
    });
    return stdout;
  };
  const tab = (line: string): readonly string[] => names(at('complete-line', 'fish', '--', line));
  // Nothing is remembered for those who do not press Tab.
  at('list', 'marked', '--yes');
  expect(await readdir(folder)).not.toContain('.cache');
  await writeFile(started, '');
  expect(tab('mcp-talk call ')).toEqual(['marked']);
  expect(tab('mcp-talk call marked ')).toEqual(['']);
  expect(await readFile(started, 'utf8')).toBe('');
  at('call', 'marked', 'forecast', '--yes');
  expect(tab('mcp-talk call marked fo')).toEqual(['forecast']);
  expect(tab('mcp-talk call marked forecast tags=sun tags=')).toEqual(['tags=sun', 'tags=rain']);
  expect(tab('mcp-talk call marked forecast daily=true unit=metric ')).toEqual(['city=', 'tags=', '$(touch OWNED)=']);
  expect(await readFile(started, 'utf8')).toBe('x');
  // Another server with this name has other tools.
  await writeFile(join(project, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { marked: { command: 'node' } } }));
  expect(tab('mcp-talk call marked ')).toEqual(['']);
});

test('the file is for the user alone, bounded, and replaced if others can write it or it is damaged', async () => {
  const folder = await home();
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    ...tool(`many${at}`),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 100 }, (_, n) => [`property${n}`, { description: 'x'.repeat(300) }]),
      ),
    },
  }));
  await writeFile(join(folder, 'answers.json'), JSON.stringify({ ...ANSWERS, 'tools/list': { tools: many } }));
  candidates(folder, 'mcp-talk ');
  run(folder, 'list', 'weather', '--json');
  expect(names(candidates(folder, 'mcp-talk call weather ')).length).toBe(200);
  const file = join(folder, CACHE);
  const { mode, size } = await stat(file);
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, '.cache/mcp-talk'))).mode & 0o777).toBe(0o700);
  expect(size).toBeGreaterThan(500_000);
  expect(size).toBeLessThan(2 * 1024 * 1024);
  expect(await readdir(join(folder, '.cache/mcp-talk'))).toEqual(['names.json']);
  const known = await readFile(file, 'utf8');
  const old = known.replaceAll(/"at":\d+/g, `"at":${Date.now() - 31 * 86_400_000}`);
  for (const text of [old, '{', '[]', '{"servers":{"x":null}}', known.replaceAll('"tools"', '"tool"')]) {
    await writeFile(file, text);
    expect(candidates(folder, 'mcp-talk call weather ')).toBe('');
  }
  await writeFile(file, known);
  expect(candidates(folder, 'mcp-talk call weather many1999')).toBe('');
  expect(names(candidates(folder, 'mcp-talk call weather many199'))).toEqual(['many199']);
  await chmod(file, 0o666);
  expect(candidates(folder, 'mcp-talk call weather many199')).toBe('');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a configuration file that is a device, or a pipe, is ignored', async () => {
  const folder = await home();
  await symlink('/dev/zero', join(folder, '.mcp.json'));
  spawnSync('mkfifo', [join(folder, 'mcp.json')]);
  expect(names(candidates(folder, 'mcp-talk list '))).toEqual(['weather', 'my server']);
  expect(run(folder, 'servers')).toContain('it is not a file, or has more than 16 MiB');
});
