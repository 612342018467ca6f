/**
 * Support for modules that `mcp-gen bind` generates: calls of tools with validated results, and URIs from templates.
 *
 * @module
 */

export { callChecked, type CallOptions, type CheckedResult } from './bindings/callChecked.js';
export { callFor, type Call } from './bindings/callFor.js';
export { fillPrompt } from './bindings/fillPrompt.js';
export { readTemplate, variablesOfTemplate, type TemplateVariable } from './bindings/readTemplate.js';
export type { Client } from './client/client.js';
export type { ToolResult } from './client/toolResult.js';
export type { GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
