/** The guides: their programs compile, and their commands do what the pages say. */

import { readdirSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeErrors } from '../support/typeErrors.js';

const guides = readdirSync(join(ROOT, 'docs/guides'));

/** The commands of `mcp-gen` that a page shows, without their comments. */
function commandsIn(page: string): readonly (readonly string[])[] {
  return [...page.matchAll(/^mcp-gen (.*?) *(?:#.*)?$/gm)].map(([, line = '']) => line.split(' '));
}

test('the programs compile', () => {
  const pages = [...guides.map((name) => `docs/guides/${name}`), 'site/home.md'];
  const programs = pages.flatMap((path) =>
    [...readProjectFile(path).matchAll(/```ts\n(.*?)```/gs)].map(
      ([, code = ''], index) => [`${basename(path, '.md')}${index}.ts`, code] as const,
    ),
  );
  expect(programs.length).toBeGreaterThanOrEqual(8);
  expect(typeErrors(new Map(programs))).toEqual([]);
});

test('the target can be generated with', async () => {
  const page = readProjectFile('docs/guides/write-a-target.md');
  const [, target = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'methods.mjs'), target);
  const [generate = []] = commandsIn(page);
  expect(generate).toContain('./methods.mjs');
  expect(await runCli(folder, ...generate)).toMatchObject({ code: 0 });
  const table = await readFile(join(folder, 'protocol/2025-11-25/methods.md'), 'utf8');
  expect(table).toContain('| tools/call | client | tools |');
});

test('a draft can be followed with the commands of the page', async () => {
  const folder = await temporaryFolder();
  const schema = readProjectFile('schema/2026-07-28/schema.ts');
  const draft = schema.replace(/(LATEST_PROTOCOL_VERSION = )'[^']*'/, "$1'DRAFT-2027-v1'");
  expect(draft).not.toBe(schema);
  await mkdir(join(folder, 'official'));
  await cp(join(ROOT, 'schema/2026-07-28/schema.ts'), join(folder, 'official/2026-07-28.ts'));
  writeFileSync(join(folder, 'official/draft.ts'), draft);
  const commands = commandsIn(readProjectFile('docs/guides/follow-a-draft.md'));
  expect(commands.map(([name]) => name)).toEqual(['adopt', 'adopt', 'generate', 'diff']);
  for (const command of commands) {
    const from = command[0] === 'adopt' ? ['--from', `official/${command[1]}.ts`] : [];
    const { code, stderr } = await runCli(folder, ...command, ...from);
    expect({ command, code, stderr }).toMatchObject({ command, code: 0 });
  }
});
