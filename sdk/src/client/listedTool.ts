import type { Tool, ToolAnnotations } from '@mcp-gen/protocol/author';

/**
 * A tool of a server.
 *
 * A server can claim anything about its tools, for example that a tool is read-only. Therefore `annotations` is set only if the client was
 * created with `trusted: true`. Code that checks `tool.annotations?.readOnlyHint` is safe in both cases: without annotations, assume the
 * worst. The claims of an untrusted server are in `untrustedAnnotations`, for display.
 */
export interface ListedTool extends Tool {
  /** What an untrusted server claims about the tool. Do not base decisions on it. */
  readonly untrustedAnnotations?: ToolAnnotations;
}

/** Returns a listed tool in the form for applications. */
export function listed(tool: Tool, trusted: boolean): ListedTool {
  const { annotations, ...rest } = tool;
  return trusted || annotations === undefined ? tool : { ...rest, untrustedAnnotations: annotations };
}
