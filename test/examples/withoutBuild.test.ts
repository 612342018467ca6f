/** Node 22.18 runs the examples without a build: it removes their types, and nothing else. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';

const EXAMPLES = join(ROOT, 'examples');

/** Whether a text has a declaration with `using`: the compiler adds its helper when that is newer than the target. */
function usesUsing(text: string): boolean {
  const compilerOptions: ts.CompilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(text, { compilerOptions }).outputText.includes('__addDisposableResource');
}

test('no example declares with `using`, which Node has from version 24 on', () => {
  const paths = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  expect(paths).toContain(join('bound', 'main.ts'));
  expect(paths.filter((path) => usesUsing(readFileSync(join(EXAMPLES, path), 'utf8')))).toEqual([]);
  expect(usesUsing('await using file = open();')).toBe(true);
});
