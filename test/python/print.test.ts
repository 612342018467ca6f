/** How code of Python is printed: names, literals, docstrings, and lines. */

import { describe, expect, test } from 'vitest';
import { bracketed, expressionAfter, printLayout, subscript } from '../../generator/targets/python/codeLayout.js';
import { commentLines, docstring } from '../../generator/targets/python/docstrings.js';
import { guardName, literal, packageName, stringLiteral } from '../../generator/targets/python/pythonNames.js';
import { targets } from '../../generator/targets/index.js';
import { compileText } from '../support/compileText.js';
import { emitProtocols } from '../support/emitProtocols.js';

test.each([
  ['CallToolResult', 'is_call_tool_result'],
  ['JSONRPCRequest', 'is_jsonrpc_request'],
  ['ElicitRequestURLParams', 'is_elicit_request_url_params'],
  ['Base64', 'is_base64'],
  ['A', 'is_a'],
])('the guard of %s is %s', (name, guard) => {
  expect(guardName(name)).toBe(guard);
});

test.each([
  ['2025-11-25', 'v2025_11_25'],
  ['draft', 'draft'],
  ['DRAFT-2026.v1', 'DRAFT_2026_v1'],
])('the package of %s is %s', (revision, name) => {
  expect(packageName(revision)).toBe(name);
});

test.each([
  ['a', '"a"'],
  ['"', `'"'`],
  [`"'`, String.raw`"\"'"`],
  ['\\\n\t', String.raw`"\\\n\t"`],
  ['é\u2028𝒳\ud800', String.raw`"\xe9\u2028\U0001d4b3\ud800"`],
])('the string %j is %s', (text, code) => {
  expect(stringLiteral(text)).toBe(code);
});

test.each([
  [true, 'True'],
  [null, 'None'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '1.5e-7'],
  [-1, '-1'],
])('the literal %j is %s', (value, code) => {
  expect(literal(value)).toBe(code);
});

test.each([
  ['One line.', '"""One line."""'],
  ['It says "no"', '"""It says "no" """'],
  ['"No" is said', '""" "No" is said"""'],
  ['Two\n\nlines\\ """', '"""Two\n\nlines\\\\ \\"\\"\\"\n"""'],
  ['A\rB\ud800', '"""A\\U0000000dB\ufffd"""'],
])('the docstring of %j', (text, code) => {
  expect(docstring(text)).toBe(code);
});

test('a comment stays one, whatever ends its lines', () => {
  expect(commentLines('a\rimport os\n\u2028b')).toEqual(['# a\\U0000000dimport os', '# \\U00002028b']);
  expect(commentLines('')).toEqual([]);
});

describe('lines', () => {
  const long = Array.from({ length: 6 }, (_, index) => `a_name_with_${index}`);

  test('brackets are broken into a line for each part, with a comma', () => {
    expect(printLayout(bracketed('f(', ['a', 'b'], ')'))).toBe('f(a, b)');
    expect(printLayout(bracketed('f(', long, ')'))).toBe(`f(\n${long.map((name) => `    ${name},`).join('\n')}\n)`);
  });

  test('a single part of a subscript has no comma, which would make it a tuple', () => {
    expect(printLayout(subscript('list', ['x'.repeat(90)]))).toBe(`list[\n    ${'x'.repeat(90)}\n]`);
  });

  test('an operation is put in parentheses, unless it ends with brackets', () => {
    expect(printLayout(expressionAfter('return ', { operator: 'and', operands: ['a', 'b'] }))).toBe('return a and b');
    const chain = expressionAfter('return ', { operator: 'and', operands: long });
    expect(printLayout(chain)).toBe(`return (\n    ${long.join('\n    and ')}\n)`);
    const call = expressionAfter('return ', { operator: 'and', operands: ['a', bracketed('f(', long, ')')] });
    expect(printLayout(call).split('\n')[0]).toBe('return a and f(');
  });
});

describe('names', () => {
  const refused = (text: string) => targets.python.checkNames?.(compileText(text)).map(({ message }) => message);

  test.each([
    ['interface None {}', 'None cannot be a name in Python'],
    ['interface Any {}', 'Any is a name that generated modules use'],
    ['type dict = string', 'dict is a name that generated modules use'],
    [String.raw`/** @pattern ^\S[\S]$ */ type A = string`, String.raw`Python cannot match \S in the pattern ^\S[\S]$`],
    [
      `interface A { b?: {\n/** @pattern ^\\S[\\S]$ */\nc: string }[] }`,
      String.raw`Python cannot match \S in the pattern ^\S[\S]$`,
    ],
    ['interface ToolA {} interface Tool_A {}', 'Tool_A has the same guard as ToolA: is_tool_a'],
  ])('%s is refused', (text, message) => {
    expect(refused(text)).toEqual([message]);
  });

  /** The text of a generated module. */
  const moduleOf = (text: string, name: string): string =>
    emitProtocols([compileText(text)], 'python').find(({ path }) => path.endsWith(`/${name}.py`))?.text ?? '';
  const typesOf = (text: string): string => moduleOf(text, 'types');

  test('a class without a name gets one that nothing else has', () => {
    const types = typesOf(
      'export interface Type { alias: { x: string } } export interface No { return: { x: string } }',
    );
    expect(types).toContain('class TypeAlias2(TypedDict):');
    expect(types).toContain('alias: TypeAlias2');
    expect(types).toContain('class NoReturn2(TypedDict):');
    const keys = typesOf('export interface A { $x: string } export interface _AKeys { y: string }');
    expect(keys).toContain('class _AKeys(TypedDict):');
    expect(keys).toContain('class A(_AKeys2):');
  });

  test('a field does not hide a type', () => {
    const types = typesOf('export type B = string; export interface A { list?: string[]; B: B; Any: unknown; c: B[] }');
    expect(types).toContain('"list": "NotRequired[list[str]]"');
    expect(types).toContain('"B": "B"');
    expect(types).toContain('class A(_AKeys):\n    c: list[B]\n');
  });

  test('a literal with three quotes is not a docstring', () => {
    const guards = moduleOf(`export type A = '"""'; export interface B { x: number }`, 'guards');
    expect(guards).toMatch(/^from \.\._checks import has_type, matches_integer$/m);
  });

  test('what a guard has narrowed is checked further in a function of its own', () => {
    const guards = moduleOf('export interface A { a: string } export type B = A & { b: string }', 'guards');
    expect(guards).toContain('    return is_a(value) and _is_b1(value)\n');
  });

  test('properties may have any name', () => {
    const text =
      'export interface A { class?: string; "$x": null; "$y": Record<string, string>; "": string; __private?: 1.5; _meta?: string }';
    expect(refused(text)).toEqual([]);
    const types = typesOf(text);
    expect(types).toContain('"class": "NotRequired[str]"');
    expect(types).toContain('"$x": None');
    expect(types).toContain('"$y": "dict[str, str]"');
    expect(types).toContain('"__private": "NotRequired[float]"');
    expect(types).toContain('class A(_AKeys):\n    _meta: NotRequired[str]');
  });
});
