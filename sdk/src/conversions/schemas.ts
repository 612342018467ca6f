/**
 * The schemas of tools. The newest revision takes any JSON Schema; those before it ask that `properties` has objects in
 * it, that `required` is a list of names, and that results are objects.
 */

import type { ListToolsResult, Tool } from '@mcp-gen/protocol/author';
import { escapeKey, isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';
import { without } from './without.js';

/** The schema of an object, as all revisions know it. */
export interface ObjectSchema {
  $schema?: string;
  type: 'object';
  properties?: { [key: string]: object };
  required?: string[];
  [key: string]: unknown;
}

/** A tool that takes the schema of an object as all revisions know it. */
export type PlainInput = Omit<Tool, 'inputSchema'> & { inputSchema: ObjectSchema };

/** A tool that gives such a schema of its results, too, if it gives any. */
export type PlainTool = Omit<PlainInput, 'outputSchema'> & { outputSchema?: ObjectSchema };

/** The tools of a result; the pointer that a conversion is given is the place of the tool. */
export function toolsAs<Plain>(
  convert: (tool: Tool, pointer: string, context: Context) => Plain,
): (result: ListToolsResult, context: Context) => Omit<ListToolsResult, 'tools'> & { tools: Plain[] } {
  return (result, context) => ({
    ...result,
    tools: result.tools.map((tool, index) => convert(tool, `/tools/${index}`, context)),
  });
}

/** A tool, for revisions that know no schema of results. */
export function plainInput({ inputSchema, ...tool }: Tool, pointer: string, context: Context): PlainInput {
  return { ...tool, inputSchema: objectSchema({ ...inputSchema }, `${pointer}/inputSchema`, context) };
}

/** A tool, for revisions in which results are objects. */
export function plainTool(tool: Tool, pointer: string, context: Context): PlainTool {
  const { outputSchema, ...plain } = plainInput(tool, pointer, context);
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
  if (!isObject(properties))
    throw context.notExpressible(pointer, 'a value that is no object', 'it has the schemas of properties in it');
  const entries = Object.entries(properties).map(([name, schema]): [string, object] => {
    if (schema === true) return [name, {}];
    if (schema === false) return [name, { not: {} }];
    if (isObject(schema)) return [name, schema];
    throw context.notExpressible(`${pointer}/${escapeKey(name)}`, 'a value that is no schema', 'each property has one');
  });
  return Object.fromEntries(entries);
}

function names(required: unknown, pointer: string, context: Context): string[] {
  if (Array.isArray(required) && required.every((name) => typeof name === 'string')) return required;
  throw context.notExpressible(pointer, 'a value that is no list of names', 'it says which properties are required');
}
