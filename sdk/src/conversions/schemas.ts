/**
 * Schemas of tools. The newest revision accepts any JSON Schema. Earlier ones require that `properties` contains objects, that `required`
 * is an array of names, and that results are objects.
 */

import type { ListToolsResult, Tool } from '@mcp-gen/protocol/author';
import { escapeKey, isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './conversionContext.js';
import { without } from '../properties.js';

/** The schema of an object, as all revisions allow it. */
export interface ObjectSchema {
  $schema?: string;
  type: 'object';
  properties?: { [key: string]: object };
  required?: string[];
  [key: string]: unknown;
}

/** A tool whose schemas all revisions allow. */
export type PlainTool = Omit<Tool, 'inputSchema' | 'outputSchema'> & {
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
};

/** Converts the tools of a result; `pointer` is the location of a tool. */
export function convertTools<Plain>(
  convert: (tool: Tool, pointer: string, context: Context) => Plain,
): (result: ListToolsResult, context: Context) => Omit<ListToolsResult, 'tools'> & { tools: Plain[] } {
  return (result, context) => ({
    ...result,
    tools: result.tools.map((tool, index) => convert(tool, `/tools/${index}`, context)),
  });
}

/** Converts a tool for revisions in which results are objects. */
export function plainTool(tool: Tool, pointer: string, context: Context): PlainTool {
  const { outputSchema, ...plain } = withPlainInput(tool, pointer, context);
  if (outputSchema === undefined) return plain;
  return { ...plain, outputSchema: objectSchema({ ...outputSchema }, `${pointer}/outputSchema`, context) };
}

/** Converts a tool for revisions without output schemas: some of their clients read the type of one nevertheless, and nothing else of it. */
export function withPlainInput(
  { inputSchema, outputSchema, ...tool }: Tool,
  pointer: string,
  context: Context,
): Omit<PlainTool, 'outputSchema'> & { outputSchema?: OpenSchema } {
  const plain = { ...tool, inputSchema: objectSchema({ ...inputSchema }, `${pointer}/inputSchema`, context) };
  if (outputSchema === undefined) return plain;
  if (isObjectSchema(outputSchema)) return { ...plain, outputSchema };
  context.lost(`${pointer}/outputSchema`, 'an output schema for results that are not objects');
  return plain;
}

type OpenSchema = { type: 'object'; $schema?: string; [key: string]: unknown };

function isObjectSchema(schema: unknown): schema is OpenSchema {
  return isObject(schema) && schema['type'] === 'object';
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

/** Converts boolean subschemas to equivalent objects. */
function subschemas(properties: unknown, pointer: string, context: Context): { [key: string]: object } {
  if (!isObject(properties))
    throw context.notExpressible(pointer, 'a value that is not an object', 'it must contain the schemas of properties');
  const entries = Object.entries(properties).map(([name, schema]): [string, object] => {
    if (schema === true) return [name, {}];
    if (schema === false) return [name, { not: {} }];
    if (isObject(schema)) return [name, schema];
    throw context.notExpressible(
      `${pointer}/${escapeKey(name)}`,
      'a value that is not a schema',
      'each property must have a schema',
    );
  });
  return Object.fromEntries(entries);
}

function names(required: unknown, pointer: string, context: Context): string[] {
  if (Array.isArray(required) && required.every((name) => typeof name === 'string')) return required;
  throw context.notExpressible(
    pointer,
    'a value that is not an array of names',
    'it must list the required properties',
  );
}
