/** The mistakes of a careless engineer that mutation testing makes, by their kinds. */

import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, onTestFinished, test } from 'vitest';
import { canDiffer } from '../../../scripts/mutants/canDiffer.mjs';
import { everyMutantOf, mutantsOf, sitesOf, TypeChecker } from '../../../scripts/mutants/mutants.mjs';
import { GROUPS, namesOfKinds } from '../../../scripts/mutants/operators/index.mjs';
import { sitesIn } from '../../../scripts/mutants/sites.mjs';
import { readProjectFile } from '../../support/schemas.js';

const FILE = '/a.ts';

/** What the operators of a kind make of a source. */
function mutants(kind: string, text: string): readonly string[] {
  const texts = new Map([[FILE, text]]);
  const sites = sitesOf(texts).filter(({ operator }) => operator === kind);
  return everyMutantOf(sites, texts, new Set([FILE])).map((mutant) => mutant.text);
}

describe('each kind', () => {
  test.each<[kind: string, text: string, mutants: readonly string[]]>([
    ['cleanup', 'if (a) this.#timer.stop();', ['if (a) {}']],
    ['cleanup', 'stop?.();', ['{}']],
    ['cleanup', 'void a.close().catch(ignore);', ['{}']],
    ['cleanup', 'f(() => this.#close());', ['f(() => undefined);', 'f(() => Promise.resolve());']],
    ['cleanup', 'try { f(); } finally { g(); }', ['try { f(); } finally {}']],
    ['cleanup', 'delete a.b;', ['{}']],
    ['cleanup', 'a.closest(b);', []],
    ['refund', 'held.add(-bytes);', ['{}', '{ held.add(-bytes); held.add(-bytes); }']],
    ['refund', 'a.b -= c;', ['{}', '{ a.b -= c; a.b -= c; }']],
    ['refund', 'a--;', ['{}', '{ a--; a--; }']],
    ['refund', 'quota.give(a);', ['{}', '{ quota.give(a); quota.give(a); }']],
    ['refund', 'this.#give();', ['{}']],
    ['refund', 'this.#held?.close();', ['{}']],
    ['refund', 'a.add(b);', []],
    ['listener', `a.on('b', c);`, ['{}', `a.once('b', c);`]],
    ['listener', `a.off('b', c);`, ['{}']],
    ['listener', 'a.onClose(() => b);', ['{}']],
    ['listener', `a.addEventListener('b', c, { once: true });`, ['{}', `a.addEventListener('b', c, { once: false });`]],
    ['listener', 'x = context.once(a, b);', []],
    ['stale', 'this.#cache = undefined;', ['{}']],
    ['stale', 'a.b = new Map();', ['{}']],
    ['stale', 'a.b = c;', []],
    ['stale', 'a.invalidate(b);', ['{}']],
    ['stale', 'x = { ...a.b };', ['x = a.b;']],
    ['stale', 'x = [...a];', ['x = a;']],
    ['stale', 'x = structuredClone(a);', ['x = a;']],
    ['stale', 'x = a.slice();', ['x = a;']],
    ['stale', 'x = new Set(a);', ['x = a;']],
    ['stale', 'x = [...f()];', []],
    ['stale', 'a.get(`${b} ${c}`);', ['a.get(` ${c}`);', 'a.get(`${b} `);']],
    [
      'stale',
      'const key = JSON.stringify([a, b]);',
      ['const key = JSON.stringify([b]);', 'const key = JSON.stringify([a]);'],
    ],
    ['stale', 'const text = `${a} ${b}`;', []],
    [
      'scope',
      'function f(session: A, caller: A, other: A) { g(session, other); }',
      [
        'function f(session: A, caller: A, other: A) { g(caller, other); }',
        `function f(session: A, caller: A, other: A) { g('shared', other); }`,
      ],
    ],
    ['scope', 'a.get(b.holder);', [`a.get('shared');`]],
    ['order', 'await a(); b();', ['a(); b();', 'b(); await a();']],
    ['order', 'const x = await a(); const y = await b();', []],
    ['order', 'a(); f(async () => await b());', []],
    ['order', 'const { b } = a; await c();', ['const { b } = a; c();']],
    ['default', 'function f(a = 30) {}', ['function f(a = 300) {}', 'function f(a = 3) {}']],
    ['default', 'const { a = true } = b;', ['const { a = false } = b;']],
    ['default', 'const [a = 1] = b;', []],
    ['default', 'x = a ?? MOST;', ['x = a ?? MOST * 10;']],
    ['default', 'x = { limit: count(5) };', ['x = { limit: count(50) };']],
    ['default', 'x = seconds * 1000;', ['x = (seconds);']],
    ['default', 'x = 1000 / a;', []],
    ['argument', 'f(a, b);', ['f(a);']],
    ['argument', 'f({ a, b: 1 });', ['f();', 'f({ b: 1 });', 'f({ a });']],
    ['argument', `a.join(',');`, []],
    ['spread', 'x = { ...a, b };', ['x = { b, ...a };']],
    ['spread', 'x = { a, b };', []],
    [
      'exit',
      'for (;;) { if (a) continue; f(); }',
      ['for (;;) { if (a) break; f(); }', 'for (;;) { if (a) return; f(); }'],
    ],
    ['exit', 'for (;;) return undefined;', ['for (;;) continue;', 'for (;;) break;']],
    ['exit', 'for (;;) return a;', ['for (;;) continue;', 'for (;;) break;', 'for (;;) return;']],
    ['exit', 'for (;;) f(() => { return; });', []],
    ['presence', 'x = a !== undefined;', ['x = !!(a);']],
    ['presence', 'x = a === null;', ['x = !(a);']],
    ['presence', 'x = a ?? b;', ['x = a || b;']],
    ['presence', `x = 'a' in b;`, [`x = !!(b as any)['a'];`]],
  ])('%s: %s', (kind, text, expected) => {
    expect([...mutants(kind, text)].sort()).toEqual([...expected].sort());
  });

  test('a change that several operators make is counted once, by what it means', () => {
    const operators = sitesIn(FILE, 'a.close();').map(({ operator }) => operator);
    expect(operators).toEqual(['cleanup']);
  });
});

