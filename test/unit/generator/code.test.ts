/** Text from a schema reaches the output as data, whatever it contains: the output is parsed, and the text found again. */

import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  code,
  concat,
  docComment,
  identifier,
  imported,
  isIdentifier,
  isTypeName,
  literal,
  propertyKey,
} from '../../../generator/print/code.js';
import { printable } from '../../../generator/printable.js';
import { Scope } from '../../../generator/print/scope.js';
import { camelCase, pascalCase } from '../../../generator/words.js';
import { emitText } from '../../support/compileText.js';
import { findNodes, parse, statementKinds } from '../../support/parse.js';

/** Texts that end, open or escape something in TypeScript. */
const HOSTILE = [
  "it's",
  'a "quoted" word',
  'back\\slash\\',
  '*/ export const stolen = 1; /*',
  '/** nested */',
  '`backticks`',
  '${process.exit(1)}',
  '`${process.exit(1)}`',
  '</script>',
  '{{handlebars}} {{{raw}}} {{#if}}',
  'line\nbreak',
  'carriage\r\nreturn',
  'separators\u2028and\u2029here',
  'null\u0000character',
  'lone \ud800 surrogate',
  '// @ts-nocheck',
  '# sourceMappingURL=x',
  '$& $1 $$',
];

describe('literals', () => {
  test.each([[['evil()']], [null], [undefined], [{}]])('%j is refused', (value) => {
    expect(() => literal(value as never)).toThrow('Not a literal');
  });

  test.each(HOSTILE)('%j', (text) => {
    const file = parse(`const a = ${literal(text).text};`);
    expect(statementKinds(file)).toEqual(['constant']);
    expect(findNodes(file, ts.isStringLiteral).map((node) => node.text)).toEqual([text]);
  });

  test.each([0, 1, -1, 0.5, -32700, 1e21, 1e-7])('%d', (value) => {
    const [declaration] = findNodes(parse(`const a = ${literal(value).text};`), ts.isVariableDeclaration);
    expect(Number(declaration?.initializer?.getText())).toBe(value);
  });
});

describe('property keys', () => {
  test.each([...HOSTILE, 'a', '$a_1', 'class', 'default', 'value', 'io.x/y', 'a-b', '1a', '', 'ä', '__proto__'])(
    '%j',
    (name) => {
      const file = parse(`const a = { ${propertyKey(name).text}: 1 };\ninterface A { ${propertyKey(name).text}: 1 }`);
      expect(statementKinds(file)).toEqual(['constant', 'interface']);
      const nodes = [...findNodes(file, ts.isPropertyAssignment), ...findNodes(file, ts.isPropertySignature)];
      expect(nodes.map((node) => keyText(node.name))).toEqual([name, name]);
    },
  );

  test('__proto__ becomes a key, not the prototype', () => {
    const object = runInNewContext(`({ ${propertyKey('__proto__').text}: 1 })`) as object;
    expect(Object.keys(object)).toEqual(['__proto__']);
  });
});

describe('hidden characters', () => {
  const HIDDEN = [
    '\u202e',
    '\u2066',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u007f',
    '\u009b',
    '\u{e0041}',
    '\ud800',
    '\u2028',
  ];
  const SHOWN = /^[\n -~]*$/;

  test.each(HIDDEN)('%j is escaped in literals and keys', (character) => {
    const text = `a${character}b`;
    for (const printed of [literal(text).text, propertyKey(text).text]) {
      expect(printed).toMatch(SHOWN);
      expect(JSON.parse(printed)).toBe(text);
    }
  });

  test.each(HIDDEN)('%j is left out of comments, and does not end them', (character) => {
    const comment = docComment(`a${character}b *${character}/ export const evil = 1; /*${character}/`)?.text ?? '';
    expect(comment).toMatch(SHOWN);
    expect(statementKinds(parse(`${comment}export interface A {}`))).toEqual(['interface']);
  });

  test('other characters stay', () => {
    expect(literal('é 名 🙂').text).toBe('"é 名 🙂"');
    expect(docComment('é 名 🙂')?.text).toBe('/** é 名 🙂 */\n');
  });
});

describe('comments', () => {
  test.each(HOSTILE)('%j', (text) => {
    const file = parse(`${docComment(text)?.text}export interface A {}`);
    expect(statementKinds(file)).toEqual(['interface']);
    const [comment, ...others] = ts.getJSDocCommentsAndTags(file.statements[0] ?? file);
    expect(others).toEqual([]);
    const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => printable(line).replaceAll('*/', '*\\/'));
    expect(ts.isJSDoc(comment ?? file) && comment?.getText()).toBe(
      // The compiler obeys `@ts-nocheck` on the only line of a comment, and not between others.
      lines.length === 1 && !text.includes('@ts-')
        ? `/** ${lines[0]} */`
        : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
    );
  });

  test('no text makes no comment', () => {
    expect(docComment('')).toBeUndefined();
  });
});

