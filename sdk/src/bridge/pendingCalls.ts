import { busyWith, ErrorCode, JsonRpcError, Shares, type Quota, type SharedLimit } from '@mcp-gen/runtime';
import { bridgeError } from './bridgeErrors.js';
import type { PendingCall } from './pendingCall.js';

/** Maximum number of calls of one caller that wait for answers. */
const MAX_OF_CALLER = 100;

/** The limit on calls that wait for answers, which all callers share. */
export const WAITING_CALLS: SharedLimit = {
  what: 'calls of a bridge that wait for answers of clients',
  option: 'limits.questionLimit',
  of: 'bridge',
  most: 1_000,
  loses: 'its oldest call, which ends with an error',
  refused: 'an error for the server that asks',
};

const DISPLACED = 'The call of another caller needed the place of this one, whose caller had the most: try again later';

/** Calls that wait for answers of clients without sessions. */
export class PendingCalls {
  readonly quota: Quota;
  readonly timeout: number;
  readonly #calls = new Map<string, PendingCall>();
  readonly #shares: Shares<PendingCall>;

  /**
   * @param limit the maximum number of calls at a time
   * @param timeout milliseconds to wait for the clients' answers
   * @param quota counts the memory of questions
   */
  constructor(limit: number, timeout: number, quota: Quota) {
    this.#shares = new Shares(limit);
    this.timeout = timeout;
    this.quota = quota;
  }

  /**
   * Keeps a call, and returns its handle.
   *
   * @throws {JsonRpcError} if too many are waiting.
   */
  keep(call: PendingCall): string {
    const { holder } = call;
    if (this.#shares.count(holder) >= MAX_OF_CALLER) {
      throw bridgeError('Too many requests of this caller are waiting for answers: try again later');
    }
    if (!this.#shares.makeRoom(holder, (lost) => lost.close(DISPLACED))) {
      throw busyWith('The bridge', WAITING_CALLS);
    }
    const handle = crypto.randomUUID();
    this.#calls.set(handle, call);
    this.#shares.add(holder, call);
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
    this.#shares.delete(call.holder, call);
    for (const [handle, kept] of this.#calls) if (kept === call) this.#calls.delete(handle);
  }

  close(): void {
    for (const call of this.#calls.values()) call.close('The bridge was closed');
  }
}