const EMITTER = (more: string): string =>
  `{ on(event: string, f: () => void): void; once(event: string, f: () => void): void; ${more} }`;

describe('mutants that cannot differ by their types are left out', () => {
  test.each<[kind: string, type: string, expression: string, differs: boolean]>([
    ['presence', 'string | undefined', 'a !== undefined', true],
    ['presence', 'object | undefined', 'a !== undefined', false],
    ['presence', 'object | null | undefined', 'a !== undefined', true],
    ['presence', 'object | null | undefined', 'a != null', false],
    ['presence', `'b' | undefined`, 'a ?? 1', false],
    ['presence', `'' | undefined`, 'a ?? 1', true],
    ['presence', 'true | undefined', 'a ?? 1', false],
    ['presence', 'boolean | undefined', 'a ?? 1', true],
    ['presence', '{ b: object } | { c: 1 }', `'b' in a`, false],
    ['presence', '{ b: string } | { c: 1 }', `'b' in a`, true],
    ['presence', 'object', `'b' in a`, true],
    ['presence', 'string | undefined', `a ?? 'b'`, true],
    ['presence', 'string | null | undefined', `a ?? ''`, false],
    ['presence', 'string | 0 | undefined', `a ?? ''`, true],
    ['presence', 'any', `a ?? ''`, true],
    ['spread', '{ b: 1 }', '{ ...a, b: 2 }', true],
    ['spread', '{ b: 1 }', `{ ...a, ['b']: 2 }`, true],
    ['spread', '{ b: 1 } | false | undefined', '{ ...(a && { c: 1 }), ...(a && { d: 1 }) }', false],
    ['spread', '{ b: 1 } | false | undefined', '{ ...(a && { c: 1 }), ...(a && { c: 2 }) }', true],
    ['spread', 'string', `{ ...a, ...['b'] }`, true],
    ['spread', 'string', `{ ...a, '0': 'b' }`, true],
    ['spread', '{ b: 1 }', '{ ...a, c: 2 }', false],
    ['spread', '{ b: 1 }', '{ ...a, ...(Math.random() > 1 && { c: 2 }) }', false],
    ['spread', '{ [name: string]: 1 }', '{ ...a, c: 2 }', true],
    ['spread', `{ b: 'c'; c: 'b' }`, '{ ...a, [a.b]: 2 }', true],
    ['spread', `{ b: 'd'; c: 'b' }`, '{ ...a, [a.b]: 2 }', false],
    ['spread', `{ b: string; c: 'b' }`, '{ ...a, [a.b]: 2 }', true],
    ['spread', `{ b: 'd' | 'e' }`, '{ [a.b]: 1, ...(a && { d: 2 }) }', true],
    ['listener', EMITTER('destroyed: boolean'), `a.on('close', () => {})`, false],
    ['listener', EMITTER('exitCode: number'), `a.once('exit', () => {})`, false],
    ['listener', EMITTER('destroyed: boolean'), `a.on('error', () => {})`, true],
    ['listener', EMITTER('status: string'), `a.on('close', () => {})`, true],
  ])('%s of %s: %s', (kind, type, expression, differs) => {
    const text = `declare const a: ${type};\nexport const x = ${expression};\n`;
    const [site] = sitesIn(FILE, text).filter(({ operator }) => operator === kind);
    const { checker, source } = compiled(text);
    expect(canDiffer(checker, source, site?.asks ?? {})).toBe(differs);
  });

  function compiled(text: string): { readonly checker: ts.TypeChecker; readonly source: ts.SourceFile } {
    const options = { strict: true, noLib: true, target: ts.ScriptTarget.ES2022 };
    const source = ts.createSourceFile(FILE, text, ts.ScriptTarget.ES2022, true);
    const host = {
      ...ts.createCompilerHost(options),
      getSourceFile: (name: string) => (name === FILE ? source : undefined),
    };
    return { checker: ts.createProgram([FILE], options, host).getTypeChecker(), source };
  }
});

