/** The prototype as JavaScript, for versions of Node that do not read TypeScript. */

import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/definition-tags');

/** Writes the prototype into a new folder, and returns the folder. */
export function compileExample() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-tags-'));
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: 'es2022', rewriteRelativeImportExtensions: true };
  for (const name of readdirSync(EXAMPLE).filter((each) => each.endsWith('.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(EXAMPLE, name), 'utf8'), { compilerOptions });
    writeFileSync(join(folder, name.replace(/ts$/, 'js')), outputText);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Imports a file of the compiled prototype. */
export const importExample = (folder, name) => import(join(folder, name));
