/** The command line, installed alone in an empty folder, and the server that it scaffolds there. */

import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { emptyProject, install, npm, packPackages } from '../support/packages.js';
import { expectCommitted } from '../support/golden.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { readProjectFile, REVISIONS, SESSION_IDS } from '../support/schemas.js';
import { readTree } from '../support/temporaryFolder.js';

const MINUTE = 60_000;

const project = emptyProject();

const mcpGen = (...args: readonly string[]): Promise<Finished> => runProgram(project, 'npx', ['mcp-gen', ...args]);

beforeAll(async () => {
  const packed = await packPackages();
  await install(project, ...packed.filter(({ name }) => name === 'mcp-gen').map(({ file }) => file));
}, 5 * MINUTE);

test('mcp-gen --version', async () => {
  const { version } = JSON.parse(readProjectFile('package.json')) as { readonly version: string };
  expect(await mcpGen('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test('mcp-gen generate writes what is committed', async () => {
  const { code, stderr } = await mcpGen('generate', '--out', 'out');
  expect(code, stderr).toBe(0);
  const folders = [...REVISIONS.map(({ revision }) => revision), 'author', 'shared'];
  expect((await readdir(join(project, 'out'))).sort()).toEqual(folders);
  const written = Object.entries(await readTree(join(project, 'out')));
  const files = written.map(([path, text]) => ({ path: path.replaceAll(sep, '/'), text: text ?? '' }));
  await expectCommitted('generated', files, 'npm run generate');
});

test.each(REVISIONS)('mcp-gen schema prints what is committed for $revision', async ({ revision }) => {
  const { code, stdout } = await mcpGen('schema', revision);
  expect(code).toBe(0);
  await expectCommitted('schema', [{ path: `${revision}/schema.json`, text: stdout }], 'npm run generate');
});

test(
  'mcp-gen scaffold server: it installs, passes its tests, and answers the official client',
  { timeout: 5 * MINUTE },
  async () => {
    const scaffolded = await mcpGen('scaffold', 'server', 'greeter');
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
