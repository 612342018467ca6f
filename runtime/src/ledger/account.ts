import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import type { Ledger } from './ledger.js';
import type { Resource } from './options.js';

/** What one caller, or one connection, makes this process hold. */
export class Account {
  /** The caller: `caller alice`, `address 192.0.2.1`, `stdio`. */
  readonly name: string;
  readonly #ledger: Ledger;
  readonly #held: { [Name in Resource]: number } = { reading: 0, retained: 0, output: 0 };
  /** Requests that may come at once. */
  #left: number;
  #time: number = performance.now();

  /** @internal Use `account` or `connection` of a ledger. */
  constructor(name: string, ledger: Ledger) {
    this.name = name;
    this.#ledger = ledger;
    this.#left = ledger.limits.requestBurst;
  }

  /** Returns how many bytes of a resource this account holds. */
  held(resource: Resource): number {
    return this.#held[resource];
  }

  /** Counts bytes of a resource. Returns false, and counts nothing, if that is more than the caller or the process may hold. */
  take(resource: Resource, bytes: number): boolean {
    if (!this.#ledger.take(resource, bytes, this.#held[resource])) return false;
    this.#held[resource] += bytes;
    return true;
  }

  /** Counts bytes that are held no longer: as many as were taken. */
  give(resource: Resource, bytes: number): void {
    this.#held[resource] -= bytes;
    this.#ledger.give(resource, bytes);
  }

  /** Opens a holding: what one collection holds, which grows and shrinks. */
  open(resource: Resource): Holding {
    return new Holding(this, resource);
  }

  /** Counts one request. Returns 0 if it may be answered, else the milliseconds after which the next one may. */
  admit(): number {
    const { requestRate } = this.#ledger.limits;
    this.#refill();
    if (this.#left < 1) return Math.ceil(((1 - this.#left) / requestRate) * 1_000);
    this.#left--;
    return 0;
  }

  /** Whether the caller has sent no more requests for a while than it may. */
  get isRested(): boolean {
    this.#refill();
    return this.#left >= this.#ledger.limits.requestBurst;
  }

  #refill(): void {
    const { requestRate, requestBurst } = this.#ledger.limits;
    const now = performance.now();
    this.#left = Math.min(requestBurst, this.#left + ((now - this.#time) / 1_000) * requestRate);
    this.#time = now;
  }
}

/** What one collection holds of a resource: a map, a queue, a buffer. */
export class Holding {
  readonly #account: Account;
  readonly #resource: Resource;
  #bytes = 0;

  /** @internal Use `open` of an account. */
  constructor(account: Account, resource: Resource) {
    this.#account = account;
    this.#resource = resource;
  }

  /** How many bytes are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Holds so many bytes in all. Returns false, and changes nothing, if that is too much; fewer than before never are. */
  set(bytes: number): boolean {
    const more = bytes - this.#bytes;
    if (more > 0 && !this.#account.take(this.#resource, more)) return false;
    if (more < 0) this.#account.give(this.#resource, -more);
    this.#bytes = bytes;
    return true;
  }

  /** Holds so many bytes more, or fewer. Returns false, and changes nothing, if that is too much. */
  add(bytes: number): boolean {
    return this.set(this.#bytes + bytes);
  }

  /** Holds nothing any more. */
  close(): void {
    this.set(0);
  }
}

const WHAT: { readonly [Name in Resource]: string } = {
  reading: 'are being received',
  retained: 'are kept',
  output: 'wait to be sent',
};

/** Milliseconds after which it is worthwhile to try again. */
const RETRY_AFTER = 1_000;

/** The error for what is over the budget of a caller, or of the process. */
export function overBudget(resource: Resource): JsonRpcError {
  const message = `Too many data ${WHAT[resource]} for this caller or for all of them: try again later`;
  return new JsonRpcError(ErrorCode.InternalError, message, { resource, retryAfter: RETRY_AFTER });
}
