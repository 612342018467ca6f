/** Programs written in TypeScript, made ready to run on any Node: those of the docs, and the examples. */

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
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
export async function runnable(
  texts: ReadonlyMap<string, string>,
  packages: string = join(ROOT, 'node_modules'),
): Promise<string> {
  const files = [...texts].map(([path, text]) => [
    path.replace(/\.ts$/, '.js'),
    ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText,
  ]);
  const tree: { readonly [path: string]: string } = Object.fromEntries(files);
  const folder = await temporaryFolder({ 'package.json': '{"type":"module"}', ...tree });
  await symlink(packages, join(folder, 'node_modules'), 'junction');
  return folder;
}
