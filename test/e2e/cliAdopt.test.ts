/** Taking over a revision: from official files to a project that generates its code. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveFiles } from '../support/httpServer.js';
import { runCli, runProgram } from '../support/runCli.js';
import { readProjectFile, ROOT, schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The files of a revision as a source has them, under another name. */
async function source(id: string, as = id, edit: (text: string) => string = (text) => text): Promise<string> {
  const json = readFileSync(join(ROOT, 'schema', id, 'schema.json'), 'utf8');
  return temporaryFolder({ [`${as}/schema.ts`]: edit(schemaText(id)), [`${as}/schema.json`]: json });
}

interface Row {
  id: string;
  open?: string[];
  guessedFrom?: string;
}

function registry(project: string): Row[] {
  return JSON.parse(readFileSync(join(project, 'schema/revisions.json'), 'utf8')) as Row[];
}

/** Printed by commands that read the project's own schemas, although no option names them. */
const OF_PROJECT = 'Schemas: schema/ of this project.';

describe('a revision that mcp-gen knows', () => {
  test('leaves nothing to decide, and its code is generated', async () => {
    const project = await temporaryFolder();
    const adopted = await runCli(project, 'adopt', '2025-11-25', '--from', await source('2025-11-25'));
    expect(adopted).toMatchObject({ code: 0, stderr: '' });
    expect(adopted.stdout).toContain(
      'The JSON Schema derived from the schema.ts is equal to the schema.json.\nNothing is left to decide. Next: mcp-gen generate',
    );
    expect(readdirSync(join(project, 'schema/2025-11-25')).sort()).toEqual([
      'decisions.json',
      'fingerprints.json',
      'schema.ts',
    ]);
    expect(readFileSync(join(project, 'schema/2025-11-25/schema.ts'), 'utf8')).toBe(schemaText('2025-11-25'));
    const generated = await runCli(project, 'generate');
    expect(generated).toMatchObject({ code: 0, stderr: expect.stringContaining(OF_PROJECT) as string });
    expect(readdirSync(join(project, 'generated')).sort()).toEqual(['2025-11-25', 'registry']);
    const elsewhere = await runCli(project, 'generate', '--schema', 'schema', '--check');
    expect(elsewhere).toMatchObject({ code: 0, stderr: expect.not.stringContaining(OF_PROJECT) as string });
  });
});

