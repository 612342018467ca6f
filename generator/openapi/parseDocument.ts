/** Parses the text of an OpenAPI document. */

import { InputError } from '../problems.js';
import { isObject, pointerTo, type JsonObject } from '../jsonValues.js';
import { parseYaml } from './parseYaml.js';

/** The maximum nesting depth of a document. */
const MAX_DEPTH = 200;
/** The maximum number of values in documents that are read together, with those of YAML aliases counted each time. */
const MAX_VALUES = 5_000_000;

/** How many values the documents that are read together may still have. */
export class ValueBudget {
  #left = MAX_VALUES;

  /** @throws {InputError} if a document has more values than are left */
  check(values: number, name: string): void {
    if (values <= this.#left) return;
    const others = this.#left < MAX_VALUES ? ' together with the documents that were read before it' : '';
    throw new InputError(`${name} has more than ${MAX_VALUES} values${others}.`);
  }

  /** Takes the values of a document. */
  spend(values: number): void {
    this.#left -= values;
  }
}

/**
 * Parses JSON or YAML. The values are counted before they are parsed: many small ones take far more memory than their text.
 *
 * @param name the file or URL, for messages
 * @param budget that of documents that are read together
 * @throws {InputError} if the text is not a JSON or YAML object, has too many values, or is nested too deeply
 */
export async function parseDocument(text: string, name: string, budget = new ValueBudget()): Promise<JsonObject> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = /^\s*\{/.test(plain) ? parseJson(plain, name, budget) : await parseYaml(plain, name);
  if (!isObject(value)) throw new InputError(`${name} is not an OpenAPI document: expected an object.`);
  const tree = new TreeCheck(name, budget);
  tree.check(value);
  budget.spend(tree.values);
  return value;
}

function parseJson(text: string, name: string, budget: ValueBudget): unknown {
  budget.check(valuesOfJson(text), name);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InputError(`${name} is not valid JSON: ${(error as Error).message}.`);
  }
}

/** Counts the commas and the opening brackets outside of strings: at least one for each value but a single one in brackets. */
function valuesOfJson(text: string): number {
  let values = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isString = !isString;
    else if (isString && character === '\\') index++;
    else if (!isString && (character === ',' || character === '[' || character === '{')) values++;
  }
  return values;
}

/** Checks what later steps, which are recursive, rely on. It makes no lists, since a document may be large. */
class TreeCheck {
  readonly #name: string;
  readonly #budget: ValueBudget;
  /** The values that were found. */
  values = 0;
  /** The keys that lead to the value that is checked. */
  readonly #keys: string[] = [];

  constructor(name: string, budget: ValueBudget) {
    this.#name = name;
    this.#budget = budget;
  }

  check(value: object): void {
    if (this.#keys.length > MAX_DEPTH)
      throw new InputError(`${this.#name} is nested more than ${MAX_DEPTH} levels deep.`);
    if (Array.isArray(value)) {
      for (const [index, child] of value.entries()) this.#checkChild(String(index), child);
      return;
    }
    for (const key in value) this.#checkChild(key, (value as JsonObject)[key]);
  }

  #checkChild(key: string, child: unknown): void {
    this.#budget.check(++this.values, this.#name);
    if (key === '__proto__') {
      const place = pointerTo('#', ...this.#keys);
      throw new InputError(`${this.#name} has the unsupported key "__proto__" at ${place}.`);
    }
    if (typeof child !== 'object' || child === null) return;
    this.#keys.push(key);
    this.check(child);
    this.#keys.pop();
  }
}
