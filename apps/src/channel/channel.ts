/** JSON-RPC between a view and its host, small enough to be part of every view. */

import { after, ErrorCode, JsonRpcError, type Stop } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Port } from './port.js';

type Guard = (value: unknown) => boolean;

/** What the handler of a request receives beside its params. */
export interface Received {
  /** Aborts when the other side cancels the request, or the channel closes. */
  readonly signal: AbortSignal;
  /** Tells the other side that work goes on, if it has asked for that: its timeout begins again. */
  readonly progress: () => void;
}

/** How one side answers a request. */
export interface AnsweredRequest {
  /** Returns whether params are valid. */
  readonly params: Guard;
  readonly handle: (params: never, received: Received) => object | Promise<object>;
}

/** How one side takes a notification. */
export interface TakenNotification {
  /** Returns whether params are valid. */
  readonly params: Guard;
  readonly handle: (params: never) => void;
}

/** What one side receives, by method. */
export interface Receiver {
  readonly requests: { readonly [method: string]: AnsweredRequest };
  readonly notifications: { readonly [method: string]: TakenNotification };
}

/** Options of {@link Channel}. */
export interface ChannelOptions {
  /** Maximum number of requests of the other side that run at a time; others are refused. */
  readonly maxRunning: number;
  /** Called with errors that nobody else receives: of handlers, and about invalid messages. */
  readonly report: (error: unknown) => void;
  /** Returns whether a message may be read at all, before anything of it is read. Default: every one. */
  readonly accepts?: ((value: object) => boolean) | undefined;
}

/** Options of a request to the host. */
export interface ViewRequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without progress after which the request fails; 0 for never. Default 60,000. */
  readonly timeout?: number | undefined;
}

/** Options of a request. */
export interface ChannelRequestOptions extends ViewRequestOptions {
  /** Whether to ask the other side to tell that work goes on. Default false. */
  readonly asksProgress?: boolean | undefined;
}

const TIMEOUT = 60_000;

/** A request that waits for its answer. */
interface Waiting {
  readonly settle: (message: { readonly result?: unknown; readonly error?: unknown }) => void;
  readonly progressed: () => void;
  readonly fail: (error: Error) => void;
}

const NO_PARAMS: { readonly [name: string]: unknown } = {};

/** One end of a connection between a view and its host. */
export class Channel {
  readonly #port: Port;
  readonly #receiver: Receiver;
  readonly #options: ChannelOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #running = new Map<string | number, AbortController>();
  readonly #unlisten: () => void;
  /** Ids of another page in the same window, which was replaced, are not ours. */
  readonly #prefix = Math.random().toString(36).slice(2, 8);
  #sent = 0;
  #isClosed = false;

  constructor(port: Port, receiver: Receiver, options: ChannelOptions) {
    this.#port = port;
    this.#receiver = receiver;
    this.#options = options;
    this.#unlisten = port.listen((value) => this.#receive(value));
  }

