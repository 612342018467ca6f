/**
 * Checks of values with JSON Schemas that a program does not trust.
 *
 * @module
 */

export { compileJsonSchema } from './schema/json/compileJsonSchema.js';
export { describeIssues, type SchemaIssue } from './schema/issues.js';
