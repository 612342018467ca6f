/** What guards of unions try, and what they leave out. */

import { expect, test } from 'vitest';
import { emitProtocols } from '../../support/emitProtocols.js';
import { compileText } from '../../support/compileText.js';
import { loadJudges } from '../../support/loadGenerated.js';
import { formatFiles } from '../../../generator/write/formatFiles.js';

const OTHERS = `
  interface Base { id?: string; note: string; [key: string]: unknown }
  interface Derived extends Base { more: string }
  type Named = Base;
  interface Literal extends Base { note: 'a' | 'b' }
  interface Narrow extends Base { id: 'a' }
  interface Optional { id?: string; note?: string }
  interface More { id?: string; more?: string }
  interface Other { note: 'a'; id?: number }
  interface Closed { note: string; [key: string]: string }
  interface Text { type: 'text'; text: string }
  interface Image { type: 'image'; data: string }
  type Block = Text | Image;
  type Nothing = never;
  type Joined = Base & { joined: string };`;

const compile = (union: string) => emitProtocols([compileText(`type A = ${union};${OTHERS}`)]);

async function guardOf(union: string): Promise<string> {
  const [file] = await formatFiles(compile(union).filter(({ path }) => path.endsWith('/validators.ts')));
  const [, body = ''] = /^export function isA\(.*\{\n((?: {2}.*\n)*)\}/m.exec(file?.text ?? '') ?? [];
  return body.replaceAll(/\s+/g, ' ').trim();
}

test.each([
  ['Base | Derived', 'isBase(value)'],
  ['Derived | Base', 'isBase(value)'],
  ['Base | Named', 'isBase(value)'],
  ['Base | Literal | Narrow', 'isBase(value)'],
  ['Base | Joined', 'isBase(value)'],
  ['Optional | Base', 'isOptional(value)'],
  // A value of the one may be none of the other.
  ['Base | More', 'isBase(value) || isMore(value)'],
  ['Base | Other', 'isBase(value) || isOther(value)'],
  ['Base | Closed', 'isBase(value) || isClosed(value)'],
  ['Text | Base', 'isText(value) || isBase(value)'],
])('%s: %s', async (union, condition) => {
  expect(await guardOf(union)).toBe(`return ${condition};`);
});

test.each([
  ['Block | Block[]', 'isBlock(value)'],
  ['Block[] | Text | Image', 'isASingle(value)'],
])('%s: one question tells arrays from the rest', async (union, single) => {
  const isItem = 'for (let i = 0; i < value.length; i++) { if (!isBlock(value[i])) return false; } return true;';
  expect(await guardOf(union)).toBe(`if (!Array.isArray(value)) return ${single}; ${isItem}`);
});

test('an object that must have what cannot be is refused without reading it', async () => {
  expect(await guardOf('{ text: string; none: Nothing }')).toBe('return isObject(value) && false;');
});

test('arrays beside members without a tag are tried', async () => {
  expect(await guardOf('string | string[]')).toBe("return typeof value === 'string' || isStringArray(value);");
  expect(await guardOf('Block | Text[] | Image[]')).toContain('isTextArray(value)');
});

test.each(['Block | Block[]', 'Block | string[]', 'Derived | Base | Joined', 'Base | More'])(
  'guard and explanation of %s agree',
  (union) => {
    const { guards, explain } = loadJudges(compile(union));
    const text = { type: 'text', text: '' };
    const values = [text, [], [text], ['a'], [[text]], {}, { note: 'a' }, { id: 1 }, { id: 'a' }, { note: 'a', id: 1 }];
    for (const value of [...values, null, 'a']) {
      expect(guards['A']?.(value), JSON.stringify(value)).toBe(explain('A', value).length === 0);
    }
  },
);

test('a union of thousands of literals is formatted, and checked', async () => {
  const literals = Array.from({ length: 5_000 }, (_, index) => `'a${index}'`).join(' | ');
  const files = emitProtocols([compileText(`type A = ${literals}; interface B { a: ${literals} }`)]);
  await expect(formatFiles(files)).resolves.toHaveLength(files.length);
  const { guards } = loadJudges(files);
  const verdicts = ['a0', 'a4999', 'a5000', 0].map((a) => [guards['A']?.(a), guards['B']?.({ a })]);
  expect(verdicts).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, false],
  ]);
});
