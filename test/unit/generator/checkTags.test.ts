/** The tags that are refused: with a wrong value, without a meaning at their place, or with another meaning in the JSON Schema. */

import { describe, expect, test } from 'vitest';
import { checkTagValues } from '../../../generator/model/checkTags.js';
import { ProblemList } from '../../../generator/problems.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { compileText, problemLines } from '../../support/compileText.js';

function check(bound: string): void {
  const problems = new ProblemList();
  checkTagValues(
    readTypeScript(`export interface Page {\n/** @minimum ${bound} */ size: number }`, 'schema.ts'),
    problems,
  );
  problems.throwIfAny();
}

test.each(['1', '-1', '1.5', '1e5', '1E+5', '-1.5e-5'])('a bound may be written %s', (bound) => {
  expect(() => check(bound)).not.toThrow();
});

test.each(['one', '1e', '0x1', '.5', '1.', '1e999', '1 2', '+1'])('a bound may not be written %s', (bound) => {
  expect(() => check(bound)).toThrow(`@minimum is not a number: ${JSON.stringify(bound)}`);
});

/** An interface with tags at the property `a` of a type. */
function property(tags: string, type: string): string {
  return `interface A {\n/** ${tags} */\na: ${type} }`;
}

describe('a wrong value', () => {
  test.each([
    ['@minLength -1', 'string', '@minLength is not a number of 0 or more without a fraction: "-1"'],
    ['@maxItems 1.5', 'string[]', '@maxItems is not a number of 0 or more without a fraction: "1.5"'],
    ['@maxProperties many', 'object', '@maxProperties is not a number of 0 or more without a fraction: "many"'],
    ['@multipleOf 0', 'number', '@multipleOf is not a number above 0 with a finite binary fraction: "0"'],
    ['@multipleOf 0.1', 'number', '@multipleOf is not a number above 0 with a finite binary fraction: "0.1"'],
    ['@uniqueItems', 'string[]', '@uniqueItems is not true or false: ""'],
    ['@pattern', 'string', '@pattern is not a string: ""'],
    ['@pattern 12', 'string', '@pattern is not a string: "12"'],
    ['@pattern [', 'string', 'The pattern "[" is not a regular expression'],
    ['@pattern ^(a+)+$', 'string', 'The pattern "^(a+)+$" may take more than linear time'],
    ['@minimum 1\n@minimum 2', 'number', '@minimum is stated twice'],
    ['@minimum 1\n@TJS-minimum 2', 'number', '@minimum is stated twice'],
    ['@minimum 2\n@maximum 1', 'number', 'No value is allowed by @minimum 2 and @maximum 1'],
    ['@minimum 1\n@exclusiveMaximum 1', 'number', 'No value is allowed by @minimum 1 and @exclusiveMaximum 1'],
    ['@minLength 3\n@maxLength 2', 'string', 'No value is allowed by @minLength 3 and @maxLength 2'],
    ['@enum ["a"]', 'string', '@enum would change the type in the JSON Schema only'],
    ['@items {"type":"string"}', 'unknown[]', '@items would change the type in the JSON Schema only'],
  ])('%s of a %s', (tags, type, message) => {
    expect(problemLines(property(tags, type))[0]).toMatch(/^\d+:1 {2}/);
    expect(problemLines(property(tags, type)).map((line) => line.replace(/^\S+ +/, ''))).toContain(message);
  });
});

describe('a tag that says nothing', () => {
  test.each([
    ['@minLength 1', 'number', '@minLength says nothing about a, which is never a string'],
    ['@minimum 1', 'string[]', '@minimum says nothing about a, which is never a number'],
    ['@minItems 1', 'string', '@minItems says nothing about a, which is never an array'],
    ['@maxProperties 1', 'string | null', '@maxProperties says nothing about a, which is never an object'],
    ['@maxLength 1', "'a' | 'b'", '@maxLength says nothing about a, which is never a string'],
    ['@format uri', 'number', '@format uri says nothing about a, which is never a string'],
    ['@nullable', 'string', '@nullable is not in the type of a'],
    ['@nullable', 'unknown', 'With @nullable, the JSON Schema of a accepts nothing but null'],
    ['@nullable', 'string | null | any', 'With @nullable, the JSON Schema of a accepts nothing but null'],
    ['@TJS-type string', 'number', '@TJS-type string is not the type of a'],
    ['@TJS-type number', 'number | string', '@TJS-type number is not the type of a'],
  ])('%s of a %s', (tags, type, message) => {
    expect(problemLines(property(tags, type))).toEqual([`3:1  ${message}`]);
  });

  test('at a constant, and at an interface', () => {
    const text = '/** @minimum 1 */\nexport const A = 1;\n/** @minLength 1 */\nexport interface B {}';
    expect(problemLines(text)).toEqual([
      '2:14  @minimum says nothing about A, which is never a number',
      '4:1  @minLength says nothing about B, which is never a string',
    ]);
  });
});

describe('a limit that the JSON Schema would lose', () => {
  test.each([
    [
      '/** @minLength 1 */\ntype N = string;\ntype A = N;',
      '3:1  @minLength 1 of N would be missing in the JSON Schema of A',
    ],
    [
      '/** @minLength 2 */\ntype N = string;\ninterface A {\n/** @minLength 1 */\na: N }',
      '5:1  @minLength 1 is not stricter than @minLength 2 of N',
    ],
    [
      '/** @minLength 1 */\ntype N = string;\ninterface A { a: N | boolean }',
      '3:18  @minLength 1 of N would be missing in the JSON Schema of the union',
    ],
    [
      '/** @minLength 1 */\ntype N = string;\ninterface A {\n/** @minLength 1 */\na: (N | boolean)[] }',
      '5:5  @minLength 1 of N would be missing in the JSON Schema of the union',
    ],
    [
      'interface B { b?: 1 }\n/** @minProperties 1 */\ntype A = B;',
      '3:1  The limits of A are not in the JSON Schema, because it is another name of a type with a name',
    ],
    [
      '/** @maximum 9 */\ntype N = number;\ninterface A {\n/** @TJS-type number */\na: N }',
      '5:1  @maximum 9 of N would be missing in the JSON Schema of a',
    ],
  ])('%j', (text, problem) => {
    expect(problemLines(text)).toContain(problem);
  });

  test('but not where it is repeated', () => {
    const alias = '/** @minLength 1 */\ntype N = string;\n';
    expect(() => compileText(`${alias}/** @minLength 2 */\ntype A = N;`)).not.toThrow();
    expect(() => compileText(`${alias}interface A {\n/** @minLength 1 */\na: N | boolean }`)).not.toThrow();
  });
});

describe('a comment that belongs to no declaration or property', () => {
  test.each([
    ['beside a brace', 'interface A { /** @minLength 1 */ a: string }', '1:15'],
    ['at an index signature', 'interface A {\n  /** @minLength 1 */\n  [key: string]: string }', '2:3'],
    ['at a member of a union', 'type A =\n  /** @minLength 1 */\n  | string\n  | number;', '2:3'],
    ['at the end of a file', "interface A { a: '/** @minLength 1 */' }\n/**\n * @minLength 1\n */", '2:1'],
  ])('is refused if it has a limit: %s', (_, text, place) => {
    expect(problemLines(text)).toEqual([
      `${place}  This comment belongs to no declaration or property, so @minLength would be lost`,
    ]);
  });

  test('may say anything else', () => {
    const text =
      'interface A { /** Not @minLength 1, @see B */ a: string; b: /** @deprecated */ string }\n/** @module */';
    expect(() => compileText(text)).not.toThrow();
  });
});
