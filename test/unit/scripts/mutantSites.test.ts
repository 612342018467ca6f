/** The places that mutation testing changes, and the order in which a seed draws them. */

import { describe, expect, test } from 'vitest';
import { drawOrder, mutantOf, sitesIn } from '../../../scripts/mutants/sites.mjs';

/** What each operator makes of a source, by its name. */
function mutantsOf(text: string): { readonly [operator: string]: readonly string[] } {
  const mutants: { [operator: string]: string[] } = {};
  for (const site of sitesIn('a.ts', text)) {
    for (const option of site.options) (mutants[site.operator] ??= []).push(mutantOf(site, option, text).text);
  }
  return mutants;
}

describe('each operator', () => {
  test.each<[operator: string, text: string, mutants: readonly string[]]>([
    ['arithmetic', 'x = a * b - 1;', ['x = a / b - 1;', 'x = a * b + 1;']],
    ['arithmetic', 'a++;', ['a--;']],
    ['arithmetic', 'total += part;', ['total -= part;']],
    ['assignment', 'a.b = c;', ['{}']],
    ['await', 'x = await y;', ['x = y;']],
    ['boolean', 'f(true);', ['f(false);']],
    ['call', 'if (a) await f(b);', ['if (a) {}']],
    [
      'case',
      'switch (a) { case 1: f(); default: g(); }',
      ['switch (a) {  default: g(); }', 'switch (a) { case 1: f();  }'],
    ],
    ['catch', 'try { f(); } catch { g(); }', ['try { f(); } catch {}']],
    ['comparison', 'x = a < b;', ['x = a <= b;', 'x = a >= b;']],
    ['comparison', 'x = a === b;', ['x = a !== b;']],
    ['condition', 'if (a) f();', ['if (!(a)) f();', 'if (true) f();', 'if (false) f();']],
    ['condition', 'while (a) f();', ['while (!(a)) f();', 'while (false) f();']],
    ['item', 'x = [a, b];', ['x = [b];', 'x = [a];']],
    ['item', 'x = { ...a, b };', ['x = { b };']],
    ['jump', 'for (;;) { if (a) continue; f(); }', ['for (;;) { if (a) {} f(); }']],
    ['logical', 'x = a && b;', ['x = a || b;']],
    ['logical', 'x = a ?? b;', ['x = (a)!;', 'x = (b);']],
    ['method', 'x = a.some(f);', ['x = a.every(f);']],
    ['method', 'x = a.filter(f).length;', ['x = a.length;']],
    ['negation', 'x = !a;', ['x = a;']],
    ['number', 'x = 2;', ['x = 3;', 'x = 1;']],
    ['optional', 'x = a?.b;', ['x = a!.b;']],
    ['optional', 'x = a?.[b];', ['x = a![b];']],
    ['regex', 'x = /^a+$/;', ['x = /a+$/;', 'x = /^a*$/;', 'x = /^a+/;']],
    [
      'return',
      'function f(): boolean { return a; }',
      ['function f(): boolean { return true; }', 'function f(): boolean { return false; }'],
    ],
    ['return', 'f = async (): Promise<number> => a;', ['f = async (): Promise<number> => 0;']],
    ['string', `x = a === 'b';`, [`x = a === '';`]],
    ['string', `x = a.has('');`, [`x = a.has('mutant');`]],
    ['throw', 'if (a) throw b;', ['if (a) {}']],
  ])('%s: %s', (operator, text, expected) => {
    expect(mutantsOf(text)[operator]).toEqual(expected);
  });

  test('none changes messages, types, imports or declarations', () => {
    const text = [
      `import { a } from 'b';`,
      `type C = 'd' | 1 | true;`,
      `interface E { readonly f: 2 }`,
      `declare const g: 3;`,
      `let j: 4 | 'k' | false;`,
      `export const h = 'text' + a;`,
      `export * from 'i';`,
    ].join('\n');
    expect(mutantsOf(text)).toEqual({});
  });
});

test('mutants are described by their lines and by what they stand in', () => {
  const text = 'class A {\n  b(): void {\n    f(\n      1,\n    ); // done\n  }\n}\n';
  const described = sitesIn('a.ts', text).map((site) => mutantOf(site, '{}', text));
  expect(described[0]).toEqual({
    file: 'a.ts',
    in: 'A.b',
    operator: 'call',
    line: 3,
    start: 28,
    end: 46,
    before: 'f( 1, ); // done',
    after: '{} // done',
    text: 'class A {\n  b(): void {\n    {} // done\n  }\n}\n',
  });
});

describe('drawing', () => {
  const text = Array.from({ length: 50 }, (_, at) => `f(${at}, a < b);`).join('\n');
  const sites = sitesIn('a.ts', text);
  const draw = (seed: string): readonly string[] =>
    drawOrder(sites, seed).map(({ operator, start, options }) => `${operator} ${start} ${options.join()}`);

  test('no two sites are the same place and operator', () => {
    const places = sites.map(({ operator, start, end }) => `${operator} ${start} ${end}`);
    expect(sites.length).toBeGreaterThan(100);
    expect(new Set(places).size).toBe(places.length);
  });

  test('equal seeds draw equal sites in equal order, each once', () => {
    expect(draw('abc')).toEqual(draw('abc'));
    expect(new Set(draw('abc')).size).toBe(sites.length);
    expect(draw('abd')).not.toEqual(draw('abc'));
  });

  test('every part of the text is drawn early as often', () => {
    const early = Array.from({ length: 200 }, (_, seed) => drawOrder(sites, seed)[0]?.start ?? 0);
    const inFirstHalf = early.filter((start) => start < text.length / 2).length;
    expect(inFirstHalf).toBeGreaterThan(70);
    expect(inFirstHalf).toBeLessThan(130);
  });
});
