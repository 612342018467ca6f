/** Keywords for any value, for numbers, and for strings. */

import { countIn, type Keyword, listIn, numberIn, textIn, textsIn } from './keyword.js';
import { canonicalJson, describeLiterals, literal } from '../describe.js';
import { isSchemaObject, kindOf } from '../document.js';
import { Run, type Check } from '../run.js';

const TYPES: { readonly [name: string]: (value: unknown) => boolean } = {
  string: (value) => typeof value === 'string',
  // JSON does not have Infinity, but `1e400` is parsed as such.
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isSchemaObject,
};

const type: Keyword = (value, context) => {
  const names = Array.isArray(value) ? textsIn(value, context) : [textIn(value, context)];
  const tests = names.map((name) => {
    const test = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    return test ?? context.fail(`expected a JSON type (${Object.keys(TYPES).join(', ')}), got ${literal(name)}`);
  });
  const expected = names.join(' or ');
  const [only] = tests;
  const isWhole = names.includes('integer');
  const fits = tests.length === 1 && only ? only : (each: unknown) => tests.some((test) => test(each));
  return (each, place, run) =>
    fits(each) ||
    run.fail(
      place,
      expected,
      typeof each === 'number' && (isWhole || !Number.isFinite(each)) ? `${each}` : kindOf(each),
    );
};

const oneOfValues: Keyword = (value, context) => among(listIn(value, context));

const constant: Keyword = (value) => among([value]);

function among(values: readonly unknown[]): Check {
  const primitives = new Set(values.filter((each) => typeof each !== 'object' || each === null));
  const structures = new Set(
    values.filter((each) => !primitives.has(each)).map((each) => canonicalJson(each, new Run())),
  );
  const expected = describeLiterals(values);
  return (each, place, run) => {
    if (primitives.has(each)) return true;
    const isStructure = typeof each === 'object' && each !== null;
    if (isStructure && structures.size > 0 && structures.has(canonicalJson(each, run))) return true;
    return run.fail(place, expected, isStructure ? kindOf(each) : literal(each));
  };
}

/** Returns a keyword that compares numbers with a limit. */
function limit(expected: string, fits: (value: number, limit: number) => boolean): Keyword {
  return (value, context) => {
    const bound = numberIn(value, context);
    return (each, place, run) =>
      typeof each !== 'number' || fits(each, bound) || run.fail(place, `${expected} ${bound}`, `${each}`);
  };
}

const multipleOf: Keyword = (value, context) => {
  const divisor = numberIn(value, context);
  if (divisor <= 0) context.fail(`expected a number above 0, got ${divisor}`);
  return (each, place, run) =>
    typeof each !== 'number' ||
    isMultiple(each, divisor, run) ||
    run.fail(place, `a multiple of ${divisor}`, `${each}`);
};

/** Exact decimal arithmetic: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number, run: Run): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  run.spend(50);
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const shift = BigInt(Math.abs(exponent - divisorExponent));
  return exponent >= divisorExponent
    ? (digits * 10n ** shift) % divisorDigits === 0n
    : digits % (divisorDigits * 10n ** shift) === 0n;
}

/** Splits a number: 1.25 is 125 and exponent -2. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** Returns a keyword that compares the length of a string in characters. */
function length(expected: string, fits: (length: number, limit: number) => boolean): Keyword {
  return (value, context) => {
    const bound = countIn(value, context);
    return (each, place, run) => {
      if (typeof each !== 'string') return true;
      run.spend(each.length / 8);
      const characters = countCharacters(each);
      return fits(characters, bound) || run.fail(place, `${expected} ${bound} characters`, `${characters}`);
    };
  };
}

/** Counts code points, not UTF-16 code units. */
function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++;
  return count;
}

const pattern: Keyword = (value, context) => {
  const source = textIn(value, context);
  const matches = context.matcher(source);
  return (each, place, run) =>
    typeof each !== 'string' || matches(each, run) || run.fail(place, `string that matches ${source}`, literal(each));
};

export const values = {
  type,
  enum: oneOfValues,
  const: constant,
  minimum: limit('a number of at least', (value, bound) => value >= bound),
  maximum: limit('a number of at most', (value, bound) => value <= bound),
  exclusiveMinimum: limit('a number above', (value, bound) => value > bound),
  exclusiveMaximum: limit('a number below', (value, bound) => value < bound),
  multipleOf,
  minLength: length('at least', (count, bound) => count >= bound),
  maxLength: length('at most', (count, bound) => count <= bound),
  pattern,
} satisfies { readonly [keyword: string]: Keyword };
