/** Results of tools, as views receive them. */

import { isCallToolResult, type CallToolResult } from '@mcp-gen/protocol/2025-11-25';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** The result of a tool, whatever the revision of its server. */
export interface ViewToolResult extends Pick<CallToolResult, 'content' | 'isError' | '_meta'> {
  /** What programs read: an object by the revisions before 2026-07-28, and any JSON value since. */
  readonly structuredContent?: unknown;
}

/** Returns whether a value is a result of a tool. */
export function isToolResult(value: unknown): boolean {
  return isObject(value) && isCallToolResult({ ...value, structuredContent: undefined });
}
