/**
 * Support for modules that `mcp-gen bind` generates: calls of tools with validated results, and URIs from templates.
 *
 * @module
 */

export { type Call, callChecked, callFor, type CallOptions, type CheckedResult } from './bindings/callChecked.js';
export { fillPrompt, readTemplate, type TemplateVariable, variablesOfTemplate } from './bindings/readTemplate.js';
export type { Client } from './client/client.js';
export type { ToolResult } from './client/toolResult.js';
export type { GetPromptResult, ReadResourceResult } from '@mcp-gen/protocol/author';
