/**
 * What modules that `mcp-gen bind` writes import: calls of tools whose results are checked, and URIs made of templates.
 *
 * @module
 */

export { callChecked, type CallOptions, type CheckedResult } from './bindings/callChecked.js';
export { callFor, type Call } from './bindings/callFor.js';
export { fillPrompt } from './bindings/fillPrompt.js';
export { readTemplate, variablesOfTemplate, type TemplateVariable } from './bindings/templates.js';
export type { Client } from './client/client.js';
export type { ToolResult } from './client/toolResult.js';
export type { GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
