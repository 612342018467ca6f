import { isObject } from '../codegen/v1.js';
import type {
  HandlerContext,
  Identity,
  PeerInfo,
  Progress,
  Question,
  RequestTypes,
  SessionContext,
} from '../codegen/v1.js';
import type { NotificationMessage, RequestId, RequestMessage } from '../jsonrpc/messages.js';
import { Method } from '../protocol.js';
import type { Batch } from './batch.js';
import type { Link } from './link.js';
import type { Outgoing } from './outgoing.js';
import { RateLimit } from './rateLimit.js';

type AnyQuestion = Question<RequestTypes>;

/**
 * One incoming request or notification while its handler runs, and what the handler is given of it. The functions are
 * getters that bind, so that handlers can take the context apart, and one that uses none of them pays for none.
 */
export class Exchange implements HandlerContext {
  readonly method: string;
  /** The id of the request; a notification has none. */
  readonly id: RequestId | undefined;
  /** The batch that the answer goes into. */
  readonly batch: Batch | undefined;
  readonly revision: string;
  readonly caller: Identity | undefined;
  readonly #link: Link;
  readonly #outgoing: Outgoing;
  readonly #params: { readonly _meta?: unknown } | undefined;
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;
  #ended = false;
  #lastProgress = -Infinity;
  #progressLimit: RateLimit | undefined;

  constructor(
    link: Link,
    outgoing: Outgoing,
    message: RequestMessage | NotificationMessage,
    caller: Identity | undefined,
    batch?: Batch,
  ) {
    this.method = message.method;
    this.id = 'id' in message ? message.id : undefined;
    this.batch = batch;
    this.caller = caller;
    this.revision = link.profile.revision;
    this.#link = link;
    this.#outgoing = outgoing;
    this.#params = message.params;
  }

  /** Whether nobody waits any more: answered, cancelled, or the connection is gone. */
  get ended(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
  }

  /** Ends the exchange and tells the handler to stop. */
  abort(reason: Error): void {
    this.#ended = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }

  /** Whether an error of the handler only repeats that it was told to stop. */
  isAbort(error: unknown): boolean {
    if (this.#abortReason === undefined) return false;
    return error === this.#abortReason || (error instanceof Error && error.name === 'AbortError');
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  get peer(): PeerInfo {
    return this.#link.info;
  }

  get session(): SessionContext | undefined {
    return this.#link.session;
  }

  get meta(): { readonly [key: string]: unknown } | undefined {
    const meta = this.#params?._meta;
    return isObject(meta) ? meta : undefined;
  }

  get progress(): (report: Progress) => void {
    return (report) => this.#reportProgress(report);
  }

  get notify(): (method: string, params?: unknown) => Promise<void> {
    return (method, params) =>
      this.#outgoing.closed ? Promise.resolve() : this.#outgoing.notify(method, params, this.id);
  }

  get closeStream(): () => void {
    return () => {
      if (this.id !== undefined && !this.#ended) this.#link.closeStream(this.id);
    };
  }

  get ask(): HandlerContext['ask'] {
    const ask = (asked: string | { readonly [key: string]: AnyQuestion }, question?: AnyQuestion): Promise<unknown> =>
      typeof asked === 'string' ? this.#askOne(question as AnyQuestion, this.signal) : this.#askAll(asked);
    return ask as HandlerContext['ask'];
  }

  /** Specification: Progress. Reports only grow, and stop when the request has been answered. */
  #reportProgress(report: Progress): void {
    const token = this.meta?.progressToken;
    if (this.#ended || this.id === undefined || (typeof token !== 'string' && typeof token !== 'number')) return;
    if (!(report.progress > this.#lastProgress)) return;
    this.#progressLimit ??= new RateLimit(this.#link.progressRate);
    // The last report says that all is done, and is worth more than those before it.
    if (!this.#progressLimit.pass() && report.progress !== report.total) return;
    this.#lastProgress = report.progress;
    this.#outgoing.notify(Method.Progress, { progressToken: token, ...report }, this.id).catch(this.#link.report);
  }

  #askOne({ method, params }: AnyQuestion, signal: AbortSignal): Promise<unknown> {
    return this.#outgoing.request(method, params, { signal }, this.id);
  }

  /** When one question fails the others are withdrawn: the handler will not use their answers. */
  async #askAll(questions: { readonly [key: string]: AnyQuestion }): Promise<{ readonly [key: string]: unknown }> {
    const withdrawn = new AbortController();
    const signal = AbortSignal.any([this.signal, withdrawn.signal]);
    const asked = Object.entries(questions).map(async ([key, question]) => [key, await this.#askOne(question, signal)]);
    try {
      return Object.fromEntries(await Promise.all(asked)) as { readonly [key: string]: unknown };
    } catch (error) {
      withdrawn.abort(error);
      throw error;
    }
  }
}
