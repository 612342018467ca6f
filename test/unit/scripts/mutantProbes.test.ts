/** Probes tell which regions of a source run, and change nothing else. */

import ts from 'typescript';
import { expect, test } from 'vitest';
import { probe, regionAround } from '../../../scripts/mutants/probes.mjs';

const SOURCE = `
const choose = (a: boolean) => (a ? one() : two());
function one() { return 1; }
function two() {
  for (const each of [1, 2]) if (each === 2) return each;
  else again();
  return 0;
}
function again() { try { throw 1; } catch { return; } finally { never?.(); } }
const never = undefined as undefined | (() => void);
function pick(kind: string) {
  switch (kind) {
    case 'a': return 'is a';
    default: return undefined ?? 'other';
  }
}
`;

/** The texts of the regions that run, and what an expression is then. */
function runWith(expression: string): { readonly value: unknown; readonly ran: readonly string[] } {
  const { regions, text } = probe('a.ts', SOURCE, 100);
  const ran = new Set<number>();
  const { outputText } = ts.transpileModule(`${text}\n;${expression}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  const scope = globalThis as { __reach?: (id: number) => void };
  const outer = scope.__reach;
  scope.__reach = (id) => ran.add(id - 100);
  try {
    const value: unknown = (0, eval)(`(() => { ${outputText.replace(/;?\s*([^;]*);\s*$/, '; return $1;')} })()`);
    return { value, ran: regions.filter((_, at) => ran.has(at)).map(({ start, end }) => SOURCE.slice(start, end)) };
  } finally {
    if (outer === undefined) delete scope.__reach;
    else scope.__reach = outer;
  }
}

test('a source does the same with probes, and has the same lines', () => {
  expect(probe('a.ts', SOURCE).text.split('\n')).toHaveLength(SOURCE.split('\n').length);
  expect(runWith('[choose(true), choose(false), pick("a"), pick("b")]').value).toEqual([1, 2, 'is a', 'other']);
});

test('regions that run are told from those that do not', () => {
  expect(runWith('choose(true)').ran).toEqual([SOURCE, '(a ? one() : two())', 'one()', '{ return 1; }']);
  const { ran } = runWith('pick("a")');
  expect(ran).toContain(`return 'is a';`);
  expect(ran).not.toContain(`return undefined ?? 'other';`);
  const branches = runWith('two()').ran;
  for (const text of ['return each;', 'again();', '{ throw 1; }', '{ return; }', '{ never?.(); }']) {
    expect(branches).toContain(text);
  }
  expect(branches).not.toContain(`'other'`);
});

test('the region of a place is the smallest around it', () => {
  const { regions } = probe('a.ts', SOURCE);
  const start = SOURCE.indexOf(`'other'`);
  const found = regions[regionAround(regions, { start, end: start + 7 })];
  expect(SOURCE.slice(found?.start, found?.end)).toBe(`'other'`);
  expect(regionAround(regions, { start: 0, end: 1 })).toBe(0);
});

test('the line that names the interpreter stays the first', () => {
  expect(probe('a.ts', '#!/usr/bin/env node\nf();\n').text).toMatch(/^#!\/usr\/bin\/env node\n\(globalThis/);
});
