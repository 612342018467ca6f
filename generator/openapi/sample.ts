/** Makes values of schemas for tests: of the examples of the document, or of the schema. */

import { arrayOf, isObject, pointerTo, type JsonObject } from '../jsonValues.js';
import { entriesOf, sizeOf } from './largeValues.js';
import { isHidden, type Direction } from './properties.js';
import type { Located } from './references.js';
import { refusalOf, type CompileSchema } from './schemaCompiler.js';
import type { ToolContext } from './toolContext.js';

/** The nesting depth beyond which optional properties are left out. */
const MAX_DEPTH = 4;
/** The nesting depth beyond which nothing more is made. */
const MAX_REQUIRED_DEPTH = 20;

/** The most values that are made for one sample: a small document may describe a huge one. */
const MAX_STEPS = 10_000;
/** The number of characters of an example that count as one value. */
const CHARACTERS_OF_STEP = 10;
/** The number of properties that count as one value, if they are left out. */
const PROPERTIES_OF_STEP = 10;

/** What samples are made with. */
export type SampleContext = Pick<ToolContext, 'references' | 'compile'>;

/** How a sample is made. */
export interface SampleOptions extends SampleContext {
  readonly direction: Direction;
  /** Whether to use the examples in schemas. */
  readonly useExamples: boolean;
}

class TooLarge extends Error {}

/** How many values may still be made. */
class Budget {
  #left = MAX_STEPS;

  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooLarge();
  }

  /** Returns a value of the document. */
  use(value: unknown): unknown {
    this.spend(sizeOf(value) / CHARACTERS_OF_STEP);
    return value;
  }
}

interface Sampling extends SampleOptions {
  readonly budget: Budget;
}

/** Returns a value of a schema; undefined if it would be too large. It may be invalid: the caller checks it. */
export function sampleOf(located: Located, options: SampleOptions): unknown {
  try {
    return partOf(located, { ...options, budget: new Budget() }, 0);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function partOf({ value, pointer }: Located, options: Sampling, depth: number): unknown {
  const { budget } = options;
  budget.spend();
  const { value: target, pointer: place } = options.references.followSchema(value, pointer);
  if (!isObject(target) || depth > MAX_REQUIRED_DEPTH) return {};
  if (options.useExamples) {
    if ('example' in target) return budget.use(target['example']);
    const [example] = arrayOf(target['examples']);
    if (example !== undefined) return budget.use(example);
  }
  if ('const' in target) return budget.use(target['const']);
  const [allowed] = arrayOf(target['enum']);
  if (allowed !== undefined) return budget.use(allowed);
  if ('default' in target && target['default'] !== null) return budget.use(target['default']);
  const parts = arrayOf(target['allOf']);
  if (parts.length > 0) return sampleOfAll(target, parts, place, options, depth);
  for (const keyword of ['oneOf', 'anyOf']) {
    const [first] = arrayOf(target[keyword]);
    if (first === undefined) continue;
    const chosen = partOf({ value: first, pointer: pointerTo(place, keyword, 0) }, options, depth + 1);
    return isObject(chosen) && isObject(target['properties'])
      ? { ...objectSample(target, place, options, depth), ...chosen }
      : chosen;
  }
  return typedSample(target, place, options, depth);
}

function sampleOfAll(
  target: JsonObject,
  parts: readonly unknown[],
  place: string,
  options: Sampling,
  depth: number,
): unknown {
  const samples = parts.map((each, index) =>
    partOf({ value: each, pointer: pointerTo(place, 'allOf', index) }, options, depth + 1),
  );
  const own = isObject(target['properties']) ? [objectSample(target, place, options, depth)] : [];
  const all = [...samples, ...own];
  return all.every(isObject) ? Object.assign({}, ...all) : all[0];
}

function typedSample(target: JsonObject, place: string, options: Sampling, depth: number): unknown {
  const type = Array.isArray(target['type'])
    ? (target['type'] as unknown[]).find((each) => each !== 'null')
    : target['type'];
  switch (type) {
    case 'string':
      return stringSample(target, options.compile);
    case 'integer':
    case 'number':
      return numberSample(target, type === 'integer');
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return arraySample(target, place, options, depth);
    default:
      return type === 'object' || isObject(target['properties']) ? objectSample(target, place, options, depth) : 'text';
  }
}

function objectSample(target: JsonObject, place: string, options: Sampling, depth: number): JsonObject {
  const stated = entriesOf(target['properties']);
  const names = arrayOf(target['required']);
  options.budget.spend((stated.length + names.length) / PROPERTIES_OF_STEP);
  const required = new Set(names);
  const entries = stated.filter(([name, each]) => {
    return !isHidden(each, options.direction, options.references) && (required.has(name) || depth < MAX_DEPTH);
  });
  return Object.fromEntries(
    entries.map(([name, each]) => [
      name,
      partOf({ value: each, pointer: pointerTo(place, 'properties', name) }, options, depth + 1),
    ]),
  );
}

function arraySample(target: JsonObject, place: string, options: Sampling, depth: number): readonly unknown[] {
  const least = Number(target['minItems'] ?? (depth < MAX_DEPTH ? 1 : 0));
  if (!(least > 0 && least <= 20)) return [];
  const item = { value: target['items'], pointer: `${place}/items` };
  return Array.from({ length: least }, () => partOf(item, options, depth + 1));
}

const FORMATS = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['email', 'someone@example.com'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
  ['ipv4', '192.0.2.1'],
  ['hostname', 'example.com'],
  ['binary', 'AAEC'],
  ['byte', 'AAEC'],
]);

function stringSample({ format, minLength, maxLength, pattern }: JsonObject, compile: CompileSchema): string {
  const plain = FORMATS.get(String(format)) ?? 'text';
  const candidates = [
    plain,
    '1',
    'a',
    'A',
    '12345',
    'abc',
    'ABC',
    '2026-01-31',
    'a-b',
    'a_1',
    '#aabbcc',
    '1.0.0',
    '+15005550006',
    'US',
  ];
  const matching = typeof pattern === 'string' ? firstMatch(pattern, candidates, compile) : undefined;
  const text = matching ?? plain;
  const least = Number(minLength ?? 0);
  const most = Number(maxLength ?? Infinity);
  const long = text.length < least && least < 10_000 ? text.padEnd(least, text === '' ? 'a' : text) : text;
  return long.length > most ? long.slice(0, most) : long;
}

function firstMatch(pattern: string, texts: readonly string[], compile: CompileSchema): string | undefined {
  if (refusalOf({ pattern }, compile) !== undefined) return undefined;
  const check = compile({ pattern });
  return texts.find((text) => check(text).length === 0);
}

function numberSample(target: JsonObject, isInteger: boolean): number {
  const step = Number(target['multipleOf'] ?? 1);
  const isExclusive = target['exclusiveMinimum'] === true;
  const exclusive = typeof target['exclusiveMinimum'] === 'number' ? target['exclusiveMinimum'] : undefined;
  const least = exclusive ?? Number(target['minimum'] ?? 1);
  const most = Number(target['maximum'] ?? Infinity);
  const wanted = Math.min(Math.max(least, Math.min(1, most)), most);
  const value = step > 0 ? Math.ceil(wanted / step) * step : wanted;
  const above = (isExclusive || exclusive !== undefined) && value <= least ? value + step : value;
  return isInteger ? Math.trunc(above) : above;
}
