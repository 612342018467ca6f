/** Reads the arguments of a tool from the command line. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { MistakeError } from './failures.js';
import { referenced } from './text/referenced.js';

interface Arguments {
  readonly [name: string]: unknown;
}

/**
 * Returns the arguments of a call: a JSON object, with those that are named one by one.
 *
 * @param given `city=Rome`, which is read as the schema says, or `days:=3`, which is JSON
 * @param input a JSON object; `-` for standard input
 * @param readInput reads standard input
 * @throws {MistakeError} if they cannot be read.
 */
export async function readArguments(
  given: readonly string[],
  input: string | undefined,
  schema: { readonly [keyword: string]: unknown },
  readInput: () => Promise<string>,
): Promise<Arguments> {
  const args = new Map<string, unknown>(Object.entries(input === undefined ? {} : await objectOf(input, readInput)));
  const properties = isObject(schema.properties) ? schema.properties : {};
  const named = new Set<string>();
  for (const each of given) {
    const [, name = '', isJson, text = ''] = /^([^=:]+|[^=]+?)(:?)=(.*)$/s.exec(each) ?? [];
    if (name === '')
      throw new MistakeError(`Invalid argument ${JSON.stringify(each)}: expected name=value, or name:=JSON`);
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = isJson === ':' ? jsonOf(text, name) : valueOf(text, { schema: member, root: schema }, name);
    // A name that comes again adds to a list.
    const before = args.get(name);
    args.set(
      name,
      named.has(name) && Array.isArray(before) && Array.isArray(value)
        ? [...(before as unknown[]), ...(value as unknown[])]
        : value,
    );
    named.add(name);
  }
  return Object.fromEntries(args);
}

async function objectOf(input: string, readInput: () => Promise<string>): Promise<Arguments> {
  const value = jsonOf(input === '-' ? await readInput() : input, '--input');
  if (isObject(value)) return value;
  throw new MistakeError('--input must be a JSON object');
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MistakeError(`${name} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Reads a value as its schema says: text as it is, and JSON for everything else. */
function valueOf(text: string, given: Place, name: string): unknown {
  const { schema, root } = followed(given);
  const types = typesOf({ schema, root });
  if (types.has('string')) return text;
  if (types.has('array') && !text.trim().startsWith('[')) {
    const items = isObject(schema) ? schema.items : undefined;
    return [valueOf(text, { schema: items, root }, name)];
  }
  const word = text.trim().toLowerCase();
  if (types.has('boolean') && /^(yes|no|on|off)$/.test(word)) return word === 'yes' || word === 'on';
  try {
    return JSON.parse(text);
  } catch {
    // The check against the schema says what was expected.
    return text;
  }
}

/** A schema, and the document that its references are about. */
interface Place {
  readonly schema: unknown;
  readonly root: unknown;
}

/** References that are followed one after another: some lead in circles. */
const MAX_REFERENCES = 10;

function followed({ schema, root }: Place): Place {
  let found = schema;
  for (let count = 0; count < MAX_REFERENCES && isObject(found) && typeof found.$ref === 'string'; count++) {
    found = referenced(found.$ref, root);
  }
  return { schema: found, root };
}

/** Levels of unions that are looked into. */
const MAX_DEPTH = 5;

/** Returns the types that a schema allows, as far as it says so at its top. */
function typesOf(place: Place, depth = 0): ReadonlySet<string> {
  const { schema, root } = followed(place);
  if (!isObject(schema) || depth > MAX_DEPTH) return new Set();
  const all = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) =>
    Array.isArray(each) ? (each as unknown[]) : [],
  );
  const own = [schema.type ?? []].flat().map(String);
  const values: unknown[] = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const];
  return new Set([
    ...own,
    ...values.map((value) => typeof value),
    ...all.flatMap((each) => [...typesOf({ schema: each, root }, depth + 1)]),
  ]);
}
