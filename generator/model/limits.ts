/**
 * The limits of values that tags of doc comments state, by the keywords of JSON Schema. Every target checks them. Each keyword concerns the
 * values of one type: `@minLength 1` on `string | number` says nothing about numbers.
 */

import type { AliasDeclaration, Docs } from './declarations.js';
import { keywordsOf } from './keywords.js';
import { isWithin, type Limits } from './valueLimits.js';

export type { Limits } from './valueLimits.js';

/** The JSON types that keywords concern. */
export type LimitedType = 'string' | 'number' | 'array' | 'object';

/** The value of a keyword, and when a value of it accepts less than another one. */
interface Row {
  readonly of: LimitedType;
  /** `count` is an integer from 0, `divisor` a number above 0 with a finite binary fraction, `pattern` an expression of linear time. */
  readonly value: 'count' | 'number' | 'divisor' | 'pattern' | 'flag';
  readonly stricter: 'greater' | 'less' | 'multiple' | 'equal';
}

/** Every keyword that limits values. */
export const LIMITS = {
  minLength: { of: 'string', value: 'count', stricter: 'greater' },
  maxLength: { of: 'string', value: 'count', stricter: 'less' },
  pattern: { of: 'string', value: 'pattern', stricter: 'equal' },
  minimum: { of: 'number', value: 'number', stricter: 'greater' },
  maximum: { of: 'number', value: 'number', stricter: 'less' },
  exclusiveMinimum: { of: 'number', value: 'number', stricter: 'greater' },
  exclusiveMaximum: { of: 'number', value: 'number', stricter: 'less' },
  multipleOf: { of: 'number', value: 'divisor', stricter: 'multiple' },
  minItems: { of: 'array', value: 'count', stricter: 'greater' },
  maxItems: { of: 'array', value: 'count', stricter: 'less' },
  uniqueItems: { of: 'array', value: 'flag', stricter: 'equal' },
  minProperties: { of: 'object', value: 'count', stricter: 'greater' },
  maxProperties: { of: 'object', value: 'count', stricter: 'less' },
} as const satisfies { readonly [Name in LimitName]: Row };

export type LimitName = keyof Limits;

const NAMES = Object.keys(LIMITS) as readonly LimitName[];

/** The pairs of a lower and an upper limit. */
export const RANGES = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

export function isLimit(keyword: string): keyword is LimitName {
  return Object.hasOwn(LIMITS, keyword);
}

/** Returns the limits that a doc comment states. `uniqueItems false` is none. */
export function limitsOf(docs: Docs): Limits {
  const keywords = keywordsOf(docs);
  return Object.fromEntries(
    NAMES.flatMap((name) => (keywords[name] === undefined || keywords[name] === false ? [] : [[name, keywords[name]]])),
  );
}

/** Returns the limits at a place that the aliases between the place and its type do not state themselves. */
export function limitsAt(docs: Docs, aliases: readonly AliasDeclaration[]): Limits {
  const stated = aliases.map((alias) => limitsOf(alias.docs));
  const own = entriesOf(limitsOf(docs)).filter(([name, value]) => stated.every((each) => each[name] !== value));
  return Object.fromEntries(own);
}

/** Returns the limits at a place whose type is a primitive: those of the aliases, and stricter ones of the place. */
export function allLimits(docs: Docs, aliases: readonly AliasDeclaration[]): Limits {
  return Object.assign({}, ...aliases.toReversed().map((alias) => limitsOf(alias.docs)), limitsOf(docs)) as Limits;
}

/** Returns the limits of two sets of limits together. */
export function joinLimits(a: Limits, b: Limits): Limits {
  const stricter = entriesOf(b).filter(([name, value]) => a[name] === undefined || isAsStrict(name, value, a[name]));
  return { ...a, ...(Object.fromEntries(stricter) as Limits) };
}

export function isEmpty(limits: Limits): boolean {
  return Object.keys(limits).length === 0;
}

/** Returns the limits that are stated, in the order of {@link LIMITS}. */
export function entriesOf(limits: Limits): readonly (readonly [LimitName, Value])[] {
  return isEmpty(limits)
    ? []
    : NAMES.flatMap((name): (readonly [LimitName, Value])[] => {
        const value = limits[name];
        return value === undefined ? [] : [[name, value]];
      });
}

type Value = NonNullable<Limits[LimitName]>;

/** Returns whether a value of a keyword accepts nothing that another value of it does not accept. */
export function isAsStrict(name: LimitName, value: Value, other: Value): boolean {
  switch (LIMITS[name].stricter) {
    case 'greater':
      return value >= other;
    case 'less':
      return value <= other;
    case 'multiple':
      return Number(value) % Number(other) === 0;
    case 'equal':
      return value === other;
  }
}

/** Returns whether a string or a number is within limits. Accepts values of other types. */
export function keepsLimits(value: unknown, limits: Limits): boolean {
  if (typeof value === 'string') {
    const { length } = Array.from(value);
    const { minLength = 0, maxLength = Infinity, pattern } = limits;
    const isMatch = pattern === undefined || new RegExp(pattern, 'u').test(value);
    return length >= minLength && length <= maxLength && isMatch;
  }
  return typeof value !== 'number' || isWithin(value, limits);
}
