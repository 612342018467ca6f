/** Programs written in TypeScript, made ready to run on any Node: those of the docs, and the examples. */

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './schemas.js';
import { temporaryFolder } from './temporaryFolder.js';

const COMPILER_OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  rewriteRelativeImportExtensions: true,
};

/**
 * Puts programs into a folder that is there until the test is over: `a/server.ts` becomes `a/server.js`.
 *
 * @param texts by their paths
 * @param packages the folder of packages that they import from. Default: the project's own
 * @returns the folder
 */
export async function runnable(texts: ReadonlyMap<string, string>, packages?: string): Promise<string> {
  const folder = await temporaryFolder();
  await makeRunnable(folder, texts, packages);
  return folder;
}

/** Puts programs into a folder, as {@link runnable} does. */
export async function makeRunnable(
  folder: string,
  texts: ReadonlyMap<string, string>,
  packages: string = join(ROOT, 'node_modules'),
): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const [path, text] of texts) {
    const file = join(folder, path.replace(/\.ts$/, '.js'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText);
  }
  await symlink(packages, join(folder, 'node_modules'), 'junction');
}
