/** The packages of this project as npm packs and installs them. */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { ROOT } from './schemas.js';
import { sharedFolder } from './sharedFolder.js';

/** A package in a file. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** The tarball. */
  readonly file: string;
  /** The paths of the files in it. */
  readonly contents: readonly string[];
}

/** Runs npm, and returns what it prints. Settings of an npm that runs the tests are not meant for this one. */
export async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { stdout } = await promisify(execFile)('npm', args, { cwd, env, shell: process.platform === 'win32' });
  return stdout;
}

/** Packs every published package, once in a run. */
export async function packPackages(): Promise<readonly PackedPackage[]> {
  return (await sharedFolder('packages', pack)).value;
}

async function pack(folder: string): Promise<readonly PackedPackage[]> {
  const args = ['--ignore-scripts', '--workspaces', '--include-workspace-root', '--json', '--pack-destination', folder];
  const packed = JSON.parse(await npm(ROOT, 'pack', ...args)) as {
    readonly name: string;
    readonly version: string;
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }[];
  return packed.map(({ name, version, filename, files }) => ({
    name,
    version,
    file: join(folder, filename),
    contents: files.map(({ path }) => path),
  }));
}

/** A project with nothing in it, for all tests of a file; it is removed behind the last. */
export function emptyProject(): string {
  const folder = join(tmpdir(), `mcp-gen-test-${randomUUID()}`);
  // Where no test of the file runs, neither of these does.
  beforeAll(async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Installs packages in a project: those of this one by their tarballs, others from the registry. */
export async function install(project: string, ...packages: readonly string[]): Promise<void> {
  await npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages);
}
