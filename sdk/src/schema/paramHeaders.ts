/** Parameters of tools that HTTP headers mirror (specification, 2026-07-28: Custom Headers from Tool Parameters). */

import { paramPrefix } from '@mcp-gen/protocol/registry/headers';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** A parameter that a header mirrors. */
export interface ParamHeader {
  /** The name of the header in lower case: `mcp-param-region`. */
  readonly header: string;
  /** The property names from the root to the parameter. */
  readonly path: readonly string[];
}

/** The keyword that names a header. */
const KEYWORD = 'x-mcp-header';
/** The syntax of a header name (RFC 9110, section 5.1). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** Maximum depth of a schema that is examined. */
const DEEPEST = 64;

/** The value for a tool without mirrored parameters. */
export const NO_PARAM_HEADERS: readonly ParamHeader[] = [];

/**
 * Finds the parameters that headers mirror.
 *
 * @param schema the input schema of a tool
 * @throws {TypeError} if an annotation is not allowed.
 */
export function paramHeadersOf(schema: unknown): readonly ParamHeader[] {
  const found: ParamHeader[] = [];
  examine(schema, [], true, 0, (path, name, property) => {
    found.push({ header: `${paramPrefix}${checkedName(name, path, property)}`, path });
  });
  const names = found.map(({ header }) => header);
  const doubled = names.find((name, at) => names.indexOf(name) < at);
  if (doubled !== undefined) throw new TypeError(`Two parameters have an ${KEYWORD} for the header ${doubled}`);
  return found.length === 0 ? NO_PARAM_HEADERS : found;
}

/** Returns the value of a parameter; undefined if it is not set. */
export function paramAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** @throws {TypeError} if the name is not a header name, or the parameter is not a string, an integer, or a boolean. */
function checkedName(name: unknown, path: readonly string[], property: { readonly type?: unknown }): string {
  const where = `The parameter ${path.join('.')}`;
  if (typeof name !== 'string' || !TOKEN.test(name))
    throw new TypeError(`${where} has an ${KEYWORD} that is not a header name`);
  if (TYPES.has(property.type)) return name.toLowerCase();
  throw new TypeError(`${where} has an ${KEYWORD}, but is not a string, an integer, or a boolean`);
}

/** @param isReachable whether the path from the root has only properties */
function examine(
  schema: unknown,
  path: readonly string[],
  isReachable: boolean,
  depth: number,
  find: (path: readonly string[], name: unknown, property: object) => void,
): void {
  if (depth > DEEPEST || typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const each of schema as readonly unknown[]) examine(each, path, false, depth + 1, find);
    return;
  }
  const own = schema as { readonly [keyword: string]: unknown };
  if (Object.hasOwn(own, KEYWORD)) {
    if (!isReachable || path.length === 0) {
      throw new TypeError(`${KEYWORD} is allowed only for properties that are reachable through properties only`);
    }
    find(path, own[KEYWORD], own);
  }
  for (const [keyword, value] of Object.entries(own)) {
    if (keyword === 'properties' && isObject(value)) {
      for (const [name, property] of Object.entries(value)) {
        examine(property, [...path, name], isReachable, depth + 1, find);
      }
    } else if (!NO_SCHEMAS.has(keyword)) examine(value, path, false, depth + 1, find);
  }
}

/** Keywords whose values are data, not schemas. */
const NO_SCHEMAS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', KEYWORD]);
