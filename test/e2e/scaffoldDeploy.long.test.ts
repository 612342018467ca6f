/** Scaffolded servers where they are deployed: as process 1 of a container, and on Cloudflare Workers. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { startWorkerd, WORKERD_MISSING } from '../support/fetchPlatforms.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { CLI, runCli, runProgram } from '../support/runCli.js';
import { borrowPackages, installedServer } from '../support/scaffolded.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const MINUTES = 60_000;

/** Starts a program as process 1 of a namespace of its own, as a container does. */
const AS_PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child'];
const noNamespaces =
  spawnSync('unshare', [...AS_PROCESS_1.slice(1), 'true']).status === 0 ? undefined : 'unshare --pid is not allowed';

/** Returns the process that a program has started. */
async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim());
}

test.each(['minimal', 'protocol'] as const)(
  'a server of the template %s says whether it is alive',
  async (template) => {
    const { program } = await installedServer(template);
    const isReady = (line: string): boolean => line.includes('is serving at');
    // The value in the README, with spaces and a comma too many.
    const given = { PORT: '0', HOST: '', ALLOWED_HOSTS: ' mcp.example.com, ,localhost ', TRUST_PROXY: ' 1 ' };
    const started = await startHttpProgram([program, 'http'], isReady, given);
    onTestFinished(started.stop);
    const url = /http:\S+/.exec(started.ready)?.[0] ?? '';
    for (const path of ['/livez', '/readyz']) expect((await fetch(new URL(path, url))).status).toBe(200);
    const refused = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('allowedHosts');
    const named = await fetch(url.replace('127.0.0.1', 'localhost'), { method: 'POST', body: '{}' });
    expect(named.status).toBe(415);
    const passedOn = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-host': 'mcp.example.com' },
    });
    expect(passedOn.status).toBe(415);
  },
);

test.each(['minimal', 'protocol'] as const)('a wrong variable of the template %s is named', async (template) => {
  const { program } = await installedServer(template);
  for (const name of ['PORT', 'TRUST_PROXY']) {
    const env = { ...process.env, [name]: 'one' };
    const { status, stderr } = spawnSync(process.execPath, [program, 'http'], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, `Invalid value "one" of ${name}: expected an integer\n`]);
  }
});

test.skipIf(noNamespaces).each([
  ['minimal', 'http', 'SIGTERM'],
  ['minimal', 'stdio', 'SIGTERM'],
  ['protocol', 'http', 'SIGTERM'],
  ['protocol', 'stdio', 'SIGINT'],
] as const)('as process 1, a server of the template %s over %s ends on %s', async (template, transport, signal) => {
  const { program } = await installedServer(template);
  const [command, ...args] = [...AS_PROCESS_1, process.execPath, program, transport];
  const server = spawn(command, args, { env: { ...process.env, PORT: '0' }, stdio: ['pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [line] = (await once(createInterface(server.stderr), 'line')) as readonly string[];
  expect(line).toContain('is serving');
  const ended = once(server, 'exit');
  process.kill(await childOf(server.pid ?? 0), signal);
  const [code] = (await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20_000, ['alive']))])) as [
    unknown,
  ];
  expect(code).toBe(0);
});

