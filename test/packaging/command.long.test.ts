/** The command line, installed alone in an empty folder, and the server that it scaffolds there. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { emptyProject, install, npm, packPackages } from '../support/packages.js';
import { expectCommitted } from '../support/golden.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, REVISIONS, ROOT, SESSION_IDS } from '../support/schemas.js';
import { readTree } from '../support/temporaryFolder.js';

const MINUTE = 60_000;

const project = emptyProject();

/** The program that npm installs. `npx`, which is asked for the version, runs the same, and takes as long to start as the program. */
const mcpGen = (...args: readonly string[]): Promise<Finished> =>
  runProgram(project, process.execPath, [join(project, 'node_modules/mcp-gen/dist/cli.js'), ...args]);

beforeAll(async () => {
  const packed = await packPackages();
  await install(project, ...packed.filter(({ name }) => name === 'mcp-gen').map(({ file }) => file));
}, 5 * MINUTE);

test('mcp-gen --version', async () => {
  const { version } = JSON.parse(readProjectFile('package.json')) as { readonly version: string };
  expect(await runProgram(project, 'npx', ['mcp-gen', '--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test('every command has help without another package', async () => {
  const [, commands = ''] = /^Commands:\n(.*?)\n\n/ms.exec((await mcpGen('--help')).stdout) ?? [];
  const names = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['generate', 'scaffold', 'bridge', 'bind', 'help']));
  for (const name of names) {
    const asked = await mcpGen(name, '--help');
    expect(asked, name).toMatchObject({ code: 0, stderr: '' });
    if (name === 'help') continue;
    expect(asked.stdout).toMatch(new RegExp(`^Usage: mcp-gen(-| )${name}`));
  }
  expect(await mcpGen('help', 'bind')).toEqual(await mcpGen('bind', '--help'));
  expect((await mcpGen('call', '--help')).stdout).toMatch(/^Usage: mcp-talk /);
});

test.each([
  ['bridge', '@mcp-gen/sdk', '@mcp-gen/bridge'],
  ['bind', '@mcp-gen/bind', '@mcp-gen/bind'],
  ['call', '@mcp-gen/talk', '@mcp-gen/talk call'],
])('mcp-gen %s says what to install, and what runs without that', async (name, needed, program) => {
  expect(await mcpGen(name, 'https://example.com/mcp')).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: mcp-gen ${name} needs the package ${needed}. Install it: npm install ${needed}. Or run: npx -y ${program}\n`,
  });
});

test('mcp-gen scaffold client --from says what to install, and what runs without that', async () => {
  expect(await mcpGen('scaffold', 'client', 'typed', '--from', 'node server.js')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'error: mcp-gen scaffold client --from needs the package @mcp-gen/bind. Install it: npm install @mcp-gen/bind. ' +
      'Or run: npx -y -p mcp-gen -p @mcp-gen/bind mcp-gen scaffold client\n',
  });
});

test('mcp-gen generate writes what is committed', async () => {
  const { code, stderr } = await mcpGen('generate', '--out', 'out');
  expect(code, stderr).toBe(0);
  const folders = [...REVISIONS.map(({ revision }) => revision), 'author', 'registry', 'shared'];
  expect((await readdir(join(project, 'out'))).sort()).toEqual(folders);
  const written = Object.entries(await readTree(join(project, 'out')));
  const files = written.map(([path, text]) => ({ path: path.replaceAll(sep, '/'), text: text ?? '' }));
  await expectCommitted('generated', files, 'npm run generate');
});

test('mcp-gen schema writes what is committed', async () => {
  const { code, stderr } = await mcpGen('schema', '--out', 'json');
  expect(code, stderr).toBe(0);
  const written = await Promise.all(
    REVISIONS.map(async ({ revision }) => {
      const path = `${revision}/schema.json`;
      return { path, text: await readFile(join(project, 'json', path), 'utf8') };
    }),
  );
  await expectCommitted('schema', written, 'npm run generate');
});

/** Uses the library, where nothing else is installed: no types of Node, and none of the packages behind it. */
const LIBRARY = `
import { compile, diff, explain, InputError, readProtocol, SchemaProblems } from 'mcp-gen';
import type { DiffReport, GeneratedFile, MessageModel, Problem, ProtocolModel, TypeNode } from 'mcp-gen';

export async function use(): Promise<readonly GeneratedFile[]> {
  const model: ProtocolModel = await readProtocol('2025-11-25', { draft: true, extensions: [{ file: 'ui.ts' }] });
  const requests: readonly MessageModel[] = model.messages.filter(({ kind }) => kind === 'request');
  const [first] = requests;
  // @ts-expect-error only requests have results
  first?.results;
  if (first?.kind === 'request') first.results[0].trim();
  // @ts-expect-error a model cannot be changed
  model.revision = '';
  // @ts-expect-error unknown option
  await readProtocol('2025-11-25', { drafts: true });
  const report: DiffReport = await diff(model, model);
  const found = await explain('Tool', [model], { revision: report.old.revision });
  if (found.kind === 'unknown') found.nearest.join();
  return compile([model]);
}

export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof InputError) return [];
  return error instanceof SchemaProblems ? error.problems : [];
}

export function nameOf(type: TypeNode): string | undefined {
  return type.kind === 'reference' ? type.name : undefined;
}
`;

test.each([
  { compiler: 'typescript-5.6', module: 'NodeNext', moduleResolution: 'NodeNext' },
  { compiler: 'typescript', module: 'ESNext', moduleResolution: 'Bundler' },
  { compiler: 'typescript-7', module: 'NodeNext', moduleResolution: 'NodeNext' },
])('the library is type-checked by $compiler, with $moduleResolution', async ({ compiler, ...modules }) => {
  const options = { ...modules, target: 'ES2022', lib: ['ES2023'], types: [], noEmit: true, strict: true };
  const compilerOptions = { ...options, exactOptionalPropertyTypes: true, skipLibCheck: false };
  await writeFile(join(project, 'library.ts'), LIBRARY);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['library.ts'] }));
  const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc');
  const { code, stdout } = await runProgram(project, process.execPath, [tsc, '-p', 'tsconfig.json']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

test('the program in docs/library.md prints what is said', async () => {
  const folder = await runnable(pagePrograms('docs/library.md'), join(project, 'node_modules'));
  const [, printed] = /```text\n(.*?)```/s.exec(readProjectFile('docs/library.md')) ?? [];
  const finished = await runProgram(folder, process.execPath, ['library.js']);
  expect(finished).toEqual({ code: 0, stdout: printed, stderr: '' });
  const messages = await runProgram(folder, process.execPath, ['messages.js']);
  expect(messages).toMatchObject({ code: 0, stderr: '' });
  expect(messages.stdout).toContain('roots/list, since 2024-11-05\n');
});

test('the JSON Schema of the model can be loaded, and other files of the package cannot', async () => {
  const program = `
    const { default: schema } = await import('mcp-gen/model.schema.json', { with: { type: 'json' } });
    console.log(schema.$id);
    await import('mcp-gen/dist/compile.js');`;
  const { code, stdout, stderr } = await runProgram(project, process.execPath, ['--input-type=module', '-e', program]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'urn:mcp-gen:model:2\n' });
  expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

test('mcp-gen scaffold takes the packages from the registry, as mcp-gen itself', async () => {
  expect(await mcpGen('scaffold', 'server', 'registered')).toMatchObject({ code: 0 });
  expect(await readdir(join(project, 'registered'))).not.toContain('vendor');
  const { dependencies } = JSON.parse(await readFile(join(project, 'registered/package.json'), 'utf8')) as {
    readonly dependencies: object;
  };
  expect(dependencies).toEqual({ '@mcp-gen/sdk': expect.stringMatching(/^\^\d/) as string });
});

test(
  'mcp-gen scaffold server: it installs, passes its tests, and answers the official client',
  { timeout: 5 * MINUTE },
  async () => {
    const scaffolded = await mcpGen('scaffold', 'server', 'greeter', '--runtime', 'vendor');
    expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
    const server = join(project, 'greeter');
    await install(server);
    expect(await npm(server, 'test')).toContain('# fail 0');

    for (const revision of SESSION_IDS) {
      const client = await connectOfficialV1({ over: 'stdio', args: [join(server, 'dist/main.js')] }, { revision });
      expect(client.revision).toBe(revision);
      expect((await client.listTools()).tools).toMatchObject([{ name: 'greet' }]);
      expect(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).toEqual({
        content: [{ type: 'text', text: 'Hello, Ada!' }],
      });
      await client.close();
    }
  },
);
