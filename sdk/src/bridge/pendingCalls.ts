import { ErrorCode, JsonRpcError, type Quota } from '@mcp-gen/runtime';
import { bridgeError } from './errors.js';
import type { PendingCall } from './pendingCall.js';

/** Maximum number of calls of one caller that wait for answers. */
const MAX_OF_CALLER = 100;

/** Calls that wait for answers of clients without sessions. */
export class PendingCalls {
  readonly quota: Quota;
  readonly timeout: number;
  readonly #limit: number;
  readonly #calls = new Map<string, PendingCall>();

  /**
   * @param limit the maximum number of calls at a time
   * @param timeout milliseconds to wait for the clients' answers
   * @param quota counts the memory of questions
   */
  constructor(limit: number, timeout: number, quota: Quota) {
    this.#limit = limit;
    this.timeout = timeout;
    this.quota = quota;
  }

  /**
   * Keeps a call, and returns its handle.
   *
   * @throws {JsonRpcError} if too many are waiting.
   */
  keep(call: PendingCall): string {
    const own = [...this.#calls.values()].filter(({ caller }) => caller === call.caller).length;
    if (own >= MAX_OF_CALLER || this.#calls.size >= this.#limit) {
      throw bridgeError('Too many requests are waiting for answers: try again later');
    }
    const handle = crypto.randomUUID();
    this.#calls.set(handle, call);
    return handle;
  }

  /**
   * Returns a call by its handle.
   *
   * @throws {JsonRpcError} if it has ended, or belongs to another caller.
   */
  find(handle: string, caller: string): PendingCall {
    const call = this.#calls.get(handle);
    if (call?.caller === caller) return call;
    throw new JsonRpcError(
      ErrorCode.InvalidParams,
      'Invalid params: the request of this requestState has ended. Send the request again, without requestState',
    );
  }

  /** Removes a call that has ended. */
  delete(call: PendingCall): void {
    for (const [handle, kept] of this.#calls) if (kept === call) this.#calls.delete(handle);
  }

  close(): void {
    for (const call of this.#calls.values()) call.close('The bridge was closed');
  }
}
