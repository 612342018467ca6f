import { append, type Change } from '../change.js';
import type { Refusal, Row } from '../row.js';

/** Adds a type with one property that has a tag. */
const tagged = (tag: string, type: string): Change =>
  append(`export interface Tagged {\n  /**\n   * A value.\n   *\n   * ${tag}\n   */\n  value: ${type};\n}`);

const values = (...stated: readonly unknown[]) => stated.map((value) => ['Tagged', { value }] as const);

const saysNothing = (tag: string, type: string): Refusal => ({
  at: 'value: ',
  message: new RegExp(`^@${tag} .*says nothing about value, which is never a ${type}`),
  remedy: /^Remove the tag, or correct the type/,
});

export const constraints: readonly Row[] = [
  { edit: 'a minimum', change: tagged('@minimum 1', 'number'), values: values(0, 1, 2, 1.5) },
  { edit: 'a maximum', change: tagged('@maximum 10', 'number'), values: values(10, 11) },
  {
    edit: 'a minimum of a fraction',
    change: tagged('@TJS-type number\n   * @minimum 0.5', 'number'),
    values: values(0.4, 0.5, 0.75),
  },
  {
    edit: 'an exclusive minimum',
    change: tagged('@exclusiveMinimum 0', 'number'),
    values: values(0, 1),
  },
  {
    edit: 'an exclusive maximum',
    change: tagged('@exclusiveMaximum 10', 'number'),
    values: values(9, 10),
  },
  {
    edit: 'a multiple',
    change: tagged('@multipleOf 5', 'number'),
    values: values(5, 6),
  },
  {
    edit: 'a minimum of characters',
    change: tagged('@minLength 2', 'string'),
    values: values('', 'a', 'ab', '𝒳'),
  },
  {
    edit: 'a maximum of characters',
    change: tagged('@maxLength 2', 'string'),
    values: values('ab', 'abc', '𝒳𝒳'),
  },
  {
    edit: 'a pattern',
    change: tagged('@pattern ^[a-z]+$', 'string'),
    values: values('abc', 'ABC', ''),
  },
  { edit: 'a minimum of items', change: tagged('@minItems 1', 'string[]'), values: values([], ['a']) },
  { edit: 'a maximum of items', change: tagged('@maxItems 1', 'string[]'), values: values(['a'], ['a', 'b']) },
  {
    edit: 'unique items',
    change: tagged('@uniqueItems true', 'string[]'),
    values: values(['a', 'b'], ['a', 'a']),
  },
  {
    edit: 'a minimum of properties',
    change: tagged('@minProperties 1', '{ [key: string]: string }'),
    values: values({}, { a: 'b' }),
  },
  {
    edit: 'a maximum of properties',
    change: tagged('@maxProperties 1', '{ [key: string]: string }'),
    values: values({ a: 'b' }, { a: 'b', c: 'd' }),
  },
  {
    edit: 'a bound that is not a number',
    change: tagged('@minimum one', 'number'),
    refused: {
      at: 'value: number;',
      message: /^@minimum is not a number: "one"/,
      remedy: /^Write only a number, for example "@minim/,
    },
  },
  {
    edit: 'a bound of another type',
    change: tagged('@minimum 1', 'string'),
    refused: saysNothing('minimum', 'number'),
  },
  {
    edit: 'a format that senders keep',
    change: tagged('@format uri', 'string'),
    values: values('https://example.com'),
  },
  {
    edit: 'a format without a check',
    change: tagged('@format uuid', 'string'),
    values: values('x', '5f0c2f5e-4f0f-4c5f-9d3c-0a1b2c3d4e5f'),
  },
  { edit: 'a format of a number', change: tagged('@format uri', 'number'), refused: saysNothing('format', 'string') },
  { edit: 'a default', change: tagged('@default 3', 'number'), values: values(3, 4) },
  { edit: 'a tag nobody knows', change: tagged('@sensitive', 'string'), values: values('a') },
];
