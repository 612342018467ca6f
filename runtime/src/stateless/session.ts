import type { NotificationEntry, PeerInfo, RequestEntry, RequestOptions } from '../codegen/v1.js';
import { isObject } from '../codegen/v1.js';
import { InvalidMessageError, NegotiationError, type ConnectionClosedError } from '../errors.js';
import type { Peer } from '../peer/peer.js';
import type { Session } from '../session/session.js';
import { answerQuestions } from './answerQuestions.js';
import { supportedVersions } from './errors.js';

/** How often a server may ask before it answers a request. */
const MOST_ROUNDS = 32;

/** What a server said of itself. */
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

/** What is known of a server whose requests stand alone: each of them is sent with all that it needs. */
export class StatelessSession implements Session {
  readonly revision: string;
  readonly id = undefined;
  readonly peer: PeerInfo;
  readonly instructions: string | undefined;
  readonly #peer: Peer;
  readonly #questions: 'return' | undefined;

  /** @param questions see `ConnectOptions` */
  constructor(peer: Peer, { revision, peer: other, instructions }: Discovered, questions: 'return' | undefined) {
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
    let sent = params;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const result = await this.#send(method, sent, options, extension);
      const type: unknown = (result as { readonly resultType?: unknown }).resultType;
      // What came of answers is for this request alone.
      if (type !== 'input_required' || this.#questions === 'return')
        return round > 0 && 'ttlMs' in result ? { ...result, ttlMs: 0 } : result;
      const { inputRequests, requestState } = result as InputRequired;
      const inputResponses =
        inputRequests && (await answerQuestions(inputRequests, this.#peer, this.peer, options?.signal));
      sent = {
        ...(isObject(params) && params),
        ...(inputResponses !== undefined && { inputResponses }),
        ...(requestState !== undefined && { requestState }),
      };
    }
    throw new InvalidMessageError(method, `The server has asked ${MOST_ROUNDS} times without answering ${method}`);
  }

  notify(method: string, params?: unknown, extension?: NotificationEntry): Promise<void> {
    return this.#peer.notify(method, params, extension);
  }

  batch<Result>(act: () => Result): Result {
    return this.#peer.batch(act);
  }

  /** Sends a request once more if the server does not take the revision, though it says that it does. */
  async #send(
    method: string,
    params: unknown,
    options: RequestOptions | undefined,
    extension: RequestEntry | undefined,
  ): Promise<object> {
    try {
      return await this.#peer.request(method, params, options, extension);
    } catch (error) {
      const supported = supportedVersions(error);
      if (supported === undefined) throw error;
      if (!supported.includes(this.revision)) {
        // What is opened next finds out what the server has now.
        void this.#peer.close();
        throw new NegotiationError(this.revision, supported);
      }
      return this.#peer.request(method, params, options, extension);
    }
  }
}
