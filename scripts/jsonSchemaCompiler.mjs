// Bundles the SDK's compiler of JSON Schemas into one file of the generator, which must not make a tool whose schema that compiler refuses.
import { resolve } from 'node:path';
import { build } from 'esbuild';

/** The path of the file. */
export const SCHEMA_COMPILER = 'jsonSchema.js';

/**
 * Writes the file, with all that it imports, into `dist`.
 *
 * @param root the folder of the project
 */
export async function bundleSchemaCompiler(root) {
  await build({
    absWorkingDir: resolve(root),
    entryPoints: ['sdk/src/schema/json/compileJsonSchema.ts'],
    outfile: `dist/${SCHEMA_COMPILER}`,
    alias: { '@mcp-gen/runtime': resolve(root, 'runtime/src') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
}
