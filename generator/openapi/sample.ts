/** Makes values of schemas for tests: of the examples of the document, or of the schema. */

import { arrayOf, isObject, objectOf, pointerTo, type JsonObject } from '../jsonValues.js';
import type { Located, References } from './references.js';
import type { Direction } from './convertSchemas.js';

/** The nesting depth beyond which optional properties are left out. */
const MAX_DEPTH = 4;
/** The nesting depth beyond which nothing more is made. */
const MAX_REQUIRED_DEPTH = 20;

/** What samples are made of. */
export interface SampleOptions {
  readonly references: References;
  readonly direction: Direction;
  /** Whether to use the examples in schemas. */
  readonly useExamples: boolean;
}

/** Returns a value of a schema. It may be invalid: the caller checks it. */
export function sampleOf({ value, pointer }: Located, options: SampleOptions, depth = 0): unknown {
  const { value: target, pointer: place } = options.references.follow(value, pointer);
  if (!isObject(target) || depth > MAX_REQUIRED_DEPTH) return {};
  if (options.useExamples) {
    if ('example' in target) return target['example'];
    const [example] = arrayOf(target['examples']);
    if (example !== undefined) return example;
  }
  if ('const' in target) return target['const'];
  const [allowed] = arrayOf(target['enum']);
  if (allowed !== undefined) return allowed;
  if ('default' in target && target['default'] !== null) return target['default'];
  const parts = arrayOf(target['allOf']);
  if (parts.length > 0) return sampleOfAll(target, parts, place, options, depth);
  for (const keyword of ['oneOf', 'anyOf']) {
    const [first] = arrayOf(target[keyword]);
    if (first === undefined) continue;
    const chosen = sampleOf({ value: first, pointer: pointerTo(place, keyword, 0) }, options, depth + 1);
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
  options: SampleOptions,
  depth: number,
): unknown {
  const samples = parts.map((each, index) =>
    sampleOf({ value: each, pointer: pointerTo(place, 'allOf', index) }, options, depth + 1),
  );
  const own = isObject(target['properties']) ? [objectSample(target, place, options, depth)] : [];
  const all = [...samples, ...own];
  return all.every(isObject) ? Object.assign({}, ...all) : all[0];
}

function typedSample(target: JsonObject, place: string, options: SampleOptions, depth: number): unknown {
  const type = Array.isArray(target['type'])
    ? (target['type'] as unknown[]).find((each) => each !== 'null')
    : target['type'];
  switch (type) {
    case 'string':
      return stringSample(target);
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

function objectSample(target: JsonObject, place: string, options: SampleOptions, depth: number): JsonObject {
  const hidden = options.direction === 'input' ? 'readOnly' : 'writeOnly';
  const required = new Set(arrayOf(target['required']));
  const entries = Object.entries(objectOf(target['properties'])).filter(([name, each]) => {
    return objectOf(options.references.peek(each))[hidden] !== true && (required.has(name) || depth < MAX_DEPTH);
  });
  return Object.fromEntries(
    entries.map(([name, each]) => [
      name,
      sampleOf({ value: each, pointer: pointerTo(place, 'properties', name) }, options, depth + 1),
    ]),
  );
}

function arraySample(target: JsonObject, place: string, options: SampleOptions, depth: number): readonly unknown[] {
  const least = Number(target['minItems'] ?? (depth < MAX_DEPTH ? 1 : 0));
  if (!(least > 0 && least <= 20)) return [];
  const item = sampleOf({ value: target['items'], pointer: `${place}/items` }, options, depth + 1);
  return Array.from({ length: least }, () => item);
}

const FORMATS: { readonly [format: string]: string } = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
  binary: 'AAEC',
  byte: 'AAEC',
};

function stringSample({ format, minLength, maxLength, pattern }: JsonObject): string {
  const plain = FORMATS[String(format)] ?? 'text';
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
  const matching = typeof pattern === 'string' ? candidates.find((each) => matches(pattern, each)) : undefined;
  const text = matching ?? plain;
  const least = Number(minLength ?? 0);
  const most = Number(maxLength ?? Infinity);
  const long = text.length < least && least < 10_000 ? text.padEnd(least, text === '' ? 'a' : text) : text;
  return long.length > most ? long.slice(0, most) : long;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
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
