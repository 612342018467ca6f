import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readManifest, type Manifest } from './packages.js';
import { ScaffoldError } from './scaffoldError.js';

/** A tarball of `npm pack`. */
export interface Tarball {
  /** For example `mcp-gen-runtime-0.1.0.tgz`. */
  readonly name: string;
  readonly content: Uint8Array;
}

const CLONE_FIELDS = new Set(['scripts', 'workspaces', 'devDependencies']);

// npm always includes these files in a package.
const ALWAYS_PACKED = ['README.md', 'LICENSE'];

/**
 * Packs packages of mcp-gen, from a clone or from an installed mcp-gen. Uses copies without the scripts and workspaces of a clone, which
 * would run, or print warnings, at every install.
 *
 * @returns a tarball for each folder, in their order
 * @throws {ScaffoldError} if a package is not built, or npm fails
 */
export async function packPackages(folders: readonly string[]): Promise<Tarball[]> {
  const staging = await mkdtemp(join(tmpdir(), 'mcp-gen-pack-'));
  try {
    const copies = folders.map((_, index) => `./${index}`);
    for (const [index, folder] of folders.entries()) {
      const copy = join(staging, String(index));
      await mkdir(copy);
      await copyFiles(folder, copy, readManifest(folder));
    }
    const names = await runNpmPack(staging, copies);
    return await Promise.all(names.map(async (name) => ({ name, content: await readFile(join(staging, name)) })));
  } finally {
    await rm(staging, { recursive: true });
  }
}

async function copyFiles(from: string, to: string, manifest: Manifest): Promise<void> {
  const published = Object.entries(manifest).filter(([field]) => !CLONE_FIELDS.has(field));
  await writeFile(join(to, 'package.json'), JSON.stringify(Object.fromEntries(published), null, 2));
  for (const path of manifest.files.filter((path) => !path.startsWith('!'))) {
    if (!(await exists(join(from, path)))) {
      throw new ScaffoldError(
        `${manifest.name} cannot be packed: ${join(from, path)} is missing. In a clone, run \`npm ci\` first.`,
      );
    }
    cpSync(join(from, path), join(to, path), { recursive: true });
  }
  for (const path of ALWAYS_PACKED) {
    if (await exists(join(from, path))) cpSync(join(from, path), join(to, path));
  }
}

/** Packs all folders in one npm process, because starting npm takes longer than packing. Returns the names of the tarballs. */
async function runNpmPack(cwd: string, folders: readonly string[]): Promise<readonly string[]> {
  // If npm runs mcp-gen, its settings, such as a workspace, must not apply here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const options = { cwd, env, shell: process.platform === 'win32' };
  try {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--json', ...folders], options);
    return (JSON.parse(stdout) as { readonly filename: string }[]).map(({ filename }) => filename);
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    const reason = code === 'ENOENT' ? 'npm was not found' : stderr.trim();
    throw new ScaffoldError(`npm pack failed: ${reason}. \`--runtime registry\` avoids this step.`, { cause });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
