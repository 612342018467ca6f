/** Scaffolded projects compile with the compilers that their authors may have, old and new. */

import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AUTHS, TEMPLATES, type ProjectKind } from '../../generator/scaffold/templates.js';
import { runCli } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { installedServer } from '../support/scaffolded.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeCheck } from '../support/typeCheck.js';

const PROJECTS = (Object.keys(TEMPLATES) as ProjectKind[]).flatMap((kind) =>
  TEMPLATES[kind].map((template) => ({ kind, template, name: `${kind}-${template}` })),
);

test.each(AUTHS)('a server with --auth %s compiles under its own options', { timeout: 300_000 }, async (auth) => {
  const folder = await temporaryFolder();
  // The packages of the clone: a project would install them from the registry.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const args = ['--auth', auth, '--runtime', 'registry'];
  expect(await runCli(folder, 'scaffold', 'server', 'guarded', ...args)).toMatchObject({ code: 0 });
  await typeCheck(join(folder, 'guarded'));
});

test('every template of a server and a client compiles under its own options', { timeout: 300_000 }, async () => {
  const folder = await temporaryFolder();
  const { folder: lender } = await installedServer('minimal');
  await symlink(join(lender, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const options = await Promise.all(
    PROJECTS.map(async ({ kind, template, name }) => {
      const args = ['--template', template, '--runtime', 'registry'];
      expect(await runCli(folder, 'scaffold', kind, name, ...args)).toMatchObject({ code: 0 });
      return readFile(join(folder, name, 'tsconfig.json'), 'utf8');
    }),
  );
  // One program for all of them: a compiler needs most of its time for the declarations that they share.
  expect(PROJECTS).toHaveLength(6);
  expect(new Set(options).size).toBe(1);
  const { compilerOptions } = JSON.parse(options[0] ?? '') as { readonly compilerOptions: object };
  const joined = { compilerOptions: { ...compilerOptions, rootDir: '.' }, include: ['*/src'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(joined));
  await typeCheck(folder);
});
