/** A scaffolded extension, used as its author would: install, test, generate, pack; and a program that uses the packed extension. */

import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runProgram } from '../support/runCli.js';
import { npm } from '../support/scaffolded.js';
import { readProjectFile, REVISIONS, ROOT } from '../support/schemas.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const MINUTES = 60_000;
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund'];

const PAGE = readProjectFile('docs/extensions.md');
const PROGRAMS = [...PAGE.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

/** The program of the tutorial that has a string. */
function programWith(part: string): string {
  const [program = '', ...others] = PROGRAMS.filter((each) => each.includes(part));
  expect(others).toEqual([]);
  return program;
}

test(
  'it installs, passes its tests, is up to date, and works in another program',
  { timeout: 5 * MINUTES },
  async () => {
    const folder = await temporaryFolder();
    const [, command = ''] = /^npx mcp-gen (scaffold extension .*)$/m.exec(PAGE) ?? [];
    const scaffolded = await runCli(folder, ...command.split(' '), '--runtime', 'vendor');
    expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
    expect(scaffolded.stdout.replace(/\d+ files/, 'n files')).toBe(
      'acme: n files written. @me/acme is the extension com.example/acme.\nNext: cd acme && npm install && npm test\n',
    );
    const project = join(folder, 'acme');
    const installed = await npm(project, ...INSTALL);
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    const tested = await npm(project, 'test');
    expect(tested, tested.stdout).toMatchObject({ code: 0 });
    expect(tested.stdout).toContain(`\n# pass ${REVISIONS.length * 5}\n`);
    const source = await readFile(join(project, 'schema/acme.ts'), 'utf8');
    for (const line of programWith('AcmeFindRequest').split('\n'))
      expect(source).toContain(line.replace(/^import .*/, ''));
    const generated = await npm(project, 'run', 'generate', '--', '--check');
    expect(generated, generated.stdout).toMatchObject({ code: 0 });

    const program = join(folder, 'program');
    await mkdir(program);
    await writeFile(join(program, 'package.json'), '{ "type": "module" }');
    await writeFile(join(program, 'server.ts'), programWith("from '@me/acme';\n\nconst extensions"));
    await writeFile(join(program, 'client.ts'), programWith("connect('node server.js'"));
    const packed = await npm(project, 'pack', '--json', '--pack-destination', program);
    expect(packed, packed.stderr).toMatchObject({ code: 0 });
    const [{ files }] = JSON.parse(packed.stdout) as [{ readonly files: readonly { readonly path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'schema/acme.ts']));
    expect(paths.filter((path) => /test|vendor/.test(path))).toEqual([]);
    const own = (await readdir(join(project, 'vendor'))).filter((name) => /^mcp-gen-[a-z]/.test(name));
    const archives = [...own.map((name) => join(project, 'vendor', name)), './me-acme-0.1.0.tgz'];
    const added = await npm(program, ...INSTALL, ...archives);
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const types = join(project, 'node_modules/@types');
    const options = [
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--strict',
      '--lib',
      'es2022,esnext.disposable',
      '--typeRoots',
      types,
      '--types',
      'node',
      'server.ts',
      'client.ts',
    ];
    expect(await runProgram(program, process.execPath, [compiler, ...options])).toMatchObject({ code: 0, stdout: '' });
    const [, printed = ''] = /^It prints `([^`]+)`/m.exec(PAGE) ?? [];
    expect(await runProgram(program, process.execPath, ['client.js'])).toEqual({
      code: 0,
      stderr: '',
      stdout: `${printed}\n`,
    });
  },
);

const SCHEMA = `
export interface OpenTabRequest extends JSONRPCRequest { method: 'tabs/open'; params: OpenTabRequestParams; }
export interface OpenTabRequestParams extends RequestParams { url: string }
export interface OpenTabResult extends Result { opened: boolean }
export interface AskTabRequest { method: 'tabs/ask'; params: { question: string } }
export interface AskTabResult { ok: boolean }
export type ServerRequest = AskTabRequest;
`;
const CLOSED = `
export interface TabClosedNotification extends JSONRPCNotification {
  method: 'notifications/tabs/closed';
  params: NotificationParams & { url: string };
}
`;
const row = (method: string, extension = 'org.example/tabs'): object => ({
  method,
  extension,
  from: '2026-07-28',
  capability: `extensions.${extension}`,
  source: 'tabs.md',
});
const SCAFFOLD = ['scaffold', 'extension', 'tabs', '--schema', 'tabs.ts', '--runtime', 'registry'];

describe('a schema of the author', () => {
  test('becomes a package that compiles, and passes its tests', { timeout: 2 * MINUTES }, async () => {
    const folder = await temporaryFolder({ 'tabs.ts': SCHEMA + CLOSED });
    const { code, stdout } = await runCli(folder, ...SCAFFOLD, '--id', 'org.example/tabs');
    expect(code).toBe(0);
    expect(stdout).toContain('tabs is the extension org.example/tabs.');
    expect(stdout).toContain(
      'Check schema/directions.ts: it assumes who sends OpenTabRequest and TabClosedNotification.',
    );
    const project = join(folder, 'tabs');
    const tree = await readTree(project);
    expect(tree['schema/tabs.ts']).toBe(SCHEMA + CLOSED);
    expect(tree['schema/directions.ts']).toContain('export type ClientRequest = OpenTabRequest;');
    expect(tree['schema/directions.ts']).toContain('export type ServerNotification = TabClosedNotification;');
    expect(tree['schema/directions.ts']).not.toContain('AskTabRequest');
    // The packages of the clone: the project would install them from the registry.
    await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    expect(await runProgram(project, process.execPath, [compiler])).toMatchObject({ code: 0, stdout: '' });
    const tested = await runProgram(project, process.execPath, ['--test', 'dist/extension.test.js']);
    expect(tested, tested.stdout).toMatchObject({ code: 0 });
    const generate = ['generate', '2026-07-28', '--extension', 'schema/tabs.ts', '--extension', 'schema/directions.ts'];
    expect(await runCli(project, ...generate, '--out', 'src/protocol', '--check')).toMatchObject({ code: 0 });
  });

  test('keeps its rows, and the identifier in them', async () => {
    const overrides = { methods: [row('tabs/open')] };
    const directed = `${SCHEMA}export type ClientRequest = OpenTabRequest;`;
    const folder = await temporaryFolder({ 'tabs.ts': directed, 'overrides.json': JSON.stringify(overrides) });
    const { code, stdout } = await runCli(folder, ...SCAFFOLD);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.not.stringContaining('assumes') as string });
    const tree = await readTree(join(folder, 'tabs'));
    expect(Object.keys(tree)).not.toContain('schema/directions.ts');
    expect(JSON.parse(tree['schema/overrides.json'] ?? '')).toEqual({
      methods: [row('tabs/open'), { ...row('tabs/ask'), source: 'schema/tabs.ts' }],
    });
  });

  test.each<[string, object, readonly string[], RegExp]>([
    ['that is missing', {}, [], /^error: File not found: tabs\.ts\.\n$/],
    ['without a message', { 'tabs.ts': 'export type A = string;' }, [], /tabs\.ts declares no message/],
    ['that is not valid', { 'tabs.ts': 'export type A = Elsewhere;' }, [], /^tabs\.ts:1:17 {2}Cannot find name/],
    ['with rows that are not JSON', { 'tabs.ts': SCHEMA, 'overrides.json': '{' }, [], /^overrides\.json:1:\d+ {2}/],
    ['with an identifier without a domain', { 'tabs.ts': SCHEMA }, ['--id', 'tabs'], /Invalid identifier "tabs"/],
    [
      'with the messages of another extension',
      { 'tabs.ts': SCHEMA, 'overrides.json': JSON.stringify({ methods: [row('tabs/ask')] }) },
      ['--id', 'com.example/tabs'],
      /belong to org\.example\/tabs, and not to com\.example\/tabs/,
    ],
    [
      'with the messages of two extensions',
      {
        'tabs.ts': SCHEMA,
        'overrides.json': JSON.stringify({ methods: [row('tabs/ask'), row('tabs/open', 'com.example/tabs')] }),
      },
      [],
      /belong to \S+, and not to \S+\.example\/tabs/,
    ],
  ])('%s is refused, and nothing is written', async (_, files, args, message) => {
    const folder = await temporaryFolder(files as { readonly [path: string]: string });
    const { code, stderr } = await runCli(folder, ...SCAFFOLD, ...args);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(message);
    expect(await readdir(folder)).not.toContain('tabs');
  });
});

test('the names in the code follow from the name of the package', async () => {
  const folder = await temporaryFolder();
  for (const [name, variable] of [
    ['@me/book-search', 'bookSearch'],
    ['class', 'extension'],
    ['7up', 'extension'],
  ] as const) {
    const args = ['scaffold', 'extension', 'x', '--name', name, '--runtime', 'registry', '--force'];
    expect(await runCli(folder, ...args)).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'x/src/index.ts'), 'utf8')).toContain(
      `export const ${variable} = defineExtension(`,
    );
  }
});
