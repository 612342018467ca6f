import { isUtf8 } from 'node:buffer';
import {
  JsonRpcError,
  type ClientLines,
  type LineChannel,
  type RequestId,
  type RequestOutcome,
} from '@mcp-gen/runtime';
import { scanMessage } from '@mcp-gen/runtime/stdio';
import { bridgeError, toClientError } from './errors.js';
import { FIRST_ID } from './upstream.js';

/** Requests that may be passed on at a time. The others take the longer way, which has a limit of its own. */
const MOST_REQUESTS = 10_000;

/**
 * Passes requests of a client on as they are, and the answers of the server, where both have the same revision and a message a line: byte by
 * byte, without parsing them. All else is left to the handlers of the bridge: requests with a `_meta`, which may ask for progress, other
 * methods, notifications, questions of the server, and whatever is not in the usual form of a message.
 */
export class LineRelay {
  readonly #client: ClientLines;
  readonly #server: LineChannel;
  readonly #methods: ReadonlySet<string>;
  /** The requests that wait for their answers, by id. */
  readonly #waiting = new Map<RequestId, string>();
  readonly #revision: string;
  #isOver = false;

  /**
   * @param methods those that the server offers
   * @param revision that both have
   */
  constructor(client: ClientLines, server: LineChannel, methods: readonly string[], revision: string) {
    this.#revision = revision;
    this.#client = client;
    this.#server = server;
    this.#methods = new Set(methods);
  }

  /** Begins to pass lines on. */
  start(): void {
    if (this.#isOver) return;
    this.#client.countRunning(this.#waiting);
    this.#client.intercept((bytes, start, end) => this.#fromClient(bytes, start, end));
    this.#server.intercept((bytes, start, end) => this.#fromServer(bytes, start, end));
  }

  /** The server has ended: requests that wait are answered with an error. */
  end(): void {
    this.#isOver = true;
    const error = bridgeError('The server behind the bridge has ended');
    for (const id of [...this.#waiting.keys()]) this.take(id)?.reject(error);
  }

  /**
   * Returns what answers a request that was passed on, whose answer could not be: it is large, or not in the usual form. Undefined for an id
   * that no such request has.
   */
  readonly take = (id: RequestId): RequestOutcome | undefined => {
    const method = this.#waiting.get(id);
    if (method === undefined) return undefined;
    this.#over(id);
    return {
      resolve: (result) => this.#client.answer({ jsonrpc: '2.0', id, result }),
      reject: (cause) => {
        const known = toClientError(cause, method, this.#revision);
        const { code, message, data } =
          known instanceof JsonRpcError ? known : bridgeError('The answer of the server could not be passed on');
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
    if (id === undefined) return method === 'notifications/cancelled' && this.#cancelled(bytes, start, end);
    if (hasMeta || !this.#methods.has(method)) return false;
    // A server may take "1" and 1 for the same id.
    if (id === '' || Number(id) >= FIRST_ID) return false;
    if (this.#waiting.size >= MOST_REQUESTS || this.#client.isRunning(id)) return false;
    if (!isUtf8(bytes.subarray(start, end))) return false;
    this.#waiting.set(id, method);
    const full = this.#server.write(bytes, start, end);
    if (full !== undefined) this.#client.pauseUntil(full);
    return true;
  }

  /** A request that was passed on is not answered when it is cancelled. */
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
    if (!isUtf8(bytes.subarray(start, end))) return false;
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
