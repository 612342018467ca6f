/** What a host needs of the server of an app. */

import type { ContentBlock, ReadResourceResult, Resource, Tool } from '@mcp-gen/protocol/author';

/** Options of a request to the server of an app. */
export interface AppRequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a tool, whatever the revision: a `CallToolResult`, or what `callTool` of the SDK returns. */
export interface AppToolResult {
  /** What the model reads. */
  readonly content: readonly ContentBlock[];
  /** What programs read. */
  readonly structuredContent?: unknown;
  /** Whether the tool has failed. Default false. */
  readonly isError?: boolean | undefined;
  /** What extensions add. */
  readonly _meta?: object | undefined;
}

/** The server of an app. A `Client` of the SDK is one; a host whose pages are not in its process passes requests on in its own way. */
export interface AppServer {
  /** Calls a tool. */
  readonly callTool: (
    name: string,
    args: { readonly [name: string]: unknown },
    options?: AppRequestOptions,
  ) => Promise<AppToolResult>;
  /** Reads a resource. */
  readonly readResource: (uri: string, options?: AppRequestOptions) => Promise<ReadResourceResult>;
  /** Returns all tools, with those that only views may call. */
  readonly tools: () => AsyncIterable<Tool>;
  /** Returns all resources: some servers say what a view needs in this list alone. Default: it is not read. */
  readonly resources?: (() => AsyncIterable<Resource>) | undefined;
}