  /** Sends a notification. */
  notify(method: string, params: object = NO_PARAMS): void {
    if (!this.#isClosed) this.#port.send({ jsonrpc: '2.0', method, params });
  }

  /**
   * Sends a request. Resolves with its result.
   *
   * @param isResult returns whether a result is valid
   * @throws {JsonRpcError} what the other side answers, or if its result is invalid, there is none in time, or the channel is closed.
   */
  request<Result>(
    method: string,
    params: object,
    isResult: Guard,
    { signal, timeout = TIMEOUT, asksProgress = false }: ChannelRequestOptions = {},
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed) throw closed();
      const id = `${this.#prefix}-${++this.#sent}`;
      let stop: Stop | undefined;
      const end = (): void => {
        stop?.();
        signal?.removeEventListener('abort', cancel);
        this.#waiting.delete(id);
      };
      const fail = (error: Error): void => {
        end();
        reject(error);
      };
      const giveUp = (error: Error, reason: string): void => {
        this.notify(Method.notificationsCancelled, { requestId: id, reason });
        fail(error);
      };
      const cancel = (): void => giveUp(signal?.reason as Error, 'cancelled');
      const wait = (): void => {
        stop?.();
        stop = after(timeout, () => giveUp(new JsonRpcError(REQUEST_TIMEOUT, `No answer to ${method}`), 'timeout'));
      };
      signal?.addEventListener('abort', cancel);
      this.#waiting.set(id, {
        fail,
        progressed: wait,
        settle: ({ result, error }) => {
          if (error !== undefined) fail(errorOf(error));
          else if (!isResult(result)) fail(new JsonRpcError(ErrorCode.InternalError, `Invalid result of ${method}`));
          else {
            end();
            resolve(result as Result);
          }
        },
      });
      wait();
      const { _meta } = params as { readonly _meta?: object };
      const asked = asksProgress ? { ...params, _meta: { ..._meta, progressToken: id } } : params;
      try {
        this.#port.send({ jsonrpc: '2.0', id, method, params: asked });
      } catch (error) {
        // Params that cannot be copied, such as a function: nothing may be left of the request.
        fail(error as Error);
      }
    });
  }

  /** Ends everything that runs, and receives nothing more. Repeated calls do nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unlisten();
    for (const { fail } of [...this.#waiting.values()]) fail(closed());
    for (const controller of this.#running.values()) controller.abort(closed());
    this.#running.clear();
  }

  /** Messages that are not JSON-RPC are of others, and ignored. */
  #receive(value: unknown): void {
    if (!isObject(value) || value.jsonrpc !== '2.0' || this.#options.accepts?.(value) === false) return;
    const { id, method, params = NO_PARAMS } = value;
    const isId = typeof id === 'string' || typeof id === 'number';
    if (typeof method !== 'string') {
      // Others were on their way when a request was cancelled, or are for another page in the same window.
      this.#waiting.get(id as string)?.settle(value);
    } else if (isId) void this.#answer(id, method, params);
    else this.#take(method, params);
  }

  async #answer(id: string | number, method: string, params: unknown): Promise<void> {
    const { requests } = this.#receiver;
    const entry = Object.hasOwn(requests, method) ? requests[method] : undefined;
    if (entry === undefined) {
      this.#refuse(id, ErrorCode.MethodNotFound, `Unknown method: ${method.slice(0, 100)}`);
    } else if (!isObject(params) || !entry.params(params)) {
      this.#refuse(id, ErrorCode.InvalidParams, `Invalid params of ${method}`);
    } else if (this.#running.size >= this.#options.maxRunning || this.#running.has(id)) {
      this.#refuse(id, BUSY, 'Too many requests at a time');
    } else await this.#run(id, entry, params);
  }

  async #run(
    id: string | number,
    { handle }: AnsweredRequest,
    params: { readonly [name: string]: unknown },
  ): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { progressToken } = isObject(params._meta) ? params._meta : NO_PARAMS;
    let count = 0;
    const progress = (): void => {
      if (progressToken !== undefined && !controller.signal.aborted) {
        this.notify(Method.notificationsProgress, { progressToken, progress: ++count });
      }
    };
    try {
      const result = await handle(params as never, { signal: controller.signal, progress });
      if (!controller.signal.aborted) this.#port.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof JsonRpcError) this.#refuse(id, error.code, error.message);
      else {
        this.#options.report(error);
        this.#refuse(id, ErrorCode.InternalError, 'Internal error');
      }
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }

  #refuse(id: string | number, code: number, message: string): void {
    if (!this.#isClosed) this.#port.send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #take(method: string, params: unknown): void {
    const { requestId, progressToken } = isObject(params) ? params : NO_PARAMS;
    if (method === Method.notificationsCancelled) {
      this.#running.get(requestId as string)?.abort(new JsonRpcError(BUSY, 'The request was cancelled'));
    } else if (method === Method.notificationsProgress) this.#waiting.get(progressToken as string)?.progressed();
    else this.#passOn(method, params);
  }

  #passOn(method: string, params: unknown): void {
    const { notifications } = this.#receiver;
    // Notifications of later versions are ignored.
    const entry = Object.hasOwn(notifications, method) ? notifications[method] : undefined;
    if (entry === undefined) return;
    if (!isObject(params) || !entry.params(params)) {
      this.#options.report(new Error(`Received invalid params of ${method}`));
      return;
    }
    try {
      entry.handle(params as never);
    } catch (error) {
      this.#options.report(error);
    }
  }
}

/** Codes of errors that JSON-RPC leaves to applications. */
const BUSY = -32_000;
const REQUEST_TIMEOUT = -32_001;

function closed(): JsonRpcError {
  return new JsonRpcError(BUSY, 'The view is closed');
}

function errorOf(error: unknown): JsonRpcError {
  const { code, message, data } = (isObject(error) ? error : NO_PARAMS) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: unknown;
  };
  return new JsonRpcError(
    Number.isInteger(code) ? (code as number) : ErrorCode.InternalError,
    typeof message === 'string' ? message : 'The request failed',
    data,
  );
}
