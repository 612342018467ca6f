import type { NotificationEntry, PeerInfo, RequestEntry, RequestOptions } from '../codegen/v1.js';
import { isObject } from '../codegen/v1.js';
import { InvalidMessageError, NegotiationError, RequestTimeoutError, type ConnectionClosedError } from '../errors.js';
import type { RequestOutcome } from '../peer/pendingRequest.js';
import type { Peer } from '../peer/peer.js';
import { backoff } from '../retries.js';
import { pause } from '../timers.js';
import type { Session } from '../session/session.js';
import { answerQuestions } from './answerQuestions.js';
import { supportedVersions } from './statelessErrors.js';

/** Maximum number of rounds of questions before a server must answer a request. */
const MAX_ROUNDS = 32;

/** 2026-07-28: Multi Round-Trip Requests, Input Required Results. */
const NO_INPUT = 'The result asks for input, but has neither inputRequests nor requestState';

/** The result of `server/discover`. */
export interface Discovered {
  readonly revision: string;
  readonly peer: PeerInfo;
  readonly instructions: string | undefined;
}

/** A result that asks for input before the request can be answered. */
interface InputRequired {
  readonly inputRequests?: { readonly [key: string]: { readonly method: string; readonly params?: unknown } };
  readonly requestState?: string;
}

/** A session with a server without sessions: each request is sent with all its metadata. */
export class StatelessSession implements Session {
  readonly revision: string;
  readonly id = undefined;
  readonly peer: PeerInfo;
  readonly instructions: string | undefined;
  readonly #peer: Peer;
  readonly #questions: 'return' | undefined;

  /** @param options see `ConnectOptions` */
  constructor(
    peer: Peer,
    { revision, peer: other, instructions }: Discovered,
    { questions }: { readonly questions?: 'return' | undefined },
  ) {
    this.#peer = peer;
    this.#questions = questions;
    this.revision = revision;
    this.peer = other;
    this.instructions = instructions;
  }

  get isOpen(): boolean {
    return this.#peer.isOpen;
  }

  get closed(): Promise<ConnectionClosedError> {
    return this.#peer.closed;
  }

  close(): Promise<void> {
    return this.#peer.close();
  }

  async request(method: string, params?: unknown, options?: RequestOptions, extension?: RequestEntry): Promise<object> {
    const result = await this.#send(method, params, options, extension);
    return this.#asks(result) ? this.#answer(method, params, result, options, extension) : result;
  }

