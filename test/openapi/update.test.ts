/** Updating a server of an API: what is written, what is only reported, and what needs agreement. */

import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../generator/cli/run.js';
import { compareDestinations } from '../../generator/openapi/compareDestinations.js';
import type { Credential } from '../../generator/openapi/credentials.js';
import { runCli } from '../support/runCli.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';
import { documentPath } from './readApi.js';

/** Scaffolds a project beside a copy of its document. */
async function ownProject(): Promise<{
  readonly folder: string;
  readonly document: string;
  readonly project: string;
}> {
  const folder = await temporaryFolder();
  const document = join(folder, 'api.yaml');
  await copyFile(documentPath('petstore.yaml'), document);
  const scaffolded = await runCli(folder, 'scaffold', 'server', 'pets', '--from', 'api.yaml', '--runtime', 'registry');
  expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
  return { folder, document, project: join(folder, 'pets') };
}

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

test('changes nothing if nothing has changed', async () => {
  const { folder } = await ownProject();
  expect(await runCli(folder, 'update', 'pets', '--check')).toMatchObject({
    code: 0,
    stdout: 'All files are up to date.\n',
  });
});

test('says what changes for clients, and replaces what nobody has changed', async () => {
  const { folder, document, project } = await ownProject();
  await replaceIn(document, 'operationId: deletePet', 'operationId: removePet');
  await replaceIn(document, '/store/inventory:', '/store/stock:');
  await replaceIn(document, 'enum: [available, sold]', 'enum: [available]');
  const stale = await runCli(folder, 'update', 'pets', '--check');
  expect(stale.code).toBe(1);
  expect(stale.stdout).toMatch(/breaking +list_pets\.input.*Status/);
  expect(stale.stdout).toMatch(/breaking +get_inventory: tool removed/);
  expect(stale.stdout).toContain('add them to openapi.json:\n  GET /store/stock\n');
  expect(stale.stdout).toContain('the tool get_inventory has the unknown operation "GET /store/inventory".');
  expect(await runCli(folder, 'update', 'pets')).toMatchObject({ code: 0 });
  await expect(readFile(join(project, 'src/generated/store.ts'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(project, 'src/tools/store.ts'))).rejects.toThrow('ENOENT');
  expect(await runCli(folder, 'update', 'pets', '--check')).toMatchObject({ code: 0 });
});

/** Runs a command line at a terminal, where a person answers. Resolves with its exit code and with what that person reads. */
async function runAttended(
  answer: string | (() => Promise<string>),
  ...args: readonly string[]
): Promise<{ code: number; read: string }> {
  const lines: string[] = [];
  const add = (text: string): void => void lines.push(text);
  const ask = (question: string): Promise<string> => {
    add(question);
    return typeof answer === 'string' ? Promise.resolve(answer) : answer();
  };
  const code = await run(args, { print: add, note: add, paint: (_, text) => text, prompt: (talk) => talk(ask) });
  return { code, read: lines.join('\n') };
}

describe('where calls and credentials are sent', () => {
  const MOVED =
    'The URL of the API is https://eu.other.example/v1, before https://eu.pets.example/v1.\n' +
    '  PETS_API_KEY is sent as query key, before as header X-Api-Key.\n';

  async function movedProject(): ReturnType<typeof ownProject> {
    const project = await ownProject();
    await replaceIn(project.document, '.pets.example/v1', '.other.example/v1');
    await replaceIn(project.document, 'in: header, name: X-Api-Key', 'in: query, name: key');
    return project;
  }

  test('changes after agreement only', async () => {
    const { folder, project } = await movedProject();
    const before = await readTree(project);
    const checked = await runCli(folder, 'update', 'pets', '--check');
    expect(checked).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Where calls go:\n {2}The URL/) as string,
    });
    expect(checked.stdout).toContain(MOVED);
    expect(await runCli(folder, 'update', 'pets')).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: This update changes where calls and credentials are sent:\n  ${MOVED}Nothing was written. To accept it, add --allow-destination.\n`,
    });
    expect((await runCli(folder, 'update', 'pets', '--json')).code).toBe(2);
    const declined = await runAttended('', 'update', project);
    expect(declined.code).toBe(2);
    expect(declined.read).toContain(`${MOVED.trimEnd()}\nWrite it? [y/N] \nerror: Nothing was written.`);
    expect(await readTree(project)).toEqual(before);
    const accepted = await runAttended('y', 'update', project);
    expect(accepted, accepted.read).toMatchObject({ code: 0 });
    const written = await readTree(project);
    expect(written['src/server.ts']).toContain('https://eu.other.example/v1');
    expect(await runCli(folder, 'update', 'pets', '--check')).toMatchObject({ code: 0 });
  });

  test('changes nothing if the project has changed before the answer', async () => {
    const { project } = await movedProject();
    const file = join(project, 'src/server.ts');
    const { code, read } = await runAttended(
      async () => {
        await appendFile(file, '// Mine.\n');
        return 'y';
      },
      'update',
      project,
    );
    expect(code).toBe(2);
    expect(read).toContain('has changed in the meantime. Nothing was written.');
    expect(await readFile(file, 'utf8')).toMatch(/\.pets\.example[^]*\/\/ Mine\.\n$/);
  });

  test('changes with the option, which names the rows of the README that are not changed', async () => {
    const { folder, project } = await movedProject();
    const { code, stdout } = await runCli(folder, 'update', 'pets', '--allow-destination');
    expect(code).toBe(0);
    expect(stdout).toContain(MOVED);
    expect(stdout).toContain('README.md: correct what it says of PETS_URL, PETS_API_KEY.');
    expect((await readTree(project))['src/server.ts']).toContain('https://eu.other.example/v1');
  });

  test('stays in files that their owner has changed, and the change is to do', async () => {
    const { folder, project } = await movedProject();
    for (const path of ['src/server.ts', 'src/api/credentials.ts']) await appendFile(join(project, path), '// Mine.\n');
    const { code, stdout } = await runCli(folder, 'update', 'pets');
    expect(code).toBe(0);
    expect(stdout).not.toContain('Where calls go:');
    expect(stdout).toContain(
      'For you to do:\n' +
        '  src/api/credentials.ts: follow the document. PETS_API_KEY is sent as query key, before as header X-Api-Key.\n' +
        '  src/server.ts: follow the document. The URL of the API is https://eu.other.example/v1, before https://eu.pets.example/v1.\n' +
        '  README.md: correct what it says of PETS_URL, PETS_API_KEY.\n',
    );
    expect((await readTree(project))['src/server.ts']).toContain('https://eu.pets.example/v1');
  });

  test('does not move with another path of the same origin', async () => {
    const { folder, document } = await ownProject();
    await replaceIn(document, '.pets.example/v1', '.pets.example/v2');
    const updated = await runCli(folder, 'update', 'pets');
    expect(updated).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'The URL of the API is https://eu.pets.example/v2, before https://eu.pets.example/v1.',
      ) as string,
    });
  });
});

test('says which variables are new, have another name, or are no longer used', () => {
  const credential = (variable: string, kind: Credential['kind'], name = 'authorization'): Credential => {
    return { schemes: [], variable, kind, name, header: `x-${variable.toLowerCase()}` };
  };
  const of = (was: readonly Credential[], is: readonly Credential[]): readonly string[] =>
    compareDestinations({ credentials: was }, { credentials: is }, 'PETS').map(
      ({ message, isMoved }) => `${isMoved ? 'moved: ' : ''}${message}`,
    );
  const token = credential('TOKEN', 'bearer');
  expect(of([token], [{ ...token, schemes: ['another'] }])).toEqual([]);
  expect(of([token], [credential('OTHER', 'bearer')])).toEqual([
    'OTHER replaces the variable TOKEN, and x-other the header x-token of callers.',
  ]);
  expect(of([token], [token, credential('KEY', 'header', 'X-Key')])).toEqual([
    'KEY is a new variable, which is sent as header X-Key.',
  ]);
  expect(of([token, credential('KEY', 'header', 'X-Key')], [credential('KEY', 'header', 'x-key')])).toEqual([
    'TOKEN is no longer used.',
  ]);
  expect(of([token, credential('KEY', 'query', 'key')], [credential('KEY', 'bearer')])).toEqual([
    'moved: KEY is sent as bearer authorization, before as query key.',
    'TOKEN is no longer used.',
  ]);
  expect(compareDestinations({ baseUrl: 'https://a', credentials: [] }, { credentials: [] }, 'PETS')).toMatchObject([
    { message: 'The document no longer states the URL of the API: PETS_URL is required.', isMoved: false },
  ]);
  expect(compareDestinations({ credentials: [] }, { baseUrl: 'https://a', credentials: [] }, 'PETS')).toMatchObject([
    { message: 'The URL of the API is https://a, before only that of PETS_URL.', isMoved: true },
  ]);
});

test('refuses an invalid record', async () => {
  const { folder, project } = await ownProject();
  await writeFile(join(project, 'openapi.lock.json'), '{ "tools": {} }');
  const updated = await runCli(folder, 'update', 'pets');
  expect(updated.code).toBe(2);
  expect(updated.stderr).toContain('openapi.lock.json is invalid: it has no project. Restore it from version control.');
});

test('refuses a record of invalid credentials', async () => {
  const { folder, project } = await ownProject();
  await replaceIn(join(project, 'openapi.lock.json'), '"variable":"PETS_API_KEY"', '"variable":1');
  const { code, stderr } = await runCli(folder, 'update', 'pets');
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a credential is invalid') as string,
  });
});

test('does not take a record without a definition for a change', async () => {
  const { folder, project } = await ownProject();
  const lock = join(project, 'openapi.lock.json');
  const record = JSON.parse(await readFile(lock, 'utf8')) as object;
  await writeFile(lock, JSON.stringify({ ...record, definitions: {} }));
  const updated = await runCli(folder, 'update', 'pets');
  expect(updated.code).toBe(2);
  expect(updated.stderr).toContain('openapi.lock.json is invalid: it has no definition "');
});

test('keeps what its owner has changed, and says which lines are missing', async () => {
  const { folder, project } = await ownProject();
  const tools = join(project, 'src/tools/pets.ts');
  await appendFile(tools, '// Mine.\n');
  const kept = await readFile(tools, 'utf8');
  const settings = join(project, 'openapi.json');
  await replaceIn(
    settings,
    '"get_pet": "GET /pets/{petId}"',
    '"pet": { "operations": ["GET /pets/{petId}", "POST /pets"] }',
  );
  const updated = await runCli(folder, 'update', 'pets');
  expect(updated, updated.stderr).toMatchObject({ code: 0 });
  expect(updated.stdout).toContain(
    'src/tools/pets.ts: import pet, and add: server.tool(pet.name, pet.options, (args, context) => api.callOneOf(pet, args, context));',
  );
  expect(await readFile(tools, 'utf8')).toBe(kept);
  const again = await runCli(folder, 'update', 'pets');
  expect(again).toMatchObject({ code: 0, stdout: 'All files are up to date.\n' });
  expect(await readFile(tools, 'utf8')).toBe(kept);
  const generated = await readFile(join(project, 'src/generated/pets.ts'), 'utf8');
  expect(generated).toContain('satisfies ApiToolGroup');
});

test('says which calls an edited server has to change', async () => {
  const { folder, document, project } = await ownProject();
  await appendFile(join(project, 'src/server.ts'), '// Mine.\n');
  await replaceIn(document, 'tags: [store]', 'tags: [shop]');
  const { stdout } = await runCli(folder, 'update', 'pets');
  expect(stdout).toContain(
    'src/server.ts: import addShop from ./tools/shop.js, and call it: addShop(server, api);\n  src/server.ts: remove the import of ./tools/store.js, and its call: the document has none of its operations.',
  );
  expect(stdout).toContain('src/tools/store.ts (removed)');
});

test('refuses to replace a generated file that was edited', async () => {
  const { folder, document, project } = await ownProject();
  await appendFile(join(project, 'src/generated/pets.ts'), '// Mine.\n');
  await replaceIn(document, 'List pets', 'Lists all pets');
  const updated = await runCli(folder, 'update', 'pets');
  expect(updated.code).toBe(2);
  expect(updated.stderr).toContain(
    'src/generated/pets.ts was edited, and is generated. Move the change to src/tools, and remove the file.',
  );
});
