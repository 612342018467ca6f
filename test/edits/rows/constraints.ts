import { pascalCase } from '../../../generator/words.js';
import { append } from '../change.js';
import type { Refusal, Row } from '../row.js';

/** Adds a type with one property that has a tag, and states values of that property. */
function tagged(tag: string, type: string, ...stated: readonly unknown[]): Pick<Row, 'change' | 'values'> {
  const name = `Tagged${pascalCase(/@([\w-]+)/.exec(tag)?.[1] ?? '')}`;
  return {
    change: append(`export interface ${name} {\n  /**\n   * A value.\n   *\n   * ${tag}\n   */\n  value: ${type};\n}`),
    values: stated.map((value) => [name, { value }] as const),
  };
}

const saysNothing = (tag: string, type: string): Refusal => ({
  at: 'value: ',
  message: new RegExp(`^@${tag} .*says nothing about value, which is never a ${type}`),
  remedy: /^Remove the tag, or correct the type/,
});

export const constraints: readonly Row[] = [
  { edit: 'a minimum', ...tagged('@minimum 1', 'number', 0, 1, 2, 1.5) },
  { edit: 'a maximum', ...tagged('@maximum 10', 'number', 10, 11) },
  {
    edit: 'a minimum of a fraction',
    ...tagged('@TJS-type number\n   * @minimum 0.5', 'number', 0.4, 0.5, 0.75),
  },
  {
    edit: 'an exclusive minimum',
    ...tagged('@exclusiveMinimum 0', 'number', 0, 1),
  },
  {
    edit: 'an exclusive maximum',
    ...tagged('@exclusiveMaximum 10', 'number', 9, 10),
  },
  {
    edit: 'a multiple',
    ...tagged('@multipleOf 5', 'number', 5, 6),
  },
  {
    edit: 'a minimum of characters',
    ...tagged('@minLength 2', 'string', '', 'a', 'ab', '𝒳'),
  },
  {
    edit: 'a maximum of characters',
    ...tagged('@maxLength 2', 'string', 'ab', 'abc', '𝒳𝒳'),
  },
  {
    edit: 'a pattern',
    ...tagged('@pattern ^[a-z]+$', 'string', 'abc', 'ABC', ''),
  },
  { edit: 'a minimum of items', ...tagged('@minItems 1', 'string[]', [], ['a']) },
  { edit: 'a maximum of items', ...tagged('@maxItems 1', 'string[]', ['a'], ['a', 'b']) },
  {
    edit: 'unique items',
    ...tagged('@uniqueItems true', 'string[]', ['a', 'b'], ['a', 'a']),
  },
  {
    edit: 'a minimum of properties',
    ...tagged('@minProperties 1', '{ [key: string]: string }', {}, { a: 'b' }),
  },
  {
    edit: 'a maximum of properties',
    ...tagged('@maxProperties 1', '{ [key: string]: string }', { a: 'b' }, { a: 'b', c: 'd' }),
  },
  {
    edit: 'a bound that is not a number',
    ...tagged('@minimum one', 'number'),
    refused: {
      at: 'value: number;',
      message: /^@minimum is not a number: "one"/,
      remedy: /^Write only a number, for example "@minim/,
    },
  },
  {
    edit: 'a bound of another type',
    ...tagged('@minimum 1', 'string'),
    refused: saysNothing('minimum', 'number'),
  },
  {
    edit: 'a format that senders keep',
    ...tagged('@format uri', 'string', 'https://example.com'),
  },
  {
    edit: 'a format without a check',
    ...tagged('@format uuid', 'string', 'x', '5f0c2f5e-4f0f-4c5f-9d3c-0a1b2c3d4e5f'),
  },
  { edit: 'a format of a number', ...tagged('@format uri', 'number'), refused: saysNothing('format', 'string') },
  { edit: 'a default', ...tagged('@default 3', 'number', 3, 4) },
  { edit: 'a tag nobody knows', ...tagged('@sensitive', 'string', 'a') },
];
