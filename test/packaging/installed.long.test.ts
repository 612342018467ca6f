/** The libraries, installed alone in an empty folder: imported, required, type-checked and bundled. */

import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClientStub, revision } from '@mcp-gen/protocol/2025-03-26';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectOurs } from '../support/ourClient.js';
import { emptyProject, install, npm, packPackages } from '../support/packages.js';
import { runProgram } from '../support/runCli.js';
import { readProjectFile, ROOT, REVISIONS } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const MINUTE = 60_000;

/** A server of one tool. */
const SERVER = `
import { revision } from '@mcp-gen/protocol/2025-03-26';
import { serve } from '@mcp-gen/runtime';

serve(
  {
    listTools: () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
    callTool: ({ arguments: given }) => ({ content: [{ type: 'text', text: given.text }] }),
  },
  { serverInfo: { name: 'echo', version: '1.0.0' }, revisions: [revision] },
);
`;

/** Uses every entry of the runtime and the protocol. What must be an error says so. */
const PROGRAM = `
import { ClientStub, isCallToolResult, revision, type ServerHandlers } from '@mcp-gen/protocol/2025-03-26';
import { revision as older, type ClientHandlers } from '@mcp-gen/protocol/2024-11-05';
import { connectSession, JsonRpcError, memoryPair, serve, type RunningServer, type Session } from '@mcp-gen/runtime';
import { optional } from '@mcp-gen/runtime/codegen/v1';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { transportContract, type TransportPair } from '@mcp-gen/runtime/testing';
import * as ours from './protocol/2025-03-26/index.js';

const handlers: ServerHandlers & ours.ServerHandlers = {
  listTools: () => ({ tools: [{ name: 'ask', inputSchema: { type: 'object' } }] }),
  async callTool({ name }, context) {
    if (name !== 'ask') throw new JsonRpcError(-32602, 'Unknown tool');
    const { roots } = await context.ask('roots', { method: 'roots/list', params: undefined });
    return { content: roots.map(({ uri }) => ({ type: 'text', text: uri })) };
  },
  // @ts-expect-error the URI is missing
  readResource: () => ({ contents: [{ text: '' }] }),
};

export const running: RunningServer = serve(handlers, {
  serverInfo: { name: 'program', version: '1.0.0' },
  revisions: [revision, ours.revision, older],
});

export async function ask(): Promise<string> {
  const roots: ClientHandlers = { listRoots: () => ({ roots: [] }) };
  const session: Session = await connectSession(new StdioClientTransport({ command: 'node' }), {
    clientInfo: { name: 'program', version: '1.0.0' },
    revisions: [revision],
    handlers: roots,
  });
  const server = new ClientStub(session);
  // @ts-expect-error a tool has a name
  await server.callTool({});
  const result: unknown = await server.callTool({ name: 'ask' });
  const [first] = isCallToolResult(result) && optional(isCallToolResult)(result) ? result.content : [];
  return first?.type === 'text' ? first.text : '';
}

export async function check(): Promise<void> {
  const [client, server] = memoryPair();
  const pair: TransportPair = { client, server };
  const lacks = { limit: 'messages are passed by reference' };
  for (const { leftOut, run } of transportContract(() => pair, { lacks })) if (leftOut === undefined) await run();
}
`;

