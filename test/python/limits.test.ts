/** Guards and explanations of Python agree with those of TypeScript on limits and constructs that the revisions do not have. */

import { expect } from 'vitest';
import { compileText } from '../support/compileText.js';
import { emitProtocols } from '../support/emitProtocols.js';
import { loadJudges } from '../support/loadGenerated.js';
import { testUnless } from '../support/omissions.js';
import { missingPython } from '../support/python.js';
import { disagreements, judge, JsonText, textOf, writePackage, type Case } from './packages.js';

/** A value in a value, and so on. */
function nested(depth: number, around: (inner: string) => string): JsonText {
  return new JsonText(Array.from({ length: depth - 1 }).reduce<string>(around, '{ "value": 1 }'));
}

testUnless(missingPython(), 'Python agrees on every limit', async () => {
  const PATTERNS = [
    ...['^[a-c]+$', '^\\d$', '^\\w$', '^\\W$', '^\\s$', '^\\S$', '^[\\s,]$', '^.$', 'b\\b', '^\\B$', '^[^]$', 'a$|^b'],
    ...['^(?<first>a)b$', '^\\u{1d4b3}$', '^[[&]$', '^\\cJ$', '^[]a$'],
    ...[
      '^\\ud835\\udcb3$',
      '^(?<$a>a)b$',
      '^\\u{000000000001d4b3}$',
      '^[+--]$',
      '^[--/]$',
      '^[a-c-]$',
      '^[[]$',
      '^[(?<]$',
    ],
  ];
  const LIMITS = {
    string: ['minLength 2', 'maxLength 2', ...PATTERNS.map((pattern) => `pattern ${pattern}`)],
    number: [
      'minimum 1',
      'maximum 1',
      'exclusiveMinimum 1',
      'exclusiveMaximum 1',
      'multipleOf 2',
      'TJS-maximum 1',
      'maximum 9007199254740992',
    ],
    'unknown[]': ['minItems 2', 'maxItems 1', 'uniqueItems true', 'uniqueItems false', 'TJS-uniqueItems'],
    '{ [key: string]: unknown }': ['minProperties 1', 'maxProperties 1'],
  };
  const limited = Object.entries(LIMITS).flatMap(([type, tags]) => tags.map((tag) => [type, tag] as const));
  const text = `
      ${limited.map(([type, tag], index) => `/** @${tag} */ export type A${index} = ${type};`).join('\n')}
      ${limited.map(([type, tag], index) => `export interface P${index} {\n/** @${tag} */\na?: ${type}; b?: A${index}[] }`).join('\n')}
      export interface Fraction {
        whole: number;
        /** @TJS-type number
         * @maximum 1 */
        part: A${limited.findIndex(([, tag]) => tag === 'maximum 1')};
      }
      export interface Never { none?: never; on: true; level: 1 | 'two' | false }
      export interface Closed { kind: 'closed'; [key: string]: string }
      export interface Tree { value: unknown; children?: Tree[][] }
      export interface Even { odd?: Odd }
      export interface Odd { even?: Even }
      export type Both = (Never & { more: string })[] | null;`;
  const plain = { on: true, level: 1 };
  const values: readonly unknown[] = [
    ...['', 'a', 'ab', 'abc', 'd', '𝒳', '𝒳𝒳', '\ud835\ud835'],
    ...[
      'a\n',
      '\n',
      '\r',
      '\u2028',
      '\u0085',
      '\u001c',
      '\ufeff',
      ' ',
      ',',
      '[',
      '-',
      '+',
      '.',
      '<',
      'é',
      '٣',
      'b\n',
      'bé',
    ],
    ...[-1, 0, 1, 2, 3, 1.5, 0.5, 1e20, new JsonText('9007199254740993'), true, false, null],
    ...[
      [],
      [1],
      [1, 1],
      [1, true],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, '1'],
      ...[
        '[1, 1.0]',
        '[0, -0.0]',
        '[[1], [1.0]]',
        '[{"a": 1e2}, {"a": 100}]',
        '[9007199254740993, 9007199254740992]',
        '[1e400, null]',
        '[1e400, -1e400]',
        `[1e400, 1${'0'.repeat(400)}]`,
      ].map((each) => new JsonText(each)),
      {},
      { a: 1 },
      { a: 1, b: 2 },
    ],
  ];
  const others: readonly Case[] = [
    ...[0, 0.5, 1, 1.5, 2, true].flatMap((part): Case[] => [
      ['Fraction', { whole: 1, part }],
      ['Fraction', { whole: part, part: 1 }],
    ]),
    ...[
      plain,
      { ...plain, on: 1 },
      { ...plain, none: null },
      { on: true, level: true },
      { on: true, level: false },
    ].flatMap((value): Case[] => [
      ['Never', value],
      ['Both', [{ ...value, more: '' }]],
      ['Both', [value]],
    ]),
    ...[{ kind: 'closed' }, { kind: 'closed', a: 'b' }, { kind: 'closed', a: 1 }].map((value): Case => [
      'Closed',
      value,
    ]),
    ...[
      { value: 1, children: [[{ value: null }]] },
      { value: 1, children: [[{}]] },
      ...[399, 400, 401, 450].map((depth) => nested(depth, (inner) => `{ "value": 1, "children": [[${inner}]] }`)),
    ].map((value): Case => ['Tree', value]),
    ...[199, 200, 201].map((depth): Case => ['Odd', nested(depth, (inner) => `{ "even": { "odd": ${inner} } }`)]),
    ...['1e308', '1e309', '-1e400', `1${'0'.repeat(400)}`].map((part): Case => [
      'Fraction',
      new JsonText(`{ "whole": 1, "part": ${part} }`),
    ]),
  ];
  const cases = limited.flatMap((_, index) =>
    values.flatMap((value): Case[] => [
      [`A${index}`, value],
      [`P${index}`, new JsonText(`{ "a": ${textOf(value)} }`)],
      [`P${index}`, new JsonText(`{ "b": [${textOf(value)}] }`)],
    ]),
  );
  const protocol = compileText(text, '2025-11-26');
  const all = [...cases, ...others];
  const verdicts = judge(await writePackage([protocol]), '2025-11-26', all);
  expect(disagreements(loadJudges(emitProtocols([protocol])), all, verdicts)).toEqual([]);
  const accepted = verdicts.filter((issues) => issues.length === 0).length;
  expect(Math.min(accepted, all.length - accepted)).toBeGreaterThan(cases.length / 12);
});
