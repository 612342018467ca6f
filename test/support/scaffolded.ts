/** Scaffolded projects with the packages that they depend on, which are installed once in a run for each set of dependencies. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli, runProgram, type Finished } from './runCli.js';
import { ROOT } from './schemas.js';
import { sharedFolder } from './sharedFolder.js';

/** The name of the project whose packages the others borrow. It has a space, as names of folders may. */
const LENDER = 'My Server';

const COMPILED = 'compiled';

/** A project, with what `mcp-gen scaffold` and its `npm test` printed. */
export interface ScaffoldedProject {
  readonly folder: string;
  /** A copy of the compiled program: `npm start` and `npm pack` compile again, while other tests start it. */
  readonly program: string;
  readonly scaffolded: Finished;
  readonly tested: Finished;
}

/** Runs npm in a project. */
export function npm(project: string, ...args: readonly string[]): Promise<Finished> {
  return runProgram(project, 'npm', args);
}

/**
 * A server as its author has it after `npm install` and `npm test`, but with TypeScript 7 as its compiler, which takes a fraction of the
 * time: `packaging/command.long.test.ts` builds a server with the compiler that npm installs, and `scaffoldTypes.long.test.ts` compiles every
 * template with the others. Its sources do not change: other tests start its program, and borrow its packages.
 */
export async function installedServer(template: 'minimal' | 'app' | 'protocol'): Promise<ScaffoldedProject> {
  const { folder, value } = await sharedFolder(`server-${template}`, async (parent) => {
    const scaffolded = await runCli(parent, 'scaffold', 'server', LENDER, '--template', template);
    expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
    const project = join(parent, LENDER);
    const installed = await npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund');
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    await useNewestCompiler(join(project, 'node_modules'));
    const tested = await npm(project, 'test');
    await cp(join(project, 'dist'), join(project, COMPILED), { recursive: true });
    return { scaffolded, tested };
  });
  const project = join(folder, LENDER);
  return { folder: project, program: join(project, COMPILED, 'main.js'), ...value };
}

/**
 * Links the packages of {@link installedServer} into a project, once it is clear that `npm install` would install the same: the
 * project depends on nothing that the server has not or has in another version, and a `vendor/` has the same packages.
 */
export async function borrowPackages(project: string, template: 'minimal' | 'protocol'): Promise<void> {
  const lender = (await installedServer(template)).folder;
  expect(await dependenciesOf(lender)).toMatchObject(await dependenciesOf(project));
  if (existsSync(join(project, 'vendor'))) expect(await vendoredIn(project)).toEqual(await vendoredIn(lender));
  const [from, to] = [join(lender, 'node_modules'), join(project, 'node_modules')];
  await mkdir(to);
  await Promise.all((await readdir(from)).map((name) => symlink(join(from, name), join(to, name), 'junction')));
}

/** Puts TypeScript 7 in the place of the compiler that npm has installed. */
async function useNewestCompiler(packages: string): Promise<void> {
  const newest = join(ROOT, 'node_modules/typescript-7');
  await Promise.all(
    ['typescript', '.bin/tsc', '.bin/tsserver'].map((path) => rm(join(packages, path), { recursive: true })),
  );
  await symlink(newest, join(packages, 'typescript'), 'junction');
  await symlink(join(newest, 'bin/tsc'), join(packages, '.bin/tsc'));
}

/** The dependencies of a project. A packed file counts as the version that is in its name. */
async function dependenciesOf(project: string): Promise<object> {
  const text = await readFile(join(project, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(
    text.replaceAll(/"file:vendor\/[^"]*?-(\d[^"]*)\.tgz"/g, '"^$1"'),
  ) as { readonly dependencies: object; readonly devDependencies: object };
  return { dependencies, devDependencies };
}

/** The packed files of a project, by their contents without modes: npm makes an installed program executable. */
async function vendoredIn(project: string): Promise<unknown> {
  const digests = (await readdir(join(project, 'vendor'))).sort().map(async (name) => {
    const path = join(project, 'vendor', name);
    const parts = [await runProgram(project, 'tar', ['-tzf', path]), await runProgram(project, 'tar', ['-xzOf', path])];
    const digest = createHash('sha256');
    for (const { code, stdout } of parts) digest.update(`${code} ${stdout}`);
    return [name, digest.digest('hex')];
  });
  return Promise.all(digests);
}
