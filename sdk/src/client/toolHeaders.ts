import {
  type ErrorListener,
  Holding,
  InvalidMessageError,
  JsonRpcError,
  ProtocolErrorCode,
  type Quota,
  type RequestOptions,
  weigh,
} from '@mcp-gen/runtime';
import { encodeHeader, textOfParam } from '@mcp-gen/runtime/client';
import type { MirroredParam } from '@mcp-gen/runtime/http/server';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Tool } from '@mcp-gen/protocol/author';
import { plainLine } from '../guard/index.js';
import { paramAt, paramHeadersOf, type ParamHeader } from '../schema/paramHeaders.js';

/** Maximum bytes in memory of the annotations of all tools: a server may list any number. */
const SIZE_LIMIT = 1024 * 1024;

/** Estimated bytes of a tool without its annotations. */
const TOOL_SIZE = 200;

/** A tool with arguments that headers mirror. */
interface AnnotatedTool {
  readonly headers: readonly ParamHeader[];
  /** The bytes counted for it. */
  readonly size: number;
}

/** The headers that mirror arguments of a server's tools, from the lists that were read. */
export class ToolHeaders {
  readonly #tools = new Map<string, AnnotatedTool>();
  readonly #held: Holding;
  readonly #report: ErrorListener;
  #isTooLarge = false;

  /** @param quota counts the memory of the tools */
  constructor(quota: Quota, report: ErrorListener) {
    this.#held = new Holding(quota, 'retained');
    this.#report = report;
  }

  /** Remembers the tools of a page, or of a part of it. Tools beyond the memory limit are not remembered, and the first of them is reported. */
  learn(tools: readonly Pick<Tool, 'name' | 'inputSchema'>[]): void {
    for (const { name, inputSchema } of tools) {
      const headers = headersIn(inputSchema);
      const before = this.#tools.get(name)?.size ?? 0;
      const size = headers.length === 0 ? 0 : TOOL_SIZE + name.length + weigh(headers, SIZE_LIMIT);
      const total = this.#held.bytes + size - before;
      if (total > SIZE_LIMIT || !this.#held.set(total)) return this.#reportTooLarge(name);
      if (size === 0) this.#tools.delete(name);
      else this.#tools.set(name, { headers, size });
    }
  }

  /** Returns the arguments of a call that headers mirror, if its tool is known. */
  mirrored(name: string, args: unknown): readonly MirroredParam[] {
    const { headers = [] } = this.#tools.get(name) ?? {};
    return headers.map(({ header, path }) => ({ header, value: paramAt(args, path) }));
  }

  /**
   * Returns the headers that mirror arguments of a call, if its tool is known; undefined if there are none.
   *
   * @throws {InvalidMessageError} if headers cannot mirror an argument: servers must refuse a value without its header.
   */
  headersOf(name: string, args: unknown): { readonly [name: string]: string } | undefined {
    if (!this.#tools.has(name)) return undefined;
    const repeated = this.mirrored(name, args).flatMap(({ header, value }) => {
      if (value === undefined || value === null) return [];
      const text = textOfParam(value);
      if (text !== undefined) return [[header, encodeHeader(text)] as const];
      throw new InvalidMessageError(
        Method.toolsCall,
        `The header ${header} cannot mirror an argument of the tool ${name}: expected a string, a boolean, or an integer from -(2^53 - 1) to 2^53 - 1, got ${shownValue(value)}`,
      );
    });
    return Object.fromEntries(repeated);
  }

  /** Forgets the lists. Called when the tools have changed. */
  forget(): void {
    this.#tools.clear();
    this.#held.close();
    this.#isTooLarge = false;
  }

  /** Reports tools that are not remembered, once for each list: a server may have any number of them. */
  #reportTooLarge(name: string): void {
    if (this.#isTooLarge) return;
    this.#isTooLarge = true;
    const reason = `The annotations of the server's tools exceed ${SIZE_LIMIT} bytes or the limit of the ledger`;
    this.#report(new Error(`${reason}: headers do not mirror arguments of the tool ${name} and of later tools`));
  }
}

function shownValue(value: unknown): string {
  return typeof value === 'number' ? String(value) : Array.isArray(value) ? 'an array' : 'an object';
}

/** Returns the header annotations of a schema. Invalid annotations count as none: lists leave such tools out. */
function headersIn(schema: object): readonly ParamHeader[] {
  try {
    return paramHeadersOf(schema);
  } catch {
    return [];
  }
}

/** Params of a tool call. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: unknown };
}

/** The dependencies of such a call. */
interface MirroredCallParts {
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
  const withHeaders = (): RequestOptions => {
    const mirrored = tools.headersOf(call.name, call.arguments);
    const headers = options.headers === undefined ? mirrored : { ...options.headers, ...mirrored };
    return 'headers' in options ? { ...options, headers } : { headers, ...options };
  };
  try {
    return await send(call, withHeaders());
  } catch (error) {
    if (!(error instanceof JsonRpcError) || error.code !== ProtocolErrorCode.HeaderMismatch) throw error;
    await relist({ signal: options.signal });
    return send(call, withHeaders());
  }
}

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/** What clients need for headers that mirror arguments; undefined if all revisions have sessions. Bundlers can evaluate the condition. */
export const MIRRORING =
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
    ? {
        headers: (quota: Quota, report: ErrorListener) => new ToolHeaders(quota, report),
        call: callMirrored,
        isValid: hasValidHeaders,
      }
    : undefined;

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
