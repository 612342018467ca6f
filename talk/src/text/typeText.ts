/** Shows JSON Schemas as types of TypeScript, in one line, for people. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { plainLine } from '@mcp-gen/sdk/client';
import { referenced } from './referenced.js';
import { jsonOf } from './values.js';

/** Levels of objects that are shown. */
const MAX_DEPTH = 3;
/** Members of a union or object that are shown. */
const MAX_MEMBERS = 24;
/** References that are followed within each other. */
const MAX_REFERENCES = 4;
/** Schemas within a schema that are shown: references can multiply them. */
const MAX_SCHEMAS = 500;

interface Place {
  readonly root: unknown;
  readonly depth: number;
  readonly references: number;
  /** How many schemas may still be shown. */
  readonly left: { count: number };
}

/** Returns a schema as a type: `{ city: string; days?: number }`. Whatever it does not know is `unknown`. */
export function typeText(schema: unknown): string {
  return textOf(schema, startOf(schema));
}

/** Returns the parameters of a tool: `city: string, days?: number`. */
export function parametersText(schema: unknown): string {
  const members = membersOf(schema, startOf(schema));
  return members?.join(', ') ?? '';
}

function startOf(root: unknown): Place {
  return { root, depth: 0, references: 0, left: { count: MAX_SCHEMAS } };
}

function textOf(schema: unknown, at: Place): string {
  if (--at.left.count < 0) return '…';
  if (schema === true || !isObject(schema)) return schema === false ? 'never' : 'unknown';
  if (typeof schema.$ref === 'string') return reference(schema.$ref, at);
  if (schema.const !== undefined) return plainLine(JSON.stringify(schema.const), 60);
  if (Array.isArray(schema.enum)) return union(some(schema.enum, (value) => plainLine(jsonOf(value), 60)));
  for (const key of ['anyOf', 'oneOf'] as const) {
    const all = schema[key];
    if (Array.isArray(all)) return union(some(all, (each) => textOf(each, at)));
  }
  if (Array.isArray(schema.allOf)) return some(schema.allOf, (each) => textOf(each, at)).join(' & ');
  const types = Array.isArray(schema.type)
    ? schema.type
    : [schema.type ?? (isObject(schema.properties) ? 'object' : '')];
  return union(some(types, (type) => ofType(String(type), schema, at)));
}

function ofType(type: string, schema: { readonly [keyword: string]: unknown }, at: Place): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array': {
      const item = textOf(schema.items ?? true, at);
      return /[ |&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'object': {
      if (at.depth >= MAX_DEPTH) return 'object';
      const members = membersOf(schema, { ...at, depth: at.depth + 1 });
      return members === undefined || members.length === 0 ? 'object' : `{ ${members.join('; ')} }`;
    }
    default:
      return 'unknown';
  }
}

function membersOf(schema: unknown, at: Place): string[] | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return some(Object.entries(schema.properties), ([name, member]) => {
    const shown = /^[A-Za-z_$][\w$]{0,59}$/.test(name) ? name : plainLine(JSON.stringify(name), 60);
    return `${shown}${required.has(name) ? '' : '?'}: ${textOf(member, at)}`;
  });
}

function reference(text: string, at: Place): string {
  if (at.references >= MAX_REFERENCES) return 'unknown';
  return textOf(referenced(text, at.root), { ...at, references: at.references + 1 });
}

function union(members: readonly string[]): string {
  return [...new Set(members)].join(' | ');
}

/** Shows the first members. */
function some<Member>(members: readonly Member[], show: (member: Member) => string): string[] {
  const shown = members.slice(0, MAX_MEMBERS).map(show);
  return members.length > MAX_MEMBERS ? [...shown, '…'] : shown;
}
