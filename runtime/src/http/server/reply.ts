import { encode } from '../../codec/encode.js';
import { isBatch, type AnswerMessage, type ErrorObject, type Message, type RequestId } from '../../jsonrpc/messages.js';
import { after, type Stop } from '../../timers.js';
import { isAnswered } from '../../jsonrpc/classify.js';
import { JSON_BODY, refuse, refuseWith, type Refusal } from './refusals.js';
import type { EventStream } from './eventStream.js';
import type { EventSink, HttpAnswer, HttpHeaders } from '../shared/httpExchange.js';
import { idsIn, type Posted } from './posted.js';
import { requestLostMessage } from './sessions/requestLost.js';

/** Options shared by the replies of a session. */
export interface ReplyOptions {
  /** Adds the headers of all responses to those of the content. Called when it is sent, since a session may have begun by then. */
  readonly headers: (content: HttpHeaders) => HttpHeaders;
  /** Opens a stream of the session, which answers these requests. */
  readonly open: (sink: EventSink, unanswered: ReadonlySet<RequestId>) => EventStream;
  /** Milliseconds after which a pending response is streamed, which keeps the connection open; 0 for never. */
  readonly streamAfter: number;
  /** Whether every response is streamed. */
  readonly streamAlways: boolean;
}

/**
 * The response to one POST. It is plain JSON if it consists of the answers only, and a stream of events if other messages must be sent
 * first, or it takes long (specification: Transports, Sending Messages to the Server).
 */
export class Reply {
  /** The requests that are not answered yet. */
  readonly waiting: Set<RequestId>;
  /** The number of pending answers to invalid requests without a readable id. */
  #nameless: number;
  readonly #exchange: HttpAnswer;
  readonly #options: ReplyOptions;
  readonly #status: (answers: AnswerMessage | readonly AnswerMessage[]) => number;
  #stream: EventStream | undefined;
  #responded = false;
  #stopTimer: Stop | undefined;

  /**
   * @param posted the requests that were posted
   * @param status returns the status of answers as plain JSON
   */
  constructor(
    exchange: HttpAnswer,
    posted: Posted,
    options: ReplyOptions,
    status: (answers: AnswerMessage | readonly AnswerMessage[]) => number,
  ) {
    const ids = idsIn(posted);
    this.#exchange = exchange;
    this.#status = status;
    this.waiting = new Set(ids);
    this.#nameless = posted.items.filter(isAnswered).length - ids.length;
    this.#options = options;
  }

  /** Whether the response has begun, at least as a stream. */
  get begun(): boolean {
    return this.#responded;
  }

  /** Handles the answer to a request, or the answers to a batch. */
  answer(answers: AnswerMessage | readonly AnswerMessage[]): void | Promise<void> {
    const all = isBatch(answers) ? answers : [answers];
    const stream = this.#options.streamAlways ? this.#startStream() : this.#stream;
    // An answer that is not JSON-serializable throws here, and is replaced by another one.
    const texts = stream === undefined ? [encode(answers)] : all.map((answer) => encode(answer));
    for (const { id } of all) {
      if (id === null || id === undefined) this.#nameless--;
      else this.waiting.delete(id);
    }
    if (this.#isComplete) this.#stopTimer?.();
    if (stream !== undefined && this.#isComplete) return stream.endWith(texts);
    let taken: void | Promise<void> = undefined;
    for (const text of texts) {
      if (stream === undefined) this.#respond(text, this.#status(answers));
      else taken = stream.send(text);
    }
    return taken;
  }

  /**
   * Rejects the whole body: none of its requests will be answered.
   *
   * @param id of the error: null, or none
   */
  refuse(error: ErrorObject, id?: RequestId | null): void {
    this.waiting.clear();
    if (this.#responded) return;
    this.#responded = true;
    refuse(this.#exchange, 400, error, {}, id);
  }

  /** Sends a message that belongs to one of the requests, before its answer. */
  send(message: Message | readonly Message[]): void | Promise<void> {
    const text = encode(message);
    return this.#startStream().send(text);
  }

  /** Called for a request without an answer. An empty stream is the only way to express that. */
  leaveOut(id: RequestId): void {
    this.waiting.delete(id);
    if (!this.#isComplete) return;
    if (!this.#responded) this.#startStream();
    this.#end();
  }

  /** Closes the connection of a slow response, so that the client reconnects for it. */
  interrupt(): void {
    this.#startStream().interrupt();
  }

  /** Called when the messages have been delivered. Answers 202 if none of them is a request, otherwise waits for the answers. */
  accept(): void {
    if (this.#responded) return;
    if (this.waiting.size === 0) {
      this.#responded = true;
      this.#exchange.respond(202, {});
    } else if (this.#options.streamAlways) this.#startStream();
    else this.#stopTimer = after(this.#options.streamAfter, () => this.#startStream());
  }

  /**
   * Called when the answers will not come: refuses the requests, or ends the stream, with an error for each of them.
   *
   * @param isQuiet whether a stream ends without errors: another process has it, and answers, or nobody reads it. Default false.
   */
  abandon(refusal: Refusal, isQuiet: boolean = false): void {
    this.#stopTimer?.();
    const lost = isQuiet ? [] : this.waiting;
    void this.#stream?.endWith(Array.from(lost, (id) => encode(requestLostMessage(id))));
    if (this.#responded) return;
    this.#responded = true;
    refuseWith(this.#exchange, refusal);
  }

  get #isComplete(): boolean {
    return this.waiting.size === 0 && this.#nameless <= 0;
  }

  #respond(body: string, status: number): void {
    if (this.#responded) return;
    this.#responded = true;
    this.#exchange.respond(status, this.#options.headers(JSON_BODY), body);
  }

  #startStream(): EventStream {
    if (this.#stream === undefined) {
      this.#responded = true;
      this.#stopTimer?.();
      this.#stream = this.#options.open(this.#exchange.stream(this.#options.headers(EVENTS)), this.waiting);
    }
    return this.#stream;
  }

  #end(): void {
    this.#stopTimer?.();
    this.#stream?.end();
  }
}

/** Prevents proxies from buffering events. */
export const EVENTS: HttpHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
