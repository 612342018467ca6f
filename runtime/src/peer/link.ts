import type { Issue, PeerInfo } from '../codegen/v1.js';
import { encode } from '../codec/encode.js';
import { internalError, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import {
  errorMessage,
  isBatch,
  type AnswerMessage,
  type ErrorMessage,
  type Message,
  type RequestId,
} from '../jsonrpc/messages.js';
import { attempt, type ErrorListener } from '../report.js';
import type { SendOptions, Transport } from '../transports/transport.js';
import { explain, UNKNOWN_PEER, type Profile } from './profile.js';

/** The state that both directions of a peer share: the transport, and the facts about the connection. */
export class Link {
  readonly report: ErrorListener;
  profile: Profile;
  /** The other side. Empty until it has introduced itself. */
  info: PeerInfo = UNKNOWN_PEER;
  /** Maximum number of progress notifications of one request that are sent, or passed on, in a second. */
  readonly progressRate: number;
  readonly #transport: Transport;
  #whenReady: Set<() => void> | undefined;
  /** The messages of the current batch. */
  #gathered: Message[] | undefined;

  constructor(transport: Transport, profile: Profile, report: ErrorListener, progressRate: number) {
    this.progressRate = progressRate;
    this.#transport = transport;
    this.profile = profile;
    this.report = report;
  }

  /** Explains why a value does not match a definition. */
  explain(definition: string | undefined, value: unknown): Promise<readonly Issue[]> {
    return explain(this.profile, definition, value, this.report);
  }

  /** @throws the errors of `Transport.send`. */
  send(message: Message, relatesTo?: RequestId, headers?: SendOptions['headers']): void | Promise<void> {
    if (this.#gathered !== undefined) return this.#gather(message, this.#gathered);
    return this.#transport.send(message, headers === undefined ? { relatesTo } : { relatesTo, headers });
  }

  /**
   * Sends the messages that `act` sends synchronously as one batch.
   *
   * @param onLost called with the reason if the batch was not sent, for each request in it.
   */
  batch<Result>(act: () => Result, onLost: (id: RequestId, cause: unknown) => void): Result {
    const { batching, revision } = this.profile;
    if (!batching) throw new TypeError(`Revision ${revision} does not support batches: send the messages one by one`);
    if (this.#gathered !== undefined) return act();
    const gathered: Message[] = [];
    this.#gathered = gathered;
    try {
      return act();
    } finally {
      this.#gathered = undefined;
      if (gathered.length > 0) {
        void attempt(
          () => this.#transport.send(gathered),
          (error) => {
            this.report(error);
            for (const message of gathered) if ('method' in message && 'id' in message) onLost(message.id, error);
          },
        );
      }
    }
  }

  /** A message that is not JSON-serializable must not affect the others of the batch. */
  #gather(message: Message, gathered: Message[]): void {
    encode(message);
    gathered.push(message);
  }

  /** Called for a request of the other side that gets no answer. */
  leaveUnanswered(id: RequestId): void {
    this.#transport.unanswered?.(id);
  }

  /** Sends an answer, or the answers to a batch. If an answer cannot be sent, sends an error instead, since the other side waits for it. */
  answer(answer: AnswerMessage | readonly AnswerMessage[]): void {
    try {
      const sent = this.#transport.send(answer);
      if (sent !== undefined) sent.catch((error: unknown) => this.#answerInstead(answer, error));
    } catch (error) {
      this.#answerInstead(answer, error);
    }
  }

  /** Closes the stream of a request that takes long, if the other side will reconnect for the answer. */
  closeStream(id: RequestId): void {
    this.#transport.closeStream?.(id);
  }

  /** Adds facts to the session record, if there is one. */
  keep(state: { readonly [name: string]: unknown }): void {
    this.#transport.keep?.(state);
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Whether the other side is ready for requests. */
  get isReady(): boolean {
    return this.#whenReady === undefined;
  }

  /** Waits for the other side to report that it is ready. */
  awaitReady(): void {
    this.#whenReady ??= new Set();
  }

  /** Calls the callback as soon as the other side is ready, possibly synchronously. Returns a function that removes the callback. */
  whenReady(callback: () => void): () => void {
    if (this.#whenReady === undefined) callback();
    else this.#whenReady.add(callback);
    return () => void this.#whenReady?.delete(callback);
  }

  /** Called when the other side is ready. */
  becomeReady(): void {
    const callbacks = this.#whenReady ?? [];
    this.#whenReady = undefined;
    // A callback that fails must not prevent the others.
    for (const callback of callbacks) void attempt(callback, this.report);
  }

  #answerInstead(answer: AnswerMessage | readonly AnswerMessage[], error: unknown): void {
    this.report(error);
    if (!isBatch(answer)) return void attempt(() => this.#transport.send(errorInstead(answer, error)), this.report);
    const broken = answer.filter(hasNoJson);
    const invalid = new Set(broken.length > 0 ? broken : answer);
    const instead = answer.map((one) => (invalid.has(one) ? errorInstead(one, error) : one));
    void attempt(() => this.#transport.send(instead), this.report);
  }
}

function hasNoJson(answer: AnswerMessage): boolean {
  try {
    JSON.stringify(answer);
    return false;
  } catch {
    return true;
  }
}

/** An error that a transport throws for the other side is sent, as with handlers. */
function errorInstead({ id }: AnswerMessage, error: unknown): ErrorMessage {
  return errorMessage(id, error instanceof JsonRpcError ? error : internalError());
}
