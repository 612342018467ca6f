import type { Issue } from '@mcp-gen/runtime';

/**
 * Compiles a JSON Schema that a server has sent. The compiler is loaded with the first schema.
 *
 * @param what names the schema at the start of errors
 * @throws {SchemaError} if the schema cannot be used.
 * @throws any other error if the compiler cannot be loaded.
 */
export async function compileSchema(schema: object, what: string): Promise<(value: unknown) => readonly Issue[]> {
  const { compileJsonSchema } = await import('../schema/json/compileJsonSchema.js');
  return compileJsonSchema(schema, what);
}