/** Uses every entry of the sdk. What must be an error says so. */
const SDK = `
import { Server, ToolError, text, type Middleware, type ToolReturn } from '@mcp-gen/sdk';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { conversionsFor, type Converter } from '@mcp-gen/sdk/conversions';
import { Host } from '@mcp-gen/sdk/host';
import { serveHttp } from '@mcp-gen/sdk/http';
import { createMockServer, record, replay, testClient, type ReplayTransport } from '@mcp-gen/sdk/testing';

export const server: Server = new Server({ name: 'weather', version: '1.0.0' });

server.tool(
  'forecast',
  {
    input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    output: { type: 'object', properties: { sunny: { type: 'boolean' } }, required: ['sunny'] },
  },
  ({ city }, context) => {
    if (city.length === 0) throw new ToolError('Which city?');
    context.progress(1);
    return { sunny: true };
  },
);
// @ts-expect-error a forecast says whether it is sunny
server.tool('wrong', { output: { type: 'object', required: ['a'], properties: { a: { type: 'null' } } } }, () => ({ b: 1 }));
server.resourceTemplate('users://{id}', {}, ({ id }) => id);
// @ts-expect-error the template has no such variable
server.resourceTemplate('users://{id}', {}, ({ name }) => name);
server.prompt('greet', { arguments: { name: { required: true } } }, ({ name }) => name.trim());

export const slow: Middleware = (request, next) => next(request);
export const greeting: ToolReturn = text('hello');
export const session: ReplayTransport = replay('session.jsonl');

export async function use(): Promise<string> {
  const client: Client = await connect(record(session, 'again.jsonl'), { roots: ['.'] });
  for await (const tool of client.tools()) console.error(tool.name);
  const near = await testClient(server, { revision: '2025-03-26' });
  const far = await connect(createMockServer({ 'tools/list': { tools: [] } }).target);
  const converter: Converter = await conversionsFor('2025-03-26');
  const { url } = await serveHttp(server, { port: 0 });
  await new Host({ servers: {} }).close();
  const { text } = await near.callTool('forecast', { city: converter.revision });
  await far.close();
  return text + String(url);
}
`;

/** Uses the protocol alone, without Node. */
const BROWSER = `
import { isCallToolResult, type CallToolResult } from '@mcp-gen/protocol/2025-03-26';

export const check = (value: unknown): CallToolResult | undefined => (isCallToolResult(value) ? value : undefined);
`;

/** The runtime needs no package of ours; the protocol needs the runtime, and the sdk both. */
const alone = emptyProject();
const project = emptyProject();

beforeAll(async () => {
  const packed = await packPackages();
  const tarballs = (...names: readonly string[]): string[] =>
    packed.filter(({ name }) => names.includes(name)).map(({ file }) => file);
  await install(alone, ...tarballs('@mcp-gen/runtime'));
  await install(
    project,
    ...tarballs('@mcp-gen/runtime', '@mcp-gen/protocol', '@mcp-gen/sdk'),
    `@types/node@${typesOfNode}`,
  );
}, 5 * MINUTE);

const { version: typesOfNode } = JSON.parse(readProjectFile('node_modules/@types/node/package.json')) as {
  readonly version: string;
};

interface Manifest {
  readonly name: string;
  readonly exports: { readonly [path: string]: unknown };
  readonly dependencies: { readonly [name: string]: string };
}

const manifestOf = (folder: string): Manifest => JSON.parse(readProjectFile(`${folder}/package.json`)) as Manifest;

/** What has nothing but types. */
const TYPES_ALONE = new Set(['@mcp-gen/protocol/author', '@mcp-gen/sdk/extension/options']);

const ENTRIES = [
  { folder: 'runtime', where: alone },
  { folder: 'generated', where: project },
  { folder: 'sdk', where: project },
].flatMap(({ folder, where }) => {
  const { name, exports } = manifestOf(folder);
  return Object.keys(exports).map((path) => ({ entry: join(name, path).replaceAll('\\', '/'), where }));
});

/** What each entry exports when it is required, and when it is imported after that, or the error of either. */
type Exported = { readonly [entry: string]: readonly [required: string, imported: string] };

