/** Makes the flags of a command from the schema of a tool. */

import { referenced } from '../text/referenced.js';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { plainLine } from '@mcp-gen/sdk/client';
import { typeText } from '../text/typeText.js';
import { PROGRAM_OPTIONS, type FlagKind, type ToolFlag } from './programData.js';
import { uniqueNames } from './uniqueNames.js';

/** Maximum number of flags of a tool. Further arguments can be set with `--input`. */
const MAX_FLAGS = 200;
/** Maximum number of values of a choice. */
const MAX_CHOICES = 500;
/** Maximum characters of the values in the help. */
const CHOICES_SHOWN = 300;
/** Maximum characters of a description in the help. */
const MAX_HELP = 300;
/** Maximum number of schemas that are read for one flag: they can refer to each other without end. */
const MAX_SCHEMAS = 500;

/** The reading of the schema of one flag. */
interface Walk {
  /** The document, to which references refer. */
  readonly root: unknown;
  /** The number of schemas that may still be read. */
  left: number;
}

/** How a value is read. */
interface Reading {
  readonly kind: FlagKind;
  readonly choices?: readonly unknown[];
  readonly repeats?: boolean;
}

const VALUES: { readonly [Kind in FlagKind]: string | undefined } = {
  string: '<text>',
  integer: '<integer>',
  number: '<number>',
  boolean: undefined,
  choice: '<choice>',
  json: '<json>',
  any: '<value>',
};

/** Returns the flags for the arguments of a tool, those that are required first. */
export function flagsOf(schema: { readonly [keyword: string]: unknown }): readonly ToolFlag[] {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties).slice(0, MAX_FLAGS) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const read = properties
    .map(([property, member]) => ({
      property,
      member,
      reading: readingOf(member, { root: schema, left: MAX_SCHEMAS }),
    }))
    .sort((a, b) => Number(required.has(b.property)) - Number(required.has(a.property)));
  const names = uniqueNames(
    read.map(({ property, reading }) => ({ name: property, ...(reading.kind === 'boolean' && { also: 'no-' }) })),
    'argument',
    PROGRAM_OPTIONS.map(({ flag }) => flag),
  );
  return read.map(({ property, member, reading }, index) => {
    const value = VALUES[reading.kind];
    const isRequired = required.has(property);
    return {
      flag: names[index] ?? '',
      property,
      ...reading,
      ...(value !== undefined && { value }),
      ...(isRequired && { required: true }),
      help: helpOf(member, schema, reading, isRequired),
    };
  });
}

/** Finds out how a value is read. Whatever is not clear is text or JSON, and the check against the schema says what was expected. */
function readingOf(schema: unknown, walk: Walk): Reading {
  if (!isObject(schema) || walk.left-- <= 0) return { kind: 'any' };
  if (typeof schema.$ref === 'string') return readingOf(referenced(schema.$ref, walk.root), walk);
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(choices) && choices.length > 0 && choices.length <= MAX_CHOICES) return { kind: 'choice', choices };
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return unionOf(union, walk);
  const [only, ...others] = Array.isArray(schema.allOf) ? (schema.allOf as readonly unknown[]) : [];
  if (schema.type === undefined && only !== undefined && others.length === 0) return readingOf(only, walk);
  const assumed = isObject(schema.properties) ? 'object' : [];
  const types: readonly unknown[] = [schema.type ?? assumed].flat();
  return unionOfReadings(types.filter((type) => type !== 'null').map((type) => ofType(type, schema.items, walk)));
}

function ofType(type: unknown, items: unknown, walk: Walk): Reading {
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: type };
    case 'object':
      return { kind: 'json' };
    case 'array': {
      const { kind, choices, repeats } = readingOf(items, walk);
      // Each use of the flag has one item. Items that are lists or booleans are JSON.
      if (repeats === true || kind === 'boolean') return { kind: 'json', repeats: true };
      return { kind, ...(choices && { choices }), repeats: true };
    }
    default:
      return { kind: 'any' };
  }
}

function unionOf(schemas: readonly unknown[], walk: Walk): Reading {
  const others = schemas.filter((each) => !isObject(each) || each.type !== 'null');
  return unionOfReadings(others.map((each) => readingOf(each, walk)));
}

/** Text is read as it is where it is allowed. */
function unionOfReadings(readings: readonly Reading[]): Reading {
  const [first] = readings;
  if (first === undefined) return { kind: 'any' };
  const kinds = new Set(readings.map(({ kind, repeats }) => `${kind}${repeats === true}`));
  if (kinds.size === 1 && first.kind === 'choice') {
    const choices = [...new Set(readings.flatMap((each) => each.choices ?? []))];
    return choices.length > MAX_CHOICES ? { kind: 'any' } : { ...first, choices };
  }
  if (kinds.size === 1) return first;
  return { kind: readings.some(({ kind, repeats }) => kind === 'string' && repeats !== true) ? 'string' : 'any' };
}

function helpOf(
  member: unknown,
  { $defs, definitions }: { readonly [keyword: string]: unknown },
  { kind, choices, repeats }: Reading,
  isRequired: boolean,
): string {
  const { description = '', default: preset } = isObject(member) ? member : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const facts = [
    ...(isRequired ? ['required'] : []),
    ...(choices === undefined ? [] : [`one of ${plainLine(choices.map(text).join(', '), CHOICES_SHOWN)}`]),
    ...(kind === 'json' && isObject(member)
      ? [plainLine(typeText({ $defs, definitions, ...member }), CHOICES_SHOWN)]
      : []),
    ...(repeats === true ? ['repeatable'] : []),
    ...(preset === undefined ? [] : [`default: ${plainLine(text(preset), 80)}`]),
  ];
  const shown = plainLine(typeof description === 'string' ? description : '', MAX_HELP);
  return `${shown}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`.trim();
}