  open(method: string, params: unknown, options: RequestOptions, outcome: RequestOutcome): (error: unknown) => void {
    let stop: AbortController | undefined;
    /** Rare options need a promise. */
    const goOn = (act: (own: RequestOptions) => Promise<object>): void => {
      const own = (stop = new AbortController());
      const { signal } = options;
      act({ ...options, signal: signal === undefined ? own.signal : AbortSignal.any([own.signal, signal]) }).then(
        outcome.resolve,
        outcome.reject,
      );
    };
    const withdraw = this.#peer.open(method, params, options, {
      resolve: (result) => {
        if (this.#asks(result)) goOn((own) => this.#answer(method, params, result, own));
        else outcome.resolve(result);
      },
      reject: (error) => {
        if (supportedVersions(error) === undefined) outcome.reject(error);
        else {
          goOn(async (own) => {
            this.#checkVersions(error);
            return this.request(method, params, own);
          });
        }
      },
    });
    return (error) => (stop === undefined ? withdraw(error) : stop.abort(error));
  }

  readonly answer: NonNullable<Session['answer']> = (questions, signal) =>
    answerQuestions(questions, this.#peer, this.peer, signal);

  notify(method: string, params?: unknown, extension?: NotificationEntry): Promise<void> {
    return this.#peer.notify(method, params, extension);
  }

  batch<Result>(act: () => Result): Result {
    return this.#peer.batch(act);
  }

  /** Returns whether a result asks for input that this side answers. */
  #asks(result: object): result is InputRequired {
    return (
      this.#questions !== 'return' && (result as { readonly resultType?: unknown }).resultType === 'input_required'
    );
  }

  /** Repeats a request with the answers to its questions, until no question is left. */
  async #answer(
    method: string,
    params: unknown,
    asking: InputRequired,
    options?: RequestOptions,
    extension?: RequestEntry,
  ): Promise<object> {
    let asked = asking;
    let rounds = 1;
    const stateRounds = new StateRounds(method, this.#peer, options);
    while (rounds < MAX_ROUNDS) {
      const { inputRequests, requestState } = asked;
      if (Object.keys(inputRequests ?? {}).length > 0) rounds++;
      else if (requestState === undefined) throw new InvalidMessageError(method, NO_INPUT);
      else await stateRounds.next();
      const inputResponses =
        inputRequests && (await answerQuestions(inputRequests, this.#peer, this.peer, options?.signal));
      const sent = {
        ...(isObject(params) && params),
        ...(inputResponses !== undefined && { inputResponses }),
        ...(requestState !== undefined && { requestState }),
      };
      const result = await this.#send(method, sent, options, extension);
      // A result that depends on answers must not be cached.
      if (!this.#asks(result)) return 'ttlMs' in result ? { ...result, ttlMs: 0 } : result;
      asked = result;
    }
    throw new InvalidMessageError(method, `The server asked ${MAX_ROUNDS} times without answering ${method}`);
  }

  /** Sends a request once more if the server refuses the revision although it claims to support it. */
  async #send(
    method: string,
    params: unknown,
    options: RequestOptions | undefined,
    extension: RequestEntry | undefined,
  ): Promise<object> {
    try {
      return await this.#peer.request(method, params, options, extension);
    } catch (error) {
      this.#checkVersions(error);
      return this.#peer.request(method, params, options, extension);
    }
  }

  /**
   * Returns if an error refuses a revision that the server claims to support.
   *
   * @throws the error, if it is any other error.
   * @throws {NegotiationError} if the server does not support the revision.
   */
  #checkVersions(error: unknown): void {
    const supported = supportedVersions(error);
    if (supported === undefined) throw error;
    if (supported.includes(this.revision)) return;
    // A new connection detects what the server supports now.
    void this.#peer.close();
    throw new NegotiationError(this.revision, supported);
  }
}

/** Milliseconds before a request is repeated. Doubled with each round. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** The rounds of a request in which the server asks nothing, and only returns a state: it waits for something else. */
class StateRounds {
  readonly #method: string;
  readonly #peer: Peer;
  readonly #signal: AbortSignal | undefined;
  readonly #limit: number;
  #begun: number | undefined;
  #delay = FIRST_PAUSE;

  /** @param options of the request, whose total time limits the rounds together */
  constructor(method: string, peer: Peer, options: RequestOptions = {}) {
    const { signal, timeout = peer.timeout, maxTotalTimeout = timeout * 10 } = options;
    this.#method = method;
    this.#peer = peer;
    this.#signal = signal;
    this.#limit = maxTotalTimeout === 0 ? Infinity : maxTotalTimeout;
  }

  /**
   * Waits until the request may be repeated.
   *
   * @throws {RequestTimeoutError} if the rounds take longer than the request may.
   * @throws {ConnectionClosedError} if the connection is closed.
   * @throws the signal's reason if it aborts.
   */
  async next(): Promise<void> {
    const now = performance.now();
    this.#begun ??= now;
    const left = this.#limit - (now - this.#begun);
    await this.#pause(Math.min(this.#delay, Math.max(left, 0)));
    if (this.#delay >= left) throw new RequestTimeoutError(this.#method, this.#limit);
    this.#delay = backoff(this.#delay, 1, LONGEST_PAUSE);
  }

  async #pause(milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const leave = this.#peer.onEnd((cause) => ended.abort(cause));
    try {
      const signal = AbortSignal.any([ended.signal, ...(this.#signal === undefined ? [] : [this.#signal])]);
      await pause(milliseconds, signal);
      signal.throwIfAborted();
    } finally {
      leave();
    }
  }
}
