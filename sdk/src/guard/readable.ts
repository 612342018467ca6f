/** Sanitizes what a server lists or requests, for people and models. */

import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import { plainLine } from './plain.js';
import { revealText } from './reveal.js';
import { sanitizeText } from './sanitize.js';

/** Maximum depth of a description. */
const MAX_DEPTH = 200;

/**
 * How a value is sanitized. `text`: every string in it. `exact`: not at all, because it is sent back to the server, or is a reference.
 * Other shapes are also `exact`, and list the shapes of their properties. The items of an array have the shape of the array.
 */
interface Shape {
  readonly keys: { readonly [key: string]: keyof typeof SHAPES };
  readonly others: keyof typeof SHAPES;
}

const SHAPES = {
  text: { keys: {}, others: 'text' },
  exact: { keys: {}, others: 'exact' },
  tool: { keys: { name: 'exact', inputSchema: 'schema', outputSchema: 'schema' }, others: 'text' },
  prompt: { keys: { name: 'exact', arguments: 'argument' }, others: 'text' },
  argument: { keys: { name: 'exact' }, others: 'text' },
  resource: { keys: { uri: 'exact' }, others: 'text' },
  template: { keys: { uriTemplate: 'exact' }, others: 'text' },
  form: { keys: { requestedSchema: 'schema' }, others: 'text' },
  schema: {
    keys: {
      title: 'text',
      description: 'text',
      $comment: 'text',
      default: 'text',
      examples: 'text',
      enumNames: 'text',
      enum: 'exact',
      const: 'exact',
      properties: 'schemas',
      patternProperties: 'schemas',
      dependentSchemas: 'schemas',
      dependencies: 'schemas',
      $defs: 'schemas',
      definitions: 'schemas',
    },
    others: 'schema',
  },
  /** Schemas by name. */
  schemas: { keys: {}, others: 'schema' },
} as const satisfies {
  readonly [name: string]: { readonly keys: { readonly [key: string]: string }; readonly others: string };
};

/** A value that {@link readable} can sanitize. */
export type Readable = 'tool' | 'prompt' | 'resource' | 'template' | 'form';

/**
 * Removes characters that people do not see and models read from lists and requests of a server: from titles, descriptions, defaults,
 * examples, annotations, and metadata. Returns the same object if nothing changes.
 *
 * @throws {Error} if a name, constant, pattern, or URI has such characters, with the location of the first one, or if it is more than 200
 *   levels deep.
 */
export function readable<Value extends object>(kind: Readable, value: Value): Value {
  return clean(value, kind, []) as Value;
}

function clean(value: unknown, name: keyof typeof SHAPES, path: string[]): unknown {
  if (typeof value === 'string') return name === 'text' ? sanitizeText(value) : exact(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= MAX_DEPTH) throw new Error(`it is more than ${MAX_DEPTH} levels deep`);
  const shape: Shape = SHAPES[name];
  const given = value as { readonly [key: string]: unknown };
  let copy: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(given)) {
    path.push(key);
    const inside = Array.isArray(value) ? name : Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    const cleaned = clean(given[key], inside ?? shape.others, path);
    exact(key, path);
    path.pop();
    if (cleaned === given[key]) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as { [key: string]: unknown };
    copy[key] = cleaned;
  }
  return copy ?? value;
}

function exact(text: string, path: readonly string[]): string {
  if (sanitizeText(text) === text) return text;
  const place = plainLine(revealText(path.map((key) => `/${escapeKey(key)}`).join('')));
  throw new Error(`it has invisible characters at ${place}, where they cannot be removed`);
}
