import * as Method from '@mcp-gen/protocol/registry/methods';
import {
  JsonRpcError,
  type ClientLines,
  type LineChannel,
  type RequestId,
  type RequestOutcome,
} from '@mcp-gen/runtime';
import { scanMessage } from '@mcp-gen/runtime/stdio';
import { builtin } from '../builtin.js';
import { bridgeError } from './bridgeErrors.js';
import { FIRST_ID } from './upstream.js';

/** Maximum number of relayed requests in flight. Further requests use the handlers of the bridge, which have their own limit. */
const MAX_REQUESTS = 10_000;

/**
 * Relays requests of a client and responses of the server byte by byte, without parsing them, if both sides use the same revision and one
 * message a line. Other messages are left to the handlers of the bridge: requests with a `_meta`, which may request progress; other
 * methods; notifications; requests of the server; and messages in an unusual form.
 */
export class LineRelay {
  readonly #client: ClientLines;
  readonly #server: LineChannel;
  readonly #methods: ReadonlySet<string>;
  /** Requests that wait for their responses, by id. */
  readonly #waiting = new Map<RequestId, string>();
  readonly #clientError: (error: unknown, method: string) => unknown;
  #isOver = false;

  /**
   * @param methods the methods that the server supports
   * @param clientError converts an error of the server for the client
   */
  constructor(
    client: ClientLines,
    server: LineChannel,
    methods: readonly string[],
    clientError: (error: unknown, method: string) => unknown,
  ) {
    this.#clientError = clientError;
    this.#client = client;
    this.#server = server;
    this.#methods = new Set(methods);
  }

  /** Starts relaying. */
  start(): void {
    if (this.#isOver) return;
    this.#client.countRunning(this.#waiting);
    this.#client.intercept((bytes, start, end) => this.#fromClient(bytes, start, end));
    this.#server.intercept((bytes, start, end) => this.#fromServer(bytes, start, end));
  }

  /** Answers pending requests with an error. Called when the connection to the server has ended. */
  end(): void {
    this.#isOver = true;
    const error = bridgeError('The connection to the server behind the bridge was closed');
    for (const id of [...this.#waiting.keys()]) this.take(id)?.reject(error);
  }

  /**
   * Returns the callback for the response to a relayed request that could not be relayed itself: it is large, or in an unusual form.
   * Undefined for other ids.
   */
  readonly take = (id: RequestId): RequestOutcome | undefined => {
    const method = this.#waiting.get(id);
    if (method === undefined) return undefined;
    this.#over(id);
    return {
      resolve: (result) => this.#client.answer({ jsonrpc: '2.0', id, result }),
      reject: (cause) => {
        const known = this.#clientError(cause, method);
        const { code, message, data } =
          known instanceof JsonRpcError ? known : bridgeError('The response of the server could not be forwarded');
        const error = data === undefined ? { code, message } : { code, message, data };
        this.#client.answer({ jsonrpc: '2.0', id, error });
      },
    };
  };

  #fromClient(bytes: Buffer, start: number, end: number): boolean {
    if (this.#isOver) return false;
    const message = scanMessage(bytes, start, end);
    if (message?.method === undefined) return false;
    const { id, method, hasMeta } = message;
    if (id === undefined) return method === Method.notificationsCancelled && this.#cancelled(bytes, start, end);
    if (hasMeta || !this.#methods.has(method)) return false;
    // A server may treat "1" and 1 as the same id.
    if (id === '' || Number(id) >= FIRST_ID) return false;
    if (this.#waiting.size >= MAX_REQUESTS || this.#client.isRunning(id)) return false;
    if (!builtin('node:buffer').isUtf8(bytes.subarray(start, end))) return false;
    this.#waiting.set(id, method);
    const full = this.#server.write(bytes, start, end);
    if (full !== undefined) this.#client.pauseUntil(full);
    return true;
  }

  /** Forgets a relayed request when it is cancelled, since it is not answered then. */
  #cancelled(bytes: Buffer, start: number, end: number): boolean {
    const id = cancelledId(bytes.toString('utf8', start, end));
    if (id === undefined || !this.#waiting.has(id)) return false;
    this.#over(id);
    void this.#server.write(bytes, start, end);
    return true;
  }

  #fromServer(bytes: Buffer, start: number, end: number): boolean {
    if (this.#waiting.size === 0) return false;
    const message = scanMessage(bytes, start, end);
    if (message?.id === undefined || message.method !== undefined || !this.#waiting.has(message.id)) return false;
    if (!builtin('node:buffer').isUtf8(bytes.subarray(start, end))) return false;
    const full = this.#client.write(bytes, start, end);
    if (full !== undefined) this.#server.pauseUntil(full);
    this.#over(message.id);
    return true;
  }

  #over(id: string | number): void {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#client.noneRunning();
  }
}

function cancelledId(line: string): string | number | undefined {
  try {
    const { params } = JSON.parse(line) as { readonly params?: { readonly requestId?: unknown } };
    const id = params?.requestId;
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}
