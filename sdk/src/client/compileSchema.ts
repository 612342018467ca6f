import type { Issue } from '@mcp-gen/runtime';

/**
 * Compiles a JSON Schema that a server has sent. What it takes is loaded when the first one comes.
 *
 * @param what which schema it is, to begin errors with
 * @throws {SchemaError} if the schema cannot be used.
 */
export async function compileSchema(schema: object, what: string): Promise<(value: unknown) => readonly Issue[]> {
  const { compileJsonSchema } = await import('../schema/index.js');
  return compileJsonSchema(schema, what);
}
