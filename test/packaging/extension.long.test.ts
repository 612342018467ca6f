/** An extension from outside of this project: generated, type-checked, and run with the packages as npm installs them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyProject, install, packPackages } from '../support/packages.js';
import { runProgram } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const MINUTE = 60_000;

const ID = 'com.example/acme';

/** A request and a notification in each direction. */
const SCHEMA = `
export interface AcmeFindRequest extends JSONRPCRequest {
  method: 'acme/find';
  params: AcmeFindRequestParams;
}
export interface AcmeFindRequestParams extends RequestParams {
  query: string;
}
export interface AcmeFindResult extends Result {
  found: string[];
  opened: string[];
}
export interface AcmeConfirmRequest {
  method: 'acme/confirm';
  params: { question: string };
}
export interface AcmeConfirmResult {
  confirmed: boolean;
}
export interface AcmeOpenedNotification extends JSONRPCNotification {
  method: 'notifications/acme/opened';
  params: { title: string };
}
export interface AcmeSearchedNotification extends JSONRPCNotification {
  method: 'notifications/acme/searched';
  params: { count: number };
}
export type ClientRequest = AcmeFindRequest;
export type ServerResult = AcmeFindResult;
export type ServerRequest = AcmeConfirmRequest;
export type ClientResult = AcmeConfirmResult;
export type ClientNotification = AcmeOpenedNotification;
export type ServerNotification = AcmeSearchedNotification;
`;

const METHODS = ['acme/find', 'acme/confirm', 'notifications/acme/opened', 'notifications/acme/searched'];

/** Each message needs the capability of the extension. */
const OVERRIDES = {
  methods: METHODS.map((method) => ({
    method,
    extension: ID,
    from: '2026-07-28',
    capability: `extensions.${ID}`,
    source: 'acme.md',
  })),
};

const EXTENSION = `
import { defineExtension } from '@mcp-gen/sdk/extension';
import * as messages from './generated/2026-07-28/extensions/acme.js';

export const acme = defineExtension({ id: messages.id, messages }, (titles: readonly string[] = [], heard: unknown[] = []) => {
  const opened: string[] = [];
  return {
    server: {
      settings: { titles: titles.length },
      requests: {
        'acme/find': async ({ query }, _context, client) => {
          const answer = query === '' ? await client?.ask('all', 'acme/confirm', { question: 'All?' }) : undefined;
          await client?.notify('notifications/acme/searched', { count: titles.length });
          const isWanted = query !== '' || answer?.confirmed === true;
          return { found: isWanted ? titles.filter((title) => title.includes(query)) : [], opened };
        },
      },
      notifications: { 'notifications/acme/opened': ({ title }) => void opened.push(title) },
    },
    client: {
      settings: { color: true },
      requests: { 'acme/confirm': ({ question }) => ({ confirmed: question === 'All?' }) },
      notifications: { 'notifications/acme/searched': ({ count }) => void heard.push(count) },
    },
  };
});
`;

/** What a user of the extension writes on each side. */
const SERVER = `
import { Server } from '@mcp-gen/sdk';
import { acme } from './extension.js';

export const server = new Server({ name: 'library', version: '1.0.0' }, { extensions: [acme(['Dune', 'Emma'])] });
if (process.argv[2] === 'serve') server.serve();
`;
const CLIENT = `
import { connect, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { acme } from './extension.js';

export const open = (target: Target, options: ClientOptions, heard: unknown[]) => connect(target, { ...options, extensions: [acme([], heard)] });
export const libraryOf = (client: Awaited<ReturnType<typeof open>>) => client.extension(acme);
`;

/** Uses the extension in one way and revision, and prints what has happened. */
const RUN = `
import { fileURLToPath } from 'node:url';
import { Host } from '@mcp-gen/sdk/host';
import { serveHttp } from '@mcp-gen/sdk/http';
import type { SupportedRevision } from '@mcp-gen/sdk';
import { libraryOf, open } from './client.js';
import { acme } from './extension.js';
import { server } from './server.js';

const [, , way, revision, ...bridge] = process.argv;
const heard: unknown[] = [];
const options = { revisions: [revision as SupportedRevision] };
const command = [process.execPath, ...bridge, fileURLToPath(new URL('server.js', import.meta.url)), 'serve'] as const;

async function use(library: ReturnType<typeof libraryOf>): Promise<void> {
  if (library === undefined) throw new Error('The server has not declared the extension');
  await library.notify('notifications/acme/opened', { title: 'Dune' });
  const some: string[] = (await library.request('acme/find', { query: 'un' })).found;
  const all = await library.request('acme/find', { query: '' });
  console.log(JSON.stringify({ settings: library.settings, some, all: all.found, opened: all.opened, heard }));
  // @ts-expect-error a query is a string
  await library.request('acme/find', { query: 1 }).catch(() => undefined);
  // @ts-expect-error the extension has no such request
  await library.request('acme/lose', {}).catch(() => undefined);
  // @ts-expect-error a title is missing
  await library.notify('notifications/acme/opened', {}).catch(() => undefined);
}

if (way === 'host') {
  const servers = { library: { command: command[0], args: command.slice(1) } };
  const consent = ({ kind }: { kind: string }): boolean => kind === 'request';
  const host = new Host({ servers, ...options, consent, extensions: [acme([], heard)] });
  await host.start();
  await use(host.extension(acme, 'library'));
  await host.close();
} else {
  const http = way === 'http' ? await serveHttp(server, { port: 0 }) : undefined;
  const bridged = [process.execPath, ...bridge, String(http?.url)] as const;
  const target = http === undefined ? command : bridge.length > 0 ? bridged : http.url;
  const client = await open(target, options, heard);
  await use(libraryOf(client));
  await client.close();
  await http?.close();
}
`;

