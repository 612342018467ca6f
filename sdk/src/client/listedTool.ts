import type { Tool, ToolAnnotations } from '@mcp-gen/protocol/author';

/**
 * A tool of a server.
 *
 * A server can claim anything of its tools, that one only reads, for example. So the claims stand under `annotations` only if the
 * client was told that the server is `trusted`: code that decides by `tool.annotations?.readOnlyHint` is right either way, since no
 * annotations means that the worst has to be assumed. What a server claims that is not trusted can still be shown to people.
 */
export interface ListedTool extends Tool {
  /** What a server that is not trusted claims of the tool. Decide nothing by it. */
  readonly untrustedAnnotations?: ToolAnnotations;
}

/** A tool of a list, as applications are given it. */
export function listed(tool: Tool, trusted: boolean): ListedTool {
  const { annotations, ...rest } = tool;
  return trusted || annotations === undefined ? tool : { ...rest, untrustedAnnotations: annotations };
}
