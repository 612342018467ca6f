/** Schemas of users: of a library that can export JSON Schema, or a JSON Schema. */

export { SchemaError } from './error.js';
export type { InferInput, InferOutput, InputSchema as Schema, JsonSchema } from './infer.js';
export { describeIssues, type SchemaIssue } from './issues.js';
export { compileJsonSchema } from './json/compileJsonSchema.js';
export { prepareSchema, type PreparedSchema, type SchemaUse, type Validation } from './prepare.js';
export type {
  StandardFailure,
  StandardIssue,
  StandardJsonSchema,
  StandardPathSegment,
  StandardProps,
  StandardResult,
  StandardSchema,
  StandardSuccess,
  StandardTypes,
} from './standard.js';