const PROGRAMS = { 'extension.ts': EXTENSION, 'server.ts': SERVER, 'client.ts': CLIENT, 'run.ts': RUN };

const project = emptyProject();

const run = (...args: readonly string[]): ReturnType<typeof runProgram> => runProgram(project, process.execPath, args);

const MCP_GEN = 'node_modules/mcp-gen/dist/cli.js';

beforeAll(async () => {
  const packed = await packPackages();
  const names = ['mcp-gen', '@mcp-gen/runtime', '@mcp-gen/protocol', '@mcp-gen/sdk'];
  const { version } = JSON.parse(readProjectFile('node_modules/@types/node/package.json')) as { version: string };
  const tarballs = packed.filter(({ name }) => names.includes(name)).map(({ file }) => file);
  await install(project, ...tarballs, `@types/node@${version}`);
  await writeFile(join(project, 'acme.ts'), SCHEMA);
  await writeFile(join(project, 'overrides.json'), JSON.stringify(OVERRIDES));
  for (const [name, text] of Object.entries(PROGRAMS)) await writeFile(join(project, name), text);
  const generated = await run(MCP_GEN, 'generate', '2026-07-28', '--extension', 'acme.ts');
  expect(generated.code, generated.stderr).toBe(0);
}, 5 * MINUTE);

/** Compiles the programs, as those of a package. */
async function compile(compiler: string, modules: object, outDir: string): Promise<string> {
  const compilerOptions = {
    ...modules,
    target: 'ES2022',
    lib: ['ES2023'],
    types: ['node'],
    rootDir: '.',
    outDir,
    declaration: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
  };
  const files = Object.keys(PROGRAMS);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { code, stdout, stderr } = await run(join(ROOT, 'node_modules', compiler, 'bin/tsc'), '-p', '.');
  return code === 0 ? stdout : `exit code ${code}\n${stdout}${stderr}`;
}

test.each([
  { compiler: 'typescript-5.6', modules: { module: 'Node16', moduleResolution: 'Node16' } },
  { compiler: 'typescript-7', modules: { module: 'ESNext', moduleResolution: 'Bundler' } },
])('$compiler checks the extension and its users, and writes their declarations', async ({ compiler, modules }) => {
  expect(await compile(compiler, modules, 'checked')).toBe('');
});

test.each([
  ['server', SERVER],
  ['client', CLIENT],
])('the use of an extension in a %s takes at most five lines', (_side, text) => {
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(5);
});

describe.each(['2025-11-25', '2026-07-28'])('revision %s', (revision) => {
  beforeAll(async () => {
    expect(await compile('typescript-7', { module: 'NodeNext', moduleResolution: 'NodeNext' }, 'out')).toBe('');
  }, MINUTE);

  const other = revision === '2025-11-25' ? '2026-07-28' : '2025-11-25';
  const bridgeIn = (of: string): readonly string[] => [MCP_GEN, 'bridge', '--revision', of];
  const bridgeTo = (of: string): readonly string[] => [...bridgeIn(of), '--', process.execPath];

  test.each<readonly [what: string, way: string, bridge: readonly string[]]>([
    ['over stdio', 'stdio', []],
    ['over HTTP', 'http', []],
    ['in a host', 'host', []],
    ['through a bridge to the same revision', 'stdio', bridgeTo(revision)],
    ['through a bridge to the other era', 'stdio', bridgeTo(other)],
    ['through a bridge to HTTP in the other era', 'http', bridgeIn(other)],
    ['in a host, through a bridge', 'host', bridgeTo(other)],
  ])('both sides run %s', async (_what, way, bridge) => {
    const { code, stdout, stderr } = await run('out/run.js', way, revision, ...bridge);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      settings: { titles: 2 },
      some: ['Dune'],
      all: ['Dune', 'Emma'],
      opened: ['Dune'],
      heard: [2, 2],
    });
  });
});
