/** Calls whose arguments are mirrored in HTTP headers (specification, 2026-07-28: Custom Headers from Tool Parameters). */

import { JsonRpcError, ProtocolErrorCode, type ErrorListener, type RequestOptions } from '@mcp-gen/runtime';
import type { Tool } from '@mcp-gen/protocol/author';
import { plainLine } from '../guard/index.js';
import { paramHeadersOf } from '../schema/paramHeaders.js';
import type { ToolHeaders } from './toolHeaders.js';

/** Params of a tool call. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: unknown };
}

/** The dependencies of such a call. */
export interface MirroredCallParts {
  readonly tools: Pick<ToolHeaders, 'headersOf'>;
  readonly send: (call: ToolCall, options: RequestOptions) => Promise<unknown>;
  /** Reads the list of tools again. */
  readonly relist: (options: RequestOptions) => Promise<unknown>;
}

/**
 * Sends a call with the headers that its tool requires. If the server rejects the headers, the list of tools is read again, and the call is
 * retried once.
 */
export async function callMirrored(
  call: ToolCall,
  options: RequestOptions = {},
  { tools, send, relist }: MirroredCallParts,
): Promise<unknown> {
  const withHeaders = (): RequestOptions => ({
    ...options,
    headers: { ...options.headers, ...tools.headersOf(call.name, call.arguments) },
  });
  try {
    return await send(call, withHeaders());
  } catch (error) {
    if (!(error instanceof JsonRpcError) || error.code !== ProtocolErrorCode.HeaderMismatch) throw error;
    await relist({ signal: options.signal });
    return send(call, withHeaders());
  }
}

/** Returns whether the header annotations of a tool are valid. Reports a tool whose annotations are not; it is then left out. */
export function hasValidHeaders({ name, inputSchema }: Tool, report: ErrorListener): boolean {
  try {
    paramHeadersOf(inputSchema);
    return true;
  } catch (error) {
    report(new Error(`Left out the tool ${plainLine(name)}: ${(error as Error).message}`));
    return false;
  }
}
