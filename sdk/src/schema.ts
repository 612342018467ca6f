/**
 * Checks values against JSON Schemas that others have written, such as those of tools.
 *
 * @module
 */

export { compileJsonSchema } from './schema/json/compileJsonSchema.js';
export { SchemaError } from './schema/error.js';
