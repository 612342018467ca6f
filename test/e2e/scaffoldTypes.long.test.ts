/** Scaffolded projects compile with the compilers that their authors may have, old and new. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { AUTHS, TEMPLATES, type ProjectKind } from '../../generator/scaffold/templates.js';
import { World } from '../auth/torture/world.mjs';
import { runCli, runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { installedServer } from '../support/scaffolded.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeCheck } from '../support/typeCheck.js';

// An app is another program, which `scaffoldApp.long.test.ts` checks: it needs further packages.
const PROJECTS = (Object.keys(TEMPLATES) as ProjectKind[]).flatMap((kind) =>
  TEMPLATES[kind]
    .filter((template) => template !== 'app')
    .map((template) => ({ kind, template, name: `${kind}-${template}` })),
);

test(
  'projects with --auth and --tasks compile, the client logs its user in, and the server passes its tests',
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    // The packages of the clone: a project would install them from the registry.
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const projects = [
      ...AUTHS.server.map((auth) => ['server', auth, '--auth', auth]),
      ['server', 'jobs', '--tasks', '--revision', '2025-11-25,2026-07-28'],
      ['client', 'explorer', '--auth'],
    ];
    for (const args of projects) {
      expect(await runCli(folder, 'scaffold', ...args, '--runtime', 'registry')).toMatchObject({ code: 0 });
    }
    await typeCheckTogether(
      folder,
      projects.map(([, name = '']) => name),
    );
    const project = join(folder, 'explorer');
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const jobs = join(folder, 'jobs');
    expect(await runProgram(jobs, process.execPath, [compiler])).toMatchObject({ code: 0 });
    const test = ['--test', 'dist/server.test.js'];
    expect(await runProgram(jobs, process.execPath, test, { TASKS_FOLDER: join(folder, 'kept') })).toMatchObject({
      code: 0,
    });
    expect(await runProgram(project, process.execPath, [compiler])).toMatchObject({ code: 0 });
    const world = await World.start();
    onTestFinished(() => world.close());
    // No browser opens where CI is set: the URL is printed.
    const env = { ...process.env, CI: '1', XDG_CONFIG_HOME: folder, APPDATA: folder, HOME: folder };
    for (const logins of [1, 1]) {
      const client = spawn(process.execPath, ['dist/main.js', world.url], { cwd: project, env });
      onTestFinished(() => void client.kill('SIGKILL'));
      let printed = '';
      client.stderr.setEncoding('utf8').on('data', (part: string) => {
        printed += part;
        const [, url] = /(http:\S+\/authorize\?\S+)\n/.exec(part) ?? [];
        if (url !== undefined) void fetch(url).then((page) => page.text());
      });
      const [stdout] = await Promise.all([text(client.stdout), once(client, 'close')]);
      expect(stdout, printed).toContain('\n  work');
      expect(world.logins).toBe(logins);
    }
  },
);

test('every template of a server and a client compiles under its own options', { timeout: 300_000 }, async () => {
  const folder = await temporaryFolder();
  const { folder: lender } = await installedServer('minimal');
  await symlink(join(lender, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const { kind, template, name } of PROJECTS) {
    const args = ['--template', template, '--runtime', 'registry'];
    expect(await runCli(folder, 'scaffold', kind, name, ...args)).toMatchObject({ code: 0 });
  }
  expect(PROJECTS).toHaveLength(6);
  await typeCheckTogether(
    folder,
    PROJECTS.map(({ name }) => name),
  );
});

/** Checks projects as one program: a compiler needs most of its time for the declarations that they share. */
async function typeCheckTogether(folder: string, projects: readonly string[]): Promise<void> {
  const files = projects.map((name) => readFile(join(folder, name, 'tsconfig.json'), 'utf8'));
  const options = await Promise.all(files);
  expect(new Set(options).size).toBe(1);
  const { compilerOptions } = JSON.parse(options[0] ?? '') as { readonly compilerOptions: object };
  const joined = { compilerOptions: { ...compilerOptions, rootDir: '.' }, include: ['*/src'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(joined));
  await typeCheck(folder);
}
