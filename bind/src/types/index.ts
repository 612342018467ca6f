/** Types of the values that JSON Schemas describe. */

export { compileTypes, type SchemaType, type TypeRequest } from './compileTypes.js';
export { typeName } from './placeholders.js';