describe('a revision that nobody has decided about', () => {
  const ID = '2027-01-01';

  /** `roots/list` goes, `roots/all` and a field come. */
  const edit = (text: string): string =>
    text
      .replace("method: 'roots/list'", "method: 'roots/all'")
      .replace('interface ToolAnnotations {', 'interface ToolAnnotations { costHint?: number;');

  async function adopted(): Promise<{ project: string; stdout: string; code: number }> {
    const project = await temporaryFolder();
    const from = await temporaryFolder({ 'schema.ts': edit(schemaText('2026-07-28')) });
    const { stdout, code } = await runCli(project, 'adopt', ID, '--from', join(from, 'schema.ts'));
    return { project, stdout, code };
  }

  test('is taken over with a checklist, which can be seen again, and is generated when all is decided', async () => {
    const { project, stdout, code } = await adopted();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^New: 1 decision\nschema\/2027-01-01\/schema\.ts:\d+:1 {2}warning: No decision about the method roots\/all\. Guess: it needs no capability$/m,
    );
    expect(stdout).toMatch(/^Inherited from 2026-07-28: \d{2,3} decisions about what is unchanged\.$/m);
    expect(stdout).not.toMatch(/^Changed/m);
    expect(stdout).toContain(
      'New request roots/all, without an interface in @mcp-gen/sdk: client: connect(target, { methods: { "roots/all": handler } })\n',
    );
    expect(stdout).toContain(
      'New field ToolAnnotations.costHint in @mcp-gen/sdk: server: typed in ToolOptions.annotations\n',
    );
    expect(stdout.match(/^New request/gm)).toHaveLength(2);
    const again = await runCli(project, 'adopt', ID, '--checklist');
    expect(again.code).toBe(1);
    expect(stdout.endsWith(again.stdout)).toBe(true);

    const refused = await runCli(project, 'generate', '--schema', 'schema');
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('No decision about the method roots/all');
    const draft = await runCli(project, 'generate', '--schema', 'schema', '--draft');
    expect(draft.code).toBe(0);

    const decided = registry(project).map((row) => ({ ...row, open: [] }));
    writeFileSync(join(project, 'schema/revisions.json'), JSON.stringify(decided));
    const overrides = join(project, 'schema/overrides.json');
    const { methods, errata } = JSON.parse(readFileSync(overrides, 'utf8')) as {
      methods: { method: string }[];
      errata: [];
    };
    expect(methods).toMatchObject([
      { method: 'roots/list', from: '2024-11-05', until: '2026-07-28' },
      { method: 'roots/all', from: ID, capability: null },
    ]);
    const left = await runCli(project, 'adopt', ID, '--checklist');
    expect(left.stdout).toMatch(/^1 open decision\./m);
    writeFileSync(
      overrides,
      JSON.stringify({
        methods: methods.map((row) => (row.method === 'roots/all' ? { ...row, capability: 'roots' } : row)),
        errata,
      }),
    );
    expect((await runCli(project, 'adopt', ID, '--checklist')).code).toBe(0);
    const released = await runCli(project, 'generate', '--schema', 'schema');
    expect(released).toMatchObject({ code: 0 });
    const types = readFileSync(join(project, 'generated', ID, 'types.ts'), 'utf8');
    expect(types.split('\n', 1)[0]).not.toContain('draft');
  });

  test('is taken over again only with --force, and asks for nothing if it became a revision that is decided', async () => {
    const { project } = await adopted();
    expect(registry(project)[0]?.open).toEqual(['methods/roots/all']);
    const from = join(await source('2026-07-28'), '2026-07-28');
    expect((await runCli(project, 'adopt', ID, '--from', from)).code).toBe(2);
    const again = await runCli(project, 'adopt', ID, '--from', from, '--force');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing is left to decide.') as string });
    expect(registry(project)[0]).not.toHaveProperty('open');
    expect((await runCli(project, 'generate', '--schema', 'schema')).code).toBe(0);
  });

  test('what was decided stays, when it is taken over again and the schema is not there', async () => {
    const { project } = await adopted();
    const open = ['methods/tools/call', 'errata/Root.uri'];
    const decided = registry(project).map((row) => ({ ...row, open }));
    writeFileSync(join(project, 'schema/revisions.json'), JSON.stringify(decided));
    rmSync(join(project, 'schema', ID, 'schema.ts'));
    const text = schemaText('2026-07-28').replace("method: 'prompts/get'", "method: 'prompts/fetch'");
    const from = await temporaryFolder({ 'schema.ts': text });
    expect((await runCli(project, 'adopt', ID, '--from', from, '--force')).code).toBe(0);
    // The row of roots/list, which is back, is that of the revision before.
    expect(registry(project)[0]?.open?.toSorted()).toEqual([
      'errata/Root.uri',
      'methods/prompts/fetch',
      'methods/tools/call',
    ]);
  });

  test('a schema that was restated by hand stays if it says the same, else it is refused', async () => {
    const { project } = await adopted();
    const path = join(project, 'schema', ID, 'schema.ts');
    const restated = readFileSync(path, 'utf8').replaceAll(/^ \* .*$/gm, ' * In other words.');
    writeFileSync(path, restated);
    const before = registry(project);
    const next = join(
      await temporaryFolder({ 'schema.ts': `// Moved.\n${edit(schemaText('2026-07-28'))}` }),
      'schema.ts',
    );
    const args = ['adopt', ID, '--from', next, '--force'];
    const kept = await runCli(project, ...args);
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).toContain(`schema/${ID}/schema.ts was kept: it is equal to the official schema.`);
    expect(readFileSync(path, 'utf8')).toBe(restated);
    expect(registry(project)[0]?.open).toEqual(before[0]?.open);
    expect(registry(project)).not.toEqual(before);

    const written = registry(project);
    const wrong = restated.replaceAll(/\bRoot\b/g, 'WorkspaceRoot');
    writeFileSync(path, wrong);
    const refused = await runCli(project, ...args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(
      `schema/${ID}/schema.ts cannot be replaced. It differs from the official schema in Root, WorkspaceRoot. Nothing was written. Move it away, or correct it`,
    );
    expect(readFileSync(path, 'utf8')).toBe(wrong);
    expect(registry(project)).toEqual(written);
  });

  test('what was corrected stays, when it is taken over again', async () => {
    const { project } = await adopted();
    const records = registry(project).map((row) => ({ ...row, era: 'session', open: ['methods/tools/call'] }));
    writeFileSync(join(project, 'schema/revisions.json'), JSON.stringify(records));
    const overrides = join(project, 'schema/overrides.json');
    const tables = JSON.parse(readFileSync(overrides, 'utf8')) as { methods: object[] };
    const decided = { method: 'tools/list', from: ID, capability: 'tools.list', source: 'a page' };
    const ended = { ...decided, from: '2024-11-05', until: '2026-07-28', capability: 'tools' };
    writeFileSync(overrides, JSON.stringify({ ...tables, methods: [...tables.methods, ended, decided] }));
    const from = join(await source('2026-07-28'), '2026-07-28');
    expect((await runCli(project, 'adopt', ID, '--from', from, '--force')).code).toBe(0);
    const [row] = registry(project) as { era?: string; open?: string[] }[];
    expect(row).toMatchObject({ era: 'session' });
    expect(row?.open).not.toContain('era');
    expect(JSON.parse(readFileSync(overrides, 'utf8'))).toMatchObject({
      methods: expect.arrayContaining([decided]) as unknown,
    });
  });

  test('rows that nothing uses are reported once all is decided', async () => {
    const { project } = await adopted();
    writeFileSync(
      join(project, 'schema/revisions.json'),
      JSON.stringify(registry(project).map((row) => ({ ...row, open: [] }))),
    );
    const overrides = join(project, 'schema/overrides.json');
    writeFileSync(overrides, readFileSync(overrides, 'utf8').replace('"capability": null', '"capability": "roots"'));
    const path = join(project, 'schema', ID, 'schema.ts');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\bRoot\b/g, 'WorkspaceRoot'));
    const { code, stderr } = await runCli(project, 'generate', '--schema', 'schema');
    expect(code).toBe(3);
    expect(stderr).toContain('overrides.json corrects Root.uri, which the schema does not have');
  });

  test('a correction whose place is gone is an open decision', async () => {
    const project = await temporaryFolder();
    const text = schemaText('2026-07-28').replaceAll(/\bRoot\b/g, 'WorkspaceRoot');
    const from = await temporaryFolder({ 'schema.ts': text });
    const { stdout } = await runCli(project, 'adopt', ID, '--from', from);
    expect(stdout).toContain(
      'No decision about the correction of Root.uri. Guess from 2026-07-28: its place was removed',
    );
    expect(registry(project)[0]?.open).toContain('errata/Root.uri');
  });

  test('one between two that are known leaves the rows of the later one as they are', async () => {
    const project = await temporaryFolder();
    const text = schemaText('2025-06-18')
      .replaceAll(/\bRoot\b/g, 'WorkspaceRoot')
      .replace("method: 'ping'", "method: 'pong'");
    const from = await temporaryFolder({ 'schema.ts': text });
    expect((await runCli(project, 'adopt', '2025-07-01', '--from', from)).code).toBe(0);
    const { errata, methods } = JSON.parse(readFileSync(join(project, 'schema/overrides.json'), 'utf8')) as {
      readonly errata: readonly object[];
      readonly methods: readonly object[];
    };
    expect(errata).toMatchObject([
      { place: 'Root.uri', from: '2024-11-05', until: '2025-06-18' },
      { place: 'Root.uri', from: '2025-11-25' },
    ]);
    expect(methods.slice(0, 3)).toMatchObject([
      { method: 'ping', from: '2024-11-05', until: '2025-06-18' },
      { method: 'ping', from: '2025-11-25', until: '2025-11-25' },
      { method: 'pong', from: '2025-07-01', until: '2025-07-01' },
    ]);
  });

  test('one that is older than all others takes over the rows of the oldest', async () => {
    const project = await temporaryFolder();
    const from = join(await source('2024-11-05'), '2024-11-05');
    const { code, stdout } = await runCli(project, 'adopt', '2024-10-07', '--from', from);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'No decision about the method tools/call. Guess from 2024-11-05: its capability is "tools"',
    );
  });

  test('one with another opening request has its era, which is a guess', async () => {
    const project = await temporaryFolder();
    const from = join(await source('2025-11-25'), '2025-11-25');
    const { code, stdout } = await runCli(project, 'adopt', ID, '--from', from);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `No decision about the era of revision "${ID}". Guess from 2026-07-28: the era is "session"`,
    );
    expect(stdout).toMatch(/Changed since 2026-07-28:\n( {4}- DiscoverRequest.*\n)+ {4}\+ InitializeRequest\n/);
    expect(registry(project)).toMatchObject([
      { id: ID, era: 'session', open: expect.arrayContaining(['era']) as unknown },
    ]);
  });

  test('one with the same opening request inherits the era', async () => {
    const project = await temporaryFolder();
    const from = join(await source('2026-07-28'), '2026-07-28');
    const { stdout } = await runCli(project, 'adopt', ID, '--from', from);
    expect(stdout).toContain('Nothing is left to decide.');
    expect(registry(project)).toMatchObject([{ id: ID, era: 'stateless' }]);
  });

  test('is compared under its own name, whatever its schema states', async () => {
    const { project } = await adopted();
    const { stdout } = await runCli(project, 'diff', ID, ID, '--schema', 'schema');
    expect(stdout).toContain('No difference');
    const records = registry(project).map((row) => ({ ...row, era: 'session' }));
    writeFileSync(join(project, 'schema/revisions.json'), JSON.stringify(records));
    const from = join(await source('2026-07-28'), '2026-07-28');
    await runCli(project, 'adopt', '2026-07-28', '--from', from);
    const changed = await runCli(project, 'diff', '2026-07-28', ID, '--schema', 'schema');
    expect(changed.stdout).toContain('era: stateless → session');
  });
});