/** Loads all entries of a project in one process. They are required first: an import that came before would leave nothing to load. */
async function loadEntries(where: string): Promise<Exported> {
  const entries = ENTRIES.filter((each) => each.where === where).map(({ entry }) => entry);
  const script = `(async () => {
    const entries = ${JSON.stringify(entries)};
    const keysOf = (module) => Object.keys(module).sort().join();
    const required = entries.map((entry) => {
      try {
        return keysOf(require(entry));
      } catch (error) {
        return String(error);
      }
    });
    const imported = await Promise.all(entries.map((entry) => import(entry).then(keysOf, String)));
    console.log(JSON.stringify(Object.fromEntries(entries.map((entry, at) => [entry, [required[at], imported[at]]]))));
  })()`;
  const { code, stdout, stderr } = await runProgram(where, process.execPath, ['--input-type=commonjs', '-e', script]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Exported;
}

describe('entries', () => {
  let exported: Exported;
  beforeAll(async () => {
    exported = Object.assign({}, ...(await Promise.all([alone, project].map(loadEntries)))) as Exported;
  });

  test.each(ENTRIES)('$entry is required and imported, and gives the same', ({ entry }) => {
    const [required, imported] = exported[entry] ?? [];
    expect(imported, 'an error').not.toContain(': ');
    expect(imported).toBe(required);
    // Types alone leave nothing to import.
    expect(imported === '').toBe(TYPES_ALONE.has(entry));
  });
});

test('the protocol asks for the runtime, and for nothing else', async () => {
  const tree = JSON.parse(await npm(project, 'ls', '--all', '--json', '@mcp-gen/runtime')) as object;
  expect(tree).toHaveProperty(['dependencies', '@mcp-gen/protocol', 'dependencies', '@mcp-gen/runtime']);
  expect(Object.keys(manifestOf('generated').dependencies)).toEqual(['@mcp-gen/runtime']);
});

test('the sdk asks for the protocol, the runtime, and a parser of configuration files, and for nothing else', async () => {
  const tree = JSON.parse(await npm(project, 'ls', '--all', '--json')) as {
    readonly dependencies: { readonly [name: string]: { readonly dependencies?: object } };
  };
  expect(Object.keys(tree.dependencies['@mcp-gen/sdk']?.dependencies ?? {})).toEqual([
    '@mcp-gen/protocol',
    '@mcp-gen/runtime',
    'jsonc-parser',
  ]);
});

test('only what a package exports can be reached', async () => {
  const script = `import('@mcp-gen/runtime/peer/peer')`;
  const { code, stderr } = await runProgram(alone, process.execPath, ['-e', script]);
  expect(code).toBe(1);
  expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

describe('type checks', () => {
  const NODE16 = { module: 'Node16', moduleResolution: 'Node16' };
  const NODE_NEXT = { module: 'NodeNext', moduleResolution: 'NodeNext' };
  const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };

  /**
   * Every compiler once, the oldest and the newest with the generated sources and with every way to resolve modules. Node16 is NodeNext
   * without what newer versions of Node do.
   */
  const COMPILERS = [
    { version: '5.6', compiler: 'typescript-5.6', modules: NODE16 },
    { version: '5.9', compiler: 'typescript-5.9', modules: BUNDLER },
    { version: '6', compiler: 'typescript', modules: NODE_NEXT },
    { version: '7', compiler: 'typescript-7', modules: NODE_NEXT },
  ];
  const OLDEST_AND_NEWEST = COMPILERS.filter(({ version }) => version === '5.6' || version === '7');

  const NEWEST = 'typescript-7';

  /** Checks all but declarations of others. */
  const CHECK_TYPES = join(ROOT, 'test/fixtures/checkTypes.mjs');

  const STRICT = {
    target: 'ES2022',
    lib: ['ES2023'],
    types: ['node'],
    noEmit: true,
    declaration: true,
    strict: true,
    allowUnreachableCode: false,
    allowUnusedLabels: false,
    exactOptionalPropertyTypes: true,
    isolatedDeclarations: true,
    isolatedModules: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
  };

  beforeAll(async () => {
    await writeFile(join(project, 'program.ts'), PROGRAM);
    await writeFile(join(project, 'sdk.ts'), SDK);
    await writeFile(join(project, 'browser.ts'), BROWSER);
    await writeFile(join(project, 'bound.ts'), readProjectFile('examples/bound/weather.ts'));
    // The generated sources as a user has them: within the program, under the user's own flags.
    for (const folder of [...REVISIONS.map(({ revision }) => revision), 'author', 'shared', 'registry']) {
      await cp(join(ROOT, 'generated', folder), join(project, 'protocol', folder), { recursive: true });
    }
  });

  const typeCheck = async (compiler: string, options: object, include: readonly string[]): Promise<string> => {
    // The declarations of the packages are checked, too: nothing is found with skipLibCheck that is not found without.
    const compilerOptions = { ...STRICT, skipLibCheck: false, ...options };
    const file = join(project, 'tsconfig.json');
    await writeFile(file, JSON.stringify({ compilerOptions, include }));
    const folder = join(ROOT, 'node_modules', compiler);
    // The newest compiler is a program alone, which needs little time for declarations of others.
    const [script, ...args] = compiler === NEWEST ? [join(folder, 'bin/tsc'), '-p', file] : [CHECK_TYPES, folder, file];
    const { code, stdout, stderr } = await runProgram(project, process.execPath, [script, ...args]);
    return code === 0 ? stdout : `exit code ${code}\n${stdout}${stderr}`;
  };

  const PROGRAMS = ['program.ts', 'sdk.ts', 'bound.ts'];

  test.each(COMPILERS)('TypeScript $version, $modules.moduleResolution', async ({ version, compiler, modules }) => {
    const erasable = version === '5.6' ? {} : { erasableSyntaxOnly: true };
    const sources = OLDEST_AND_NEWEST.some((each) => each.compiler === compiler) ? ['protocol'] : [];
    expect(await typeCheck(compiler, { ...modules, ...erasable }, [...PROGRAMS, ...sources])).toBe('');
  });

  test('an error in a program, and one in declarations of a package, is found', async () => {
    await writeFile(
      join(project, 'wrong.ts'),
      `import { Broken } from 'broken';\nexport const one: string = new Broken();\n`,
    );
    const broken = join(project, 'node_modules/broken');
    onTestFinished(() => rm(broken, { recursive: true }));
    await mkdir(broken);
    await writeFile(join(broken, 'index.d.ts'), 'export class Broken extends Missing {}\n');
    const found = await typeCheck('typescript-5.6', { ...BUNDLER, types: [] }, ['wrong.ts']);
    expect(found).toContain('wrong.ts(2,14): error TS2322');
    expect(found).toContain(`node_modules/broken/index.d.ts(1,29): error TS2304: Cannot find name 'Missing'`);
  });

  // How modules are resolved makes a difference where packages are imported, and none within generated sources.
  test.each(OLDEST_AND_NEWEST)('TypeScript $version, Bundler', async ({ compiler }) => {
    expect(await typeCheck(compiler, BUNDLER, PROGRAMS)).toBe('');
  });

  test.each(OLDEST_AND_NEWEST)('TypeScript $version, the protocol in a browser', async ({ compiler }) => {
    const options = { ...BUNDLER, lib: ['ES2023', 'DOM'], types: [] };
    expect(await typeCheck(compiler, options, ['browser.ts'])).toBe('');
  });
});

describe('a bundle of a server with one tool', () => {
  let inputs: Metafile['inputs'];
  let bundle: string;

  const within = (paths: readonly string[], part: string): string[] =>
    paths.filter((path) => path.includes(`node_modules/${part}`));

  beforeAll(async () => {
    await writeFile(join(project, 'server.mjs'), SERVER);
    const { metafile } = await build({
      absWorkingDir: project,
      entryPoints: ['server.mjs'],
      outfile: 'bundle/server.mjs',
      bundle: true,
      platform: 'node',
      format: 'esm',
      metafile: true,
    });
    inputs = metafile.inputs;
    bundle = join(project, 'bundle/server.mjs');
  });

  test('has one revision, and neither processes nor any package of others', async () => {
    const paths = Object.keys(inputs);
    expect(within(paths, '@mcp-gen/protocol/dist/2025-03-26/')).not.toEqual([]);
    expect(within(paths, '@mcp-gen/protocol/dist/2024-11-05/')).toEqual([]);
    expect(await readFile(bundle, 'utf8')).not.toContain('2024-11-05');
    expect(within(paths, '')).toEqual(within(paths, '@mcp-gen/'));
    expect(within(paths, '@mcp-gen/').length).toBeLessThanOrEqual(40);
  });

  test('leaves out what the server does not use', async () => {
    const text = await readFile(bundle, 'utf8');
    expect(text).toContain('tools/call');
    expect(text).not.toMatch(/\bclass \w*(?:Message|Stub|Skeleton)\b/);
  });

  test('runs where nothing is installed', async () => {
    const folder = await temporaryFolder();
    await copyFile(bundle, join(folder, 'server.mjs'));
    const { session } = await connectOurs([join(folder, 'server.mjs')], { revisions: [revision] });
    onTestFinished(() => session.close());
    const { content } = await new ClientStub(session).callTool({ name: 'echo', arguments: { text: 'hello' } });
    expect(content).toEqual([{ type: 'text', text: 'hello' }]);
  });
});