test('the checker of types leaves out what cannot differ', async () => {
  const root = fileURLToPath(new URL('../../fixtures/mutants', import.meta.url));
  const file = 'src/notes.ts';
  const text = readProjectFile(`test/fixtures/mutants/${file}`);
  const start = text.indexOf('lines.push');
  const types = new TypeChecker(root, { 'src/': 'tsconfig.json' });
  onTestFinished(() => types.close());
  expect(await types.compiles({ file, text })).toBe(true);
  expect(await types.compiles({ file, text, asks: { start, end: start + 'lines'.length } })).toBe(false);
  expect(await types.compiles({ file, text: 'const one: string = 1;' })).toBe(false);
});

describe('drawing', () => {
  const TEXT = 'a.close();\n'.repeat(30) + 'b -= c;\nx = d ?? e;\n' + 'f(g < h);\n'.repeat(30);
  const texts = new Map([[FILE, TEXT]]);

  async function draw(seed: string): Promise<readonly string[]> {
    const operators: string[] = [];
    for await (const { mutant } of mutantsOf(texts, sitesOf(texts), seed, () => true)) operators.push(mutant.operator);
    return operators;
  }

  test('every second mutant is semantic, and their kinds take turns', async () => {
    const drawn = await draw('1');
    const isSemantic = drawn.slice(0, 20).map((operator) => GROUPS.semantic.includes(operator));
    expect(isSemantic).toEqual(isSemantic.map((_, at) => at % 2 === 0));
    const kinds = drawn.filter((operator) => GROUPS.semantic.includes(operator));
    expect(new Set(kinds.slice(0, 4))).toEqual(new Set(['argument', 'cleanup', 'presence', 'refund']));
    expect(drawn).toHaveLength(sitesOf(texts).length);
    expect(await draw('1')).toEqual(drawn);
    expect(await draw('2')).not.toEqual(drawn);
  });
});

test('kinds are groups and operators', () => {
  expect(namesOfKinds('cleanup,refund,cleanup')).toEqual(['cleanup', 'refund']);
  expect(namesOfKinds('semantic')).toEqual(GROUPS.semantic);
  expect(namesOfKinds('all')).toEqual([...GROUPS.semantic, ...GROUPS.syntactic]);
  expect(() => namesOfKinds('clean')).toThrow('Unknown kind "clean". Kinds: all, semantic, syntactic, ');
});
