import { append, within, type Change } from '../change.js';
import type { Row } from '../row.js';

const documented = (docs: string): Change =>
  append(`export interface Documented {\n  /** ${docs} */\n  value: number;\n}`);

const values = (...stated: readonly unknown[]) => stated.map((value) => ['Documented', { value }] as const);

export const numbers: readonly Row[] = [
  {
    edit: 'a number without docs',
    change: append('export interface Documented { value: number; }'),
    values: values(1, 1.5),
  },
  {
    edit: 'a number between 0 and 1',
    change: documented('How relevant it is, between 0 and 1.'),
    open: ['numbers/Documented.value'],
    values: values(0, 1, 2),
  },
  {
    edit: 'a number from 0.0 to 1.0',
    change: documented('The confidence, from 0.0 to 1.0.'),
    open: ['numbers/Documented.value'],
    values: values(0, 1),
  },
  {
    edit: 'a number of seconds with fractions',
    change: documented('The duration in seconds, which may be fractional.'),
    open: ['numbers/Documented.value'],
    values: values(0, 1),
  },
  { edit: 'a count', change: documented('The number of items.'), values: values(0, 1, 1.5) },
  {
    edit: 'a number tagged as number',
    change: append('export interface Documented {\n  /**\n   * @TJS-type number\n   */\n  value: number;\n}'),
    values: values(0, 1.5, '1'),
  },
  {
    edit: 'a fraction loses its tag',
    change: within(
      'NumberSchema',
      '   * The minimum value, inclusive.\n   *\n   * @TJS-type number\n',
      '   * The minimum value, inclusive.\n',
    ),
  },
  {
    edit: 'numbers as members of a union',
    change: append('export interface Documented { value: number | string[]; }'),
    values: values(1, 1.5, ['a']),
  },
  {
    edit: 'a numeric literal with a fraction',
    change: append('export interface Documented { value: 0.5 | 1.5; }'),
    values: values(0.5, 1, 1.5),
  },
  {
    edit: 'a negative literal',
    change: append('export interface Documented { value: -1 | 1; }'),
    values: values(-1, 0, 1),
  },
  {
    edit: 'an array of numbers',
    change: append('export interface Documented { value: number[]; }'),
    values: values([1], [1.5], []),
  },
  {
    edit: 'a bigint',
    change: append('export interface Documented { value: bigint; }'),
    refused: {
      at: 'export interface Documented { value: bigint; }',
      message: /^Unknown type: bigint \(BigIntKeyword\)/,
      remedy: /^JSON has no bigint: write number or stri/,
    },
  },
];