test('files are fetched from where the official repository has them', async () => {
  const project = await temporaryFolder();
  const json = readFileSync(join(ROOT, 'schema/2025-06-18/schema.json'), 'utf8');
  const url = await serveFiles({
    'schema/draft/schema.ts': schemaText('2025-06-18'),
    'schema/draft/schema.json': json,
  });
  const { code, stdout } = await runCli(project, 'adopt', 'draft', '--from', url.href);
  expect(code).toBe(0);
  expect(stdout).toContain('To list them again: mcp-gen adopt draft --checklist');
  expect(registry(project)).toMatchObject([{ id: 'draft', status: 'draft', dialect: 'draft-07' }]);
});

describe('refused, and nothing is written', () => {
  test.each<[string, string[], string]>([
    ['a name that leads elsewhere', ['..'], 'Invalid revision name "..".'],
    ['a name that a folder of the output has', ['shared'], 'Invalid revision name "shared".'],
    ['a folder without the revision', ['2027-01-01', '--from', 'nowhere'], 'No schema of 2027-01-01 found at nowhere'],
    ['an address that is not safe', ['2027-01-01', '--from', 'http://example.com/'], 'Use https'],
  ])('%s', async (_, args, message) => {
    const project = await temporaryFolder();
    const { code, stderr } = await runCli(project, 'adopt', ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
    expect(readdirSync(project)).toEqual([]);
  });

  test('files that contradict each other, unless the definitions are accepted', async () => {
    const project = await temporaryFolder();
    const from = await source('2025-03-26', '2025-03-27', (text) =>
      text.replace('hints?: ModelHint[]', 'hints?: ModelHint').replace('cursor?: Cursor', 'cursor: Cursor'),
    );
    const refused = await runCli(project, 'adopt', '2025-03-27', '--from', from);
    expect(refused).toMatchObject({ code: 3 });
    const names = [
      ...refused.stderr.matchAll(/^2025-03-27\/schema\.ts:\d+:1 {2}The schema\.json has another (\w+): /gm),
    ].map(([, name]) => name);
    expect(names).toContain('ModelPreferences');
    expect(names.length).toBeGreaterThan(1);
    expect(refused.stderr).toContain('accept the schema.ts: --accept ModelPreferences');
    expect(readdirSync(project)).toEqual([]);
    const others = names.filter((name) => name !== 'ModelPreferences').join(',');
    const partly = await runCli(project, 'adopt', '2025-03-27', '--from', from, '--accept', others);
    expect(partly.stderr.match(/The schema\.json has another/g)).toHaveLength(1);
    const unknown = await runCli(project, 'adopt', '2025-03-27', '--from', from, '--accept', `${names.join(',')},Tool`);
    expect(unknown.stderr).toContain('Tool is accepted, but does not differ from the schema.json');
    expect(readdirSync(project)).toEqual([]);
    const accepted = await runCli(project, 'adopt', '2025-03-27', '--from', from, '--accept', names.join(','));
    expect(accepted).toMatchObject({ code: 0 });
    const line = `Accepted, although the schema.json has others: ${names.join(', ')}`;
    expect(accepted.stdout).toContain(line);
    expect((await runCli(project, 'adopt', '2025-03-27', '--checklist')).stdout).toContain(line);
    const again = await runCli(project, 'adopt', '2025-03-27', '--from', from, '--force');
    expect(again).toMatchObject({ code: 3 });
  });

  test('a schema that is split into modules is adopted with them, and generated', async () => {
    const project = await temporaryFolder();
    const from = await source('2025-03-26', '2025-03-27', (text) => text);
    const folder = join(from, '2025-03-27');
    const text = readFileSync(join(folder, 'schema.ts'), 'utf8');
    const [role = ''] = /\n\/\*\*[^/]*\*\/\nexport type Role = [^;]*;/.exec(text) ?? [];
    expect(role).not.toBe('');
    mkdirSync(join(folder, 'types'));
    writeFileSync(join(folder, 'types/roles.ts'), role);
    const split = `import type { Role } from './types/roles.js';\n${text.replace(role, '')}`;
    writeFileSync(join(folder, 'schema.ts'), split);
    const adopted = await runCli(project, 'adopt', '2025-03-27', '--from', from);
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.stdout).toContain('equal to the schema.json');
    expect(readFileSync(join(project, 'schema/2025-03-27/types/roles.ts'), 'utf8')).toBe(role);
    expect(await runCli(project, 'generate', '2025-03-27', '--draft', '--out', 'out')).toMatchObject({ code: 0 });
    expect(readFileSync(join(project, 'out/2025-03-27/types.ts'), 'utf8')).toContain('export type Role =');

    // A module that is no longer imported is removed, unless a person has edited it.
    writeFileSync(join(folder, 'schema.ts'), text);
    const again = ['adopt', '2025-03-27', '--from', from, '--force'];
    const module = join(project, 'schema/2025-03-27/types/roles.ts');
    writeFileSync(module, `${role}\n// A note.\n`);
    const noted = await runCli(project, ...again);
    expect(noted.stdout).toContain('schema.ts was kept: it is equal to the official schema.');
    expect(readFileSync(module, 'utf8')).toContain('// A note.');
    writeFileSync(module, role.replace("'assistant'", "'helper'"));
    const edited = await runCli(project, ...again);
    expect(edited).toMatchObject({ code: 2, stderr: expect.stringContaining('differs from the official') as string });
    expect(readFileSync(module, 'utf8')).toContain("'helper'");
    await rm(join(project, 'schema/2025-03-27'), { recursive: true });
    writeFileSync(join(folder, 'schema.ts'), split);
    expect(await runCli(project, ...again)).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'schema.ts'), text);
    const removed = await runCli(project, ...again);
    expect(removed.stdout).toContain(
      `${join('schema/2025-03-27/types/roles.ts')}  removed: the official schema does not import it\n`,
    );
    expect(readdirSync(join(project, 'schema/2025-03-27')).sort()).toEqual([
      'decisions.json',
      'fingerprints.json',
      'schema.ts',
    ]);

    // A file that no schema imports is not replaced.
    mkdirSync(join(project, 'schema/2025-03-27/types'));
    writeFileSync(module, '// Mine.\n');
    writeFileSync(join(folder, 'schema.ts'), split);
    const refused = await runCli(project, ...again);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('no schema imports it') as string });
    expect(readFileSync(module, 'utf8')).toBe('// Mine.\n');
  });

  test.each([
    ['a schema that a person wrote', 'schema/2025-03-26/schema.ts', 'export type Mine = string;', 'cannot be replaced'],
    ['a folder', 'schema/2025-03-26/fingerprints.json/mine.txt', '', 'is not a file'],
  ])('what would replace %s', async (_, path, text, message) => {
    const project = await temporaryFolder({ [path]: text });
    const { code, stderr } = await runCli(
      project,
      'adopt',
      '2025-03-26',
      '--from',
      await source('2025-03-26'),
      '--force',
    );
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
    expect(readFileSync(join(project, path), 'utf8')).toBe(text);
    expect(readdirSync(join(project, 'schema'))).toEqual(['2025-03-26']);
  });

  test('a schema that cannot be read, with its place', async () => {
    const project = await temporaryFolder({ 'next.ts': 'export type A = () => void;' });
    const { code, stderr } = await runCli(project, 'adopt', '2027-01-01', '--from', 'next.ts');
    expect(code).toBe(3);
    expect(stderr).toContain('2027-01-01/schema.ts:1:17  Unknown type: () => void');
    expect(readdirSync(project)).toEqual(['next.ts']);
  });
});