test('the instructions of the Dockerfile build and run a server', { timeout: 5 * MINUTES }, async () => {
  const parent = await temporaryFolder();
  const scaffolded = await runCli(parent, 'scaffold', 'server', 'boxed', '--deploy', 'docker');
  expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
  const folder = join(parent, 'boxed');
  const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
  const instruction = (name: string): string => new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1] ?? '';
  const commandOf = (text: string): readonly string[] => JSON.parse(text.replace(/^CMD /, '')) as readonly string[];

  const built = await runProgram(folder, 'sh', ['-c', instruction('RUN')], { npm_config_prefer_offline: 'true' });
  expect(built, built.stderr).toMatchObject({ code: 0 });
  const port = String(await freePort());
  const env = Object.fromEntries(
    instruction('ENV')
      .split(' ')
      .map((each) => each.split('=')),
  ) as Record<string, string>;
  expect(env).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: instruction('EXPOSE') });
  const [program, ...args] = commandOf(instruction('CMD'));
  expect(program).toBe('node');
  const [main = '', ...rest] = args;
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, names = ''] = /--env ALLOWED_HOSTS=(\S+)/.exec(readme) ?? [];
  expect(names).not.toContain('127.0.0.1');
  const given = { ...env, PORT: port, ALLOWED_HOSTS: names };
  const started = await startHttpProgram([join(folder, main), ...rest], (line) => line.includes('is serving'), given);
  onTestFinished(started.stop);
  const client = await connect(`http://localhost:${port}/mcp`);
  onTestFinished(() => client.close());
  expect((await client.callTool('greet', { name: 'Ada' })).text).toBe('Hello, Ada!');

  const [, ...check] = commandOf(instruction('HEALTHCHECK'));
  const checkAt = (at: string): Promise<unknown> => runProgram(folder, process.execPath, check, { PORT: at });
  expect(await checkAt(port)).toMatchObject({ code: 0 });
  expect(await checkAt(String(await freePort()))).toMatchObject({ code: 1 });
});

test.each(['jwt', 'introspection', 'delegated'] as const)(
  'a container whose callers are identified by %s gets the variables that the server requires',
  async (auth) => {
    const parent = await temporaryFolder();
    const args = ['--deploy', 'docker', '--auth', auth, '--runtime', 'registry'];
    const scaffolded = await runCli(parent, 'scaffold', 'server', 'boxed', ...args);
    expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
    const read = (path: string): Promise<string> => readFile(join(parent, 'boxed', path), 'utf8');
    const required = [...(await read('src/auth.ts')).matchAll(/required\('(\w+)'\)/g)].map(([, name]) => name);
    const [, run = ''] = /docker run (.*)\n```/s.exec(await read('README.md')) ?? [];
    const passed = [...run.matchAll(/--env (\w+)/g)].map(([, name]) => name);
    expect(passed).toEqual(expect.arrayContaining([...required, 'RESOURCE']));
    expect(run).toMatch(/\bboxed$/);
  },
);

test.skipIf(WORKERD_MISSING)('a Worker serves the tool, and its health', { timeout: 5 * MINUTES }, async () => {
  const parent = await temporaryFolder();
  const args = ['scaffold', 'server', 'edge', '--name', '@me/edge.one', '--deploy', 'worker', '--runtime', 'registry'];
  expect(await runCli(parent, ...args)).toMatchObject({ code: 0 });
  const folder = join(parent, 'edge');
  await borrowPackages(folder, 'minimal');
  const compiled = await runProgram(folder, process.execPath, ['node_modules/typescript/bin/tsc']);
  expect(compiled, compiled.stdout).toMatchObject({ code: 0 });
  const settings = (await readFile(join(folder, 'wrangler.jsonc'), 'utf8')).replaceAll(/^ *\/\/.*$/gm, '');
  const { compatibility_date, name, main, vars } = JSON.parse(settings) as {
    readonly compatibility_date: string;
    readonly name: string;
    readonly main: string;
    readonly vars: Readonly<Record<string, string>>;
  };
  expect(name).toBe('edge-one');
  const { address, stop } = await startWorkerd(join(folder, main), vars, compatibility_date);
  onTestFinished(stop);
  const url = address.over === 'HTTP' ? address.url : '';
  const client = await connect(url);
  onTestFinished(() => client.close());
  expect((await client.callTool('greet', { name: 'Ada' })).text).toBe('Hello, Ada!');
  expect((await fetch(new URL('/readyz', url))).status).toBe(200);
});

test.each([
  [['--template', 'full'], 'requires the template minimal'],
  [['--auth', 'jwt'], 'without --auth and --tasks'],
  [['--tasks'], 'without --auth and --tasks'],
])('a Worker cannot be combined with %j', async (args, message) => {
  const folder = await temporaryFolder();
  const { code, stderr } = await runProgram(folder, process.execPath, [
    ...[CLI, 'scaffold', 'server', 'edge', '--deploy', 'worker'],
    ...args,
  ]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
});
