/** Tools of a server without sessions over HTTP: headers repeat some of their arguments. */

import {
  pages,
  type ErrorListener,
  type Quota,
  type RequestOptions,
  type RequestOutcome,
  type Session,
} from '@mcp-gen/runtime';
import type { ListToolsResult } from '@mcp-gen/protocol/author';
import { callMirrored, hasValidHeaders, type ToolCall } from '../client/mirroredCalls.js';
import { ToolHeaders } from '../client/toolHeaders.js';

/** Sends calls with the headers that their tools want, as the lists that passed say. */
export class MirroredTools {
  readonly #session: Session;
  readonly #report: ErrorListener;
  readonly #tools: ToolHeaders;

  /** @param quota counts what is known of the tools */
  constructor(session: Session, quota: Quota, report: ErrorListener) {
    this.#session = session;
    this.#report = report;
    this.#tools = new ToolHeaders(quota, report);
  }

  /** Takes note of a page of the list of tools, and returns it without those whose annotations are not allowed. */
  listed(result: object): object {
    const { tools } = result as ListToolsResult;
    const usable = tools.filter((tool) => hasValidHeaders(tool, this.#report));
    this.#tools.learn(usable);
    return usable.length === tools.length ? result : { ...result, tools: usable };
  }

  /** Sends a call, and calls back with its outcome. Returns what withdraws it. */
  open(call: ToolCall, options: RequestOptions, outcome: RequestOutcome): (reason: unknown) => void {
    const stop = new AbortController();
    const answered = callMirrored(
      call,
      { ...options, signal: stop.signal },
      {
        tools: this.#tools,
        send: (sent, given) => this.#session.request('tools/call', sent, given),
        relist: (given) => this.#readList(given),
      },
    );
    answered.then((result) => outcome.resolve(result as object), outcome.reject);
    return (reason) => stop.abort(reason);
  }

  async #readList(options: RequestOptions): Promise<void> {
    const read = (params: object): Promise<ListToolsResult> =>
      this.#session.request('tools/list', params, options) as Promise<ListToolsResult>;
    for await (const page of pages(read)) this.listed(page);
  }

  /** Forgets the tools. */
  close(): void {
    this.#tools.forget();
  }
}
