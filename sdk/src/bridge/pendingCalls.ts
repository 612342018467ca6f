import { ErrorCode, JsonRpcError, type Quota } from '@mcp-gen/runtime';
import { bridgeError } from './errors.js';
import type { PendingCall } from './pendingCall.js';

/** Calls of one caller that may wait for answers. */
const MOST_OF_CALLER = 100;

/** The calls that wait for answers of clients without sessions. */
export class PendingCalls {
  readonly quota: Quota;
  readonly timeout: number;
  readonly #limit: number;
  readonly #calls = new Map<string, PendingCall>();

  /**
   * @param limit the most calls at a time
   * @param timeout milliseconds that clients have for their answers
   * @param quota counts the questions
   */
  constructor(limit: number, timeout: number, quota: Quota) {
    this.#limit = limit;
    this.timeout = timeout;
    this.quota = quota;
  }

  /**
   * Keeps a call, and returns its handle.
   *
   * @throws {JsonRpcError} if too many wait already.
   */
  keep(call: PendingCall): string {
    const own = [...this.#calls.values()].filter(({ caller }) => caller === call.caller).length;
    if (own >= MOST_OF_CALLER || this.#calls.size >= this.#limit) {
      throw bridgeError('Too many requests wait for answers: try again later');
    }
    const handle = crypto.randomUUID();
    this.#calls.set(handle, call);
    return handle;
  }

  /**
   * Returns a call by its handle.
   *
   * @throws {JsonRpcError} if it is over, or another caller's.
   */
  find(handle: string, caller: string): PendingCall {
    const call = this.#calls.get(handle);
    if (call?.caller === caller) return call;
    throw new JsonRpcError(
      ErrorCode.InvalidParams,
      'Invalid params: the request that this requestState belongs to is over. Send the request again, without requestState',
    );
  }

  /** Forgets a call that is over. */
  delete(call: PendingCall): void {
    for (const [handle, kept] of this.#calls) if (kept === call) this.#calls.delete(handle);
  }

  close(): void {
    for (const call of this.#calls.values()) call.close('The bridge was closed');
  }
}
