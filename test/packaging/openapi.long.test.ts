/** The page about servers from OpenAPI documents, followed with the packages as npm installs them. */

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyProject, install, packPackages } from '../support/packages.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { readProjectFile } from '../support/schemas.js';
import { documentPath } from '../openapi/readApi.js';

const MINUTE = 60_000;

const page = readProjectFile('docs/openapi.md');

const folder = emptyProject();
const project = join(folder, 'pets');

/** Runs the commands of a block of the page. */
async function follow(cwd: string, commands: string): Promise<Finished> {
  const finished = await runProgram(cwd, 'bash', ['-ec', commands]);
  expect(finished, finished.stderr).toMatchObject({ code: 0 });
  return finished;
}

beforeAll(async () => {
  const packed = await packPackages();
  await install(folder, ...packed.filter(({ name }) => name === 'mcp-gen').map(({ file }) => file));
  await copyFile(documentPath('petstore.yaml'), join(folder, 'openapi.yaml'));
}, 5 * MINUTE);

test(
  'the commands of the page make a server that passes its tests, and follows openapi.json',
  { timeout: 10 * MINUTE },
  async () => {
    const [first = '', second = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
    expect(first).toContain('npx mcp-gen scaffold server pets --from openapi.yaml\n');
    // The packages of this version are not published.
    const tested = await follow(folder, first.replace('openapi.yaml\n', 'openapi.yaml --runtime vendor\n'));
    expect(tested.stdout).toMatch(/^# pass 8$/m);

    const client = await connect([process.execPath, join(project, 'dist/main.js'), 'stdio']);
    onTestFinished(() => client.close());
    expect((await client.tools().all()).map(({ name }) => name)).toContain('list_pets');

    expect(second).toBe('npx mcp-gen update\n');
    expect((await follow(project, second)).stdout).toBe('All files are up to date.\n');
    const [, settings = ''] = /```json\n(\{\n {2}"document".*?)```/s.exec(page) ?? [];
    expect(JSON.parse(settings)).toMatchObject({ document: '../openapi.yaml' });
    await writeFile(join(project, 'openapi.json'), settings);
    const updated = await follow(project, second);
    expect(updated.stdout).toMatch(/^ {2}breaking +list_pets: tool removed$/m);
    expect((await follow(project, 'npm test')).stdout).toMatch(/^# fail 0$/m);
    expect(await readFile(join(project, 'src/generated/pets.ts'), 'utf8')).toContain('satisfies ApiToolGroup');
  },
);
