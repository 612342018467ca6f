/**
 * Tools whose arguments are mirrored in HTTP headers, if the client or the server has no session (specification, 2026-07-28: Custom Headers
 * from Tool Parameters).
 */

import {
  ErrorCode,
  InvalidMessageError,
  JsonRpcError,
  type ErrorListener,
  type HttpInfo,
  type Quota,
  type RequestOptions,
  type RequestOutcome,
  type Session,
} from '@mcp-gen/runtime';
import { checkMirroredParams, pages } from '@mcp-gen/runtime/client';
import type { ListToolsResult } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { callMirrored, hasValidHeaders, type ToolCall, ToolHeaders } from '../client/toolHeaders.js';

/** Checks and sends the headers that tools require, according to the lists that passed through the bridge. */
export class MirroredTools {
  readonly #session: Session;
  readonly #report: ErrorListener;
  readonly #tools: ToolHeaders;
  /** Whether the server receives headers. */
  readonly sends: boolean;

  /**
   * @param sends whether the server receives headers
   * @param quota counts the memory of known tools
   */
  constructor(session: Session, sends: boolean, quota: Quota, report: ErrorListener) {
    this.#session = session;
    this.sends = sends;
    this.#report = report;
    this.#tools = new ToolHeaders(quota, report);
  }

  /** Remembers the tools of a page. Returns the page without tools whose header annotations are invalid. */
  listed(result: object): object {
    const { tools } = result as ListToolsResult;
    if (!this.sends) {
      this.#tools.learn(tools);
      return result;
    }
    const usable = tools.filter((tool) => hasValidHeaders(tool, this.#report));
    this.#tools.learn(usable);
    return usable.length === tools.length ? result : { ...result, tools: usable };
  }

  /** @throws {JsonRpcError} if the headers of a call do not match those that its tool requires (-32020). */
  check({ name, arguments: args }: ToolCall, http: HttpInfo): void {
    checkMirroredParams(this.#tools.mirrored(name, args), (header) => http.header(header));
  }

  /** Sends a call, and calls back with its outcome. Returns a function that cancels it. */
  open(call: ToolCall, options: RequestOptions, outcome: RequestOutcome): (reason: unknown) => void {
    const stop = new AbortController();
    const answered = callMirrored(
      call,
      { ...options, signal: stop.signal },
      {
        tools: { headersOf: (name, args) => this.#headersOf(name, args) },
        send: (sent, given) => this.#session.request(Method.toolsCall, sent, given),
        relist: (given) => this.#readList(given),
      },
    );
    answered.then((result) => outcome.resolve(result as object), outcome.reject);
    return (reason) => stop.abort(reason);
  }

  /** @throws {JsonRpcError} if headers cannot mirror an argument (-32602): the client has to send another one. */
  #headersOf(name: string, args: unknown): { readonly [name: string]: string } | undefined {
    try {
      return this.#tools.headersOf(name, args);
    } catch (error) {
      throw error instanceof InvalidMessageError ? new JsonRpcError(ErrorCode.InvalidParams, error.message) : error;
    }
  }

  async #readList(options: RequestOptions): Promise<void> {
    const read = (params: object): Promise<ListToolsResult> =>
      this.#session.request(Method.toolsList, params, options) as Promise<ListToolsResult>;
    for await (const page of pages(read)) this.listed(page);
  }

  /** Forgets the tools. */
  close(): void {
    this.#tools.forget();
  }
}