describe('in the project of mcp-gen itself', () => {
  async function copyOfProject(): Promise<string> {
    const copy = await temporaryFolder();
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const name of ['dist', 'package.json', 'schema', 'templates'])
      await cp(join(ROOT, name), join(copy, name), { recursive: true });
    return copy;
  }

  test('the schema comes without the official prose, and keeps ours where nothing has changed', async () => {
    const copy = await copyOfProject();
    const officialWords = (text: string) =>
      text
        .replaceAll(/^( *)\/\*\* [A-Z].*\*\/$/gm, '$1/** Official words. */')
        .replace(/(interface Implementation extends[^{]*\{)/, '$1\n  /** Official words. */\n  weight?: number;');
    const from = await source('2026-07-28', 'next', officialWords);
    rmSync(join(from, 'next/schema.json'));
    const args = [join(copy, 'dist/cli.js'), 'adopt', 'next', '--from', from];
    const { stdout, code } = await runProgram(copy, process.execPath, args);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Described before, official text changed: Implementation\n') as string,
    });
    const text = readFileSync(join(copy, 'schema/next/schema.ts'), 'utf8');
    expect(text).not.toContain('Official words.');
    expect(text).toContain('// The schema of revision next of the Model Context Protocol');
    expect(text).toContain(' * Any JSON value.');
    expect(text).toMatch(/(?<!\*\/)\nexport interface Implementation/);
    expect(registry(copy).map(({ id }) => id)).toEqual([
      '2024-11-05',
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
      '2026-07-28',
      'next',
    ]);

    const again = await runProgram(copy, process.execPath, [...args, '--force']);
    expect(again.stdout).toContain('schema/next/schema.ts was kept: it is equal to the official schema.');
    expect(readFileSync(join(copy, 'schema/next/schema.ts'), 'utf8')).toBe(text);

    // A declaration that goes is named, and so is a module.
    const script = join(from, 'next/schema.ts');
    const official = readFileSync(script, 'utf8');
    const speed = '/** Official words. */\nexport const SPEED = 5;\n';
    writeFileSync(join(from, 'next/more.ts'), speed);
    writeFileSync(script, `export * from './more.js';\n${official.replace('weight?: number', 'weight: number')}`);
    const split = await runProgram(copy, process.execPath, [...args, '--force']);
    expect(split.stdout).toContain(`${join('schema/next/more.ts')}  written`);
    writeFileSync(script, official);
    const whole = await runProgram(copy, process.execPath, [...args, '--force']);
    expect(whole.stdout).toContain(`${join('schema/next/more.ts')}  removed: the official schema does not import it\n`);
    expect(whole.stdout).toContain('Described before, no longer in the official schema: SPEED\n');
    expect(readdirSync(join(copy, 'schema/next'))).not.toContain('more.ts');
  });

  test('a revision that is restated and decided is taken over again, and only its record follows', async () => {
    const copy = await copyOfProject();
    const from = await source('2026-07-28');
    const args = [join(copy, 'dist/cli.js'), 'adopt', '2026-07-28', '--from', from, '--force', '--json'];
    const { stdout, code } = await runProgram(copy, process.execPath, args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kept: true, restated: false, openDecisions: [] });
    for (const name of ['2026-07-28/schema.ts', '2026-07-28/fingerprints.json', 'overrides.json']) {
      expect(readFileSync(join(copy, 'schema', name), 'utf8')).toBe(readProjectFile(`schema/${name}`));
    }
  });
});
