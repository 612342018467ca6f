import type { Issue, PeerInfo } from '../codegen/v1.js';
import { encode } from '../codec/encode.js';
import { internalError, JsonRpcError } from '../jsonrpc/errors.js';
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

/** What both directions of a peer share: the way out, and what is known of the conversation so far. */
export class Link {
  readonly report: ErrorListener;
  profile: Profile;
  /** The other side. Empty until it has introduced itself. */
  info: PeerInfo = UNKNOWN_PEER;
  /** The progress reports of one request that are sent, or handed on, in a second. */
  readonly progressRate: number;
  readonly #transport: Transport;
  #whenReady: Set<() => void> | undefined;
  /** What is to leave as one batch. */
  #gathered: Message[] | undefined;

  constructor(transport: Transport, profile: Profile, report: ErrorListener, progressRate: number) {
    this.progressRate = progressRate;
    this.#transport = transport;
    this.profile = profile;
    this.report = report;
  }

  /** What is wrong with a value of a definition. */
  explain(definition: string | undefined, value: unknown): Promise<readonly Issue[]> {
    return explain(this.profile, definition, value, this.report);
  }

  /** @throws as `Transport.send` does. */
  send(message: Message, relatesTo?: RequestId, headers?: SendOptions['headers']): void | Promise<void> {
    if (this.#gathered !== undefined) return this.#gather(message, this.#gathered);
    return this.#transport.send(message, headers === undefined ? { relatesTo } : { relatesTo, headers });
  }

  /**
   * Sends what `act` sends before it returns as one batch.
   *
   * @param onLost called with the reason if the batch was not sent, for each request in it.
   */
  batch<Result>(act: () => Result, onLost: (id: RequestId, cause: unknown) => void): Result {
    const { batching, revision } = this.profile;
    if (!batching) throw new TypeError(`Revision ${revision} has no batches: send the messages one by one`);
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

  /** One message without a JSON form must not take the others along. */
  #gather(message: Message, gathered: Message[]): void {
    encode(message);
    gathered.push(message);
  }

  /** A request of the other side gets no answer. */
  leaveUnanswered(id: RequestId): void {
    this.#transport.unanswered?.(id);
  }

  /**
   * Sends an answer, or the answers to a batch. In the place of one that cannot be sent an error goes out, since somebody
   * waits for it.
   */
  answer(answer: AnswerMessage | readonly AnswerMessage[]): void {
    try {
      const sent = this.#transport.send(answer);
      if (sent !== undefined) sent.catch((error: unknown) => this.#answerInstead(answer, error));
    } catch (error) {
      this.#answerInstead(answer, error);
    }
  }

  /** A request of the other side takes long: the way for its answer may be closed until the other side comes back. */
  closeStream(id: RequestId): void {
    this.#transport.closeStream?.(id);
  }

  /** Adds facts to the record of the session, where there is one. */
  keep(state: { readonly [name: string]: unknown }): void {
    this.#transport.keep?.(state);
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Whether the other side takes requests already. */
  get isReady(): boolean {
    return this.#whenReady === undefined;
  }

  /** The other side will say when it is ready. */
  awaitReady(): void {
    this.#whenReady ??= new Set();
  }

  /** Calls back as soon as the other side is ready, which may be at once. Returns what takes the callback back. */
  whenReady(callback: () => void): () => void {
    if (this.#whenReady === undefined) callback();
    else this.#whenReady.add(callback);
    return () => void this.#whenReady?.delete(callback);
  }

  /** The other side is ready. */
  becomeReady(): void {
    const callbacks = this.#whenReady ?? [];
    this.#whenReady = undefined;
    // One that fails must not keep back what others wait to send.
    for (const callback of callbacks) void attempt(callback, this.report);
  }

  #answerInstead(answer: AnswerMessage | readonly AnswerMessage[], error: unknown): void {
    this.report(error);
    if (!isBatch(answer)) return void attempt(() => this.#transport.send(apology(answer, error)), this.report);
    const broken = answer.filter(hasNoJson);
    const unsendable = new Set(broken.length > 0 ? broken : answer);
    const instead = answer.map((one) => (unsendable.has(one) ? apology(one, error) : one));
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

/** What a transport throws on purpose is sent, as with handlers. */
function apology({ id }: AnswerMessage, error: unknown): ErrorMessage {
  return errorMessage(id, error instanceof JsonRpcError ? error : internalError());
}