describe('a hostile schema', () => {
  const text = (hostile: string) => `
/** ${hostile.replaceAll('*/', '')} {@link A} */
export interface A { ${JSON.stringify(hostile)}: ${JSON.stringify(hostile)}; }
export const B = ${JSON.stringify(hostile)};
export type C = { [key: string]: ${JSON.stringify(hostile)} | 'other' };
export type D = A | { ${JSON.stringify(hostile)}: 'other' };`;

  test.each(HOSTILE)('%j is data in types and guards', (hostile) => {
    const types = parse(emitText(text(hostile), 'types'));
    expect(statementKinds(types)).toEqual(['interface', 'constant', 'type', 'type']);
    expect(findNodes(types, ts.isPropertySignature).map(({ name }) => keyText(name))).toEqual([hostile, hostile]);
    const guards = parse(emitText(text(hostile), 'validators'));
    expect(new Set(statementKinds(guards))).toEqual(new Set(['import', 'function']));
    expect(findNodes(guards, ts.isStringLiteral).map((node) => node.text)).toContain(hostile);
  });
});

describe('code', () => {
  test.each([
    ['a string becomes a literal', code`a(${"it's"})`, `a("it's")`],
    ['a number becomes a literal', code`a(${-1})`, 'a(-1)'],
    ['nothing stays nothing', code`a(${undefined})`, 'a()'],
    ['code stays code', code`a(${identifier('b')})`, 'a(b)'],
    ['a list is set one to a line', code`a(${[identifier('b'), identifier('c')]})`, 'a(b\nc)'],
    ['a separator goes between', concat([identifier('a'), identifier('b')], ' | '), 'a | b'],
  ])('%s', (_, { text }, want) => {
    expect(text).toBe(want);
  });

  test('imports come along', () => {
    const [a, b] = [imported('a', './a.js', 'value'), imported('B', './b.js', 'type')];
    expect(code`${a}(${[code`${b}`]})`.imports).toEqual([
      { name: 'a', from: './a.js', type: false },
      { name: 'B', from: './b.js', type: true },
    ]);
  });

  test.each(['', '1a', 'a-b', 'a b', 'class', 'a;b', 'ä', '__proto__'])('%j is not an identifier', (name) => {
    expect(() => identifier(name)).toThrow(`Not an identifier: ${JSON.stringify(name)}`);
    expect(() => imported(name, './a.js', 'type')).toThrow('Not an identifier');
  });
});

test.each([
  ['Tool', true, true],
  ['$a_1', true, true],
  ['Promise', true, false],
  ['string', true, false],
  ['class', false, false],
  ['Array', false, false],
  ['arguments', false, false],
])('%s: identifier %s, type name %s', (name, asIdentifier, asType) => {
  expect([isIdentifier(name), isTypeName(name)]).toEqual([asIdentifier, asType]);
});

test.each([
  ['CallTool', 'CallTool', 'callTool'],
  ['callTool', 'CallTool', 'callTool'],
  ['call_tool', 'CallTool', 'callTool'],
  ['io.x/y-z', 'IoXYZ', 'ioXYZ'],
  ['_meta', 'Meta', 'meta'],
  ['', '', ''],
])('%j as a name: %s, %s', (name, pascal, camel) => {
  expect([pascalCase(name), camelCase(name)]).toEqual([pascal, camel]);
});

describe('names in a scope', () => {
  test.each([
    ['free ones are kept', ['a', 'b'], ['a', 'b']],
    ['taken ones get a number', ['a', 'a', 'a'], ['a', 'a2', 'a3']],
    ['a number that is taken is passed over', ['a2', 'a', 'a'], ['a2', 'a', 'a3']],
    ['reserved ones are changed', ['default', 'class', 'default'], ['default_', 'class_', 'default_2']],
    ['impossible ones are changed', ['io.x/y', '404', '-', '/'], ['ioXY_', 'value404_', 'value_', 'value_2']],
    ['given names are taken', ['value'], ['value2']],
  ])('%s', (_, wishes, names) => {
    const scope = new Scope(['value']);
    expect(wishes.map((wish) => scope.claim(wish))).toEqual(names);
  });
});

test('the first of several wishes that is free is granted, and else the last one with a number', () => {
  const scope = new Scope(['a']);
  expect(Array.from({ length: 3 }, () => scope.claim('a', 'b'))).toEqual(['b', 'b2', 'b3']);
});

/** The name that a key gives its property. */
function keyText(name: ts.PropertyName): string {
  if (ts.isComputedPropertyName(name)) return ts.isStringLiteral(name.expression) ? name.expression.text : '';
  return name.text;
}
