/** Parses the text of an OpenAPI document. No other module imports yaml. */

import { InputError } from '../problems.js';
import { isObject, pointerTo, type JsonObject } from '../jsonValues.js';

/** The maximum nesting depth of a document. */
const MAX_DEPTH = 200;
/** The maximum number of values in a document, with those of YAML aliases counted each time. */
const MAX_VALUES = 5_000_000;
/** The maximum number of times that YAML aliases may expand to others. */
const MAX_ALIASES = 1_000;

/**
 * Parses JSON or YAML.
 *
 * @param name the file or URL, for messages
 * @throws {InputError} if the text is not a JSON or YAML object, or is nested too deeply
 */
export async function parseDocument(text: string, name: string): Promise<JsonObject> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = /^\s*\{/.test(plain) ? parseJson(plain, name) : await parseYaml(plain, name);
  if (!isObject(value)) throw new InputError(`${name} is not an OpenAPI document: expected an object.`);
  checkTree(value, name);
  return value;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InputError(`${name} is not valid JSON: ${(error as Error).message}.`);
  }
}

async function parseYaml(text: string, name: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: MAX_ALIASES, logLevel: 'error', prettyErrors: true }) as unknown;
  } catch (error) {
    // The message names the line and the column, and quotes the line below.
    const [message = ''] = (error as Error).message.split('\n');
    throw new InputError(`${name} is not valid YAML: ${message.replace(/:$/, '')}.`);
  }
}

/** A value that is not checked yet. */
interface Waiting {
  readonly value: object;
  readonly pointer: string;
  readonly depth: number;
}

/** Checks what later steps, which are recursive, rely on. */
function checkTree(root: object, name: string): void {
  const waiting: Waiting[] = [{ value: root, pointer: '#', depth: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, pointer, depth } = next;
    if (depth > MAX_DEPTH) throw new InputError(`${name} is nested more than ${MAX_DEPTH} levels deep.`);
    // Long arrays are counted before a list of their entries is made.
    count += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count > MAX_VALUES) throw new InputError(`${name} has more than ${MAX_VALUES} values.`);
    for (const [key, child] of Object.entries(value) as [string, unknown][]) {
      if (key === '__proto__') throw new InputError(`${name} has the unsupported key "__proto__" at ${pointer}.`);
      if (typeof child !== 'object' || child === null) continue;
      waiting.push({ value: child, pointer: pointerTo(pointer, key), depth: depth + 1 });
    }
  }
}
