/** A temporary folder for one test, and what stands in it. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Files by path, with forward slashes. */
export type Tree = { readonly [path: string]: string };

/** Makes a folder that holds some files, and removes it when the test is over. */
export async function temporaryFolder(tree: Tree = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 3 }));
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Everything in a folder: the text of files, `null` for what is neither file nor folder. */
export async function readTree(folder: string): Promise<{ [path: string]: string | null }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const tree: { [path: string]: string | null } = {};
  for (const entry of entries.filter((entry) => !entry.isDirectory())) {
    const path = join(entry.parentPath, entry.name);
    tree[path.slice(folder.length + 1)] = entry.isFile() ? await readFile(path, 'utf8') : null;
  }
  return tree;
}

const LONG_AGO = new Date('2000-01-01');

/** Makes all files in a folder look as if they had been written long ago. */
export async function age(folder: string): Promise<void> {
  for (const path of Object.keys(await readTree(folder))) await utimes(join(folder, path), LONG_AGO, LONG_AGO);
}

/** Whether a file has not been written since {@link age}. */
export async function isAged(folder: string, path: string): Promise<boolean> {
  return (await stat(join(folder, path))).mtimeMs === LONG_AGO.getTime();
}
