/**
 * The schemas of tools. The newest revision takes any JSON Schema; those before it ask that `properties` has objects in
 * it, that `required` is a list of names, and that results are objects.
 */

import type { ListToolsResult, Tool } from '@mcp-gen/protocol/author';
import type { Context } from './context.js';
import { isObject, without } from './objects.js';

/** The schema of an object, as all revisions know it. */
export interface ObjectSchema {
  $schema?: string;
  type: 'object';
  properties?: { [key: string]: object };
  required?: string[];
  [key: string]: unknown;
}

/** A tool whose schemas all revisions know. */
export type PlainTool = Omit<Tool, 'inputSchema' | 'outputSchema'> & {
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
};

/** The tools of a result. */
export function plainTools(
  result: ListToolsResult,
  context: Context,
): Omit<ListToolsResult, 'tools'> & { tools: PlainTool[] } {
  return { ...result, tools: tools(result.tools, context) };
}

/** Tools, in a list under `/tools`. */
export function tools(list: readonly Tool[], context: Context): PlainTool[] {
  return list.map((tool, index) => plainTool(tool, `/tools/${index}`, context));
}

function plainTool({ inputSchema, outputSchema, ...tool }: Tool, pointer: string, context: Context): PlainTool {
  const plain = { ...tool, inputSchema: objectSchema({ ...inputSchema }, `${pointer}/inputSchema`, context) };
  if (!outputSchema) return plain;
  if (isObjectSchema(outputSchema)) {
    return { ...plain, outputSchema: objectSchema({ ...outputSchema }, `${pointer}/outputSchema`, context) };
  }
  context.lost(`${pointer}/outputSchema`, 'a schema of results that are no objects');
  return plain;
}

type OpenSchema = { type: 'object'; $schema?: string; [key: string]: unknown };

function isObjectSchema(schema: { [key: string]: unknown }): schema is OpenSchema {
  return schema['type'] === 'object';
}

function objectSchema(schema: OpenSchema, pointer: string, context: Context): ObjectSchema {
  const { properties, required } = schema;
  return {
    ...without(schema, 'properties', 'required'),
    type: 'object',
    ...(properties !== undefined && { properties: subschemas(properties, `${pointer}/properties`, context) }),
    ...(required !== undefined && { required: names(required, `${pointer}/required`, context) }),
  };
}

/** `true` takes anything and `false` nothing, which can be said in an object, too. */
function subschemas(properties: unknown, pointer: string, context: Context): { [key: string]: object } {
  if (!isObject(properties)) throw context.cannotSay(pointer, 'no object', 'a tool has a schema for each property');
  const entries = Object.entries(properties).map(([name, schema]): [string, object] => {
    if (schema === true) return [name, {}];
    if (schema === false) return [name, { not: {} }];
    if (isObject(schema)) return [name, schema];
    throw context.cannotSay(`${pointer}/${escaped(name)}`, 'no schema', 'each property of a tool has one');
  });
  return Object.fromEntries(entries);
}

function names(required: unknown, pointer: string, context: Context): string[] {
  if (Array.isArray(required) && required.every((name) => typeof name === 'string')) return required;
  throw context.cannotSay(pointer, 'no list of names', 'that is what a tool requires');
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
