/** The programs that a page of the docs shows, by the names that it gives them. */

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { readProjectFile, ROOT } from './schemas.js';
import { temporaryFolder } from './temporaryFolder.js';

/** A program stands behind its name: `<!-- file: server.ts -->`. */
export function pagePrograms(page: string): ReadonlyMap<string, string> {
  const blocks = readProjectFile(page).matchAll(/<!-- file: (\S+) -->\s*```ts\n(.*?)```/gs);
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]));
}

/** A folder with the programs as JavaScript, in which they can be run. */
export async function runnable(programs: ReadonlyMap<string, string>): Promise<string> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const files: { [path: string]: string } = { 'package.json': '{"type":"module"}' };
  for (const [name, code] of programs) {
    files[name.replace(/\.ts$/, '.js')] = ts.transpileModule(code, { compilerOptions }).outputText;
  }
  const folder = await temporaryFolder(files);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
