import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { RequestId } from '../jsonrpc/messages.js';
import { refusal, refuse, refuseWith } from '../http/server/refusals.js';
import { REQUEST_LOST } from '../http/server/sessions/requestLost.js';
import type { EventSink } from '../http/shared/httpExchange.js';
import type { ServedExchange } from '../http/server/servedExchange.js';
import type { AnswerFrame } from './frames.js';

/** Received characters are reported in steps of this size. */
const REPORT_STEP = 16_384;

/** Sends messages to the node of the session. */
type ClientNotice = { readonly kind: 'gone' } | { readonly kind: 'taken'; readonly characters: number };

/** A request that was relayed to the node of its session, until its response is complete. */
export class OutgoingRelay {
  /** The node that has the session. */
  readonly node: string;
  /** When it was sent, in milliseconds of `performance.now()`. */
  readonly sent: number = performance.now();
  readonly #exchange: ServedExchange;
  readonly #id: () => RequestId | undefined;
  readonly #forward: (frame: ClientNotice) => void;
  readonly #onEnd: () => void;
  #sink: EventSink | undefined;
  #last = 0;
  #taken = 0;
  #isOver = false;

  /** @param id returns the id of the request, if the message is one */
  constructor(
    node: string,
    exchange: ServedExchange,
    id: () => RequestId | undefined,
    forward: (frame: ClientNotice) => void,
    onEnd: () => void,
  ) {
    this.node = node;
    this.#exchange = exchange;
    this.#id = id;
    this.#forward = forward;
    this.#onEnd = onEnd;
  }

  /** Whether a part of the response has arrived. */
  get hasBegun(): boolean {
    return this.#last > 0;
  }

  /** Whether nothing more is expected: the client has its response, or has disconnected. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Handles the next chunk of the response. A duplicate is dropped; if a chunk is missing, the response is aborted. */
  take(frame: Extract<AnswerFrame, { readonly at: number }>): void {
    if (frame.at <= this.#last) return;
    if (frame.at > this.#last + 1) return this.fail();
    this.#last = frame.at;
    switch (frame.kind) {
      case 'respond':
        if (this.#sink !== undefined) return this.fail();
        this.#finish();
        return this.#exchange.respond(frame.status, frame.headers, frame.body);
      case 'stream':
        this.#sink = this.#exchange.stream(frame.headers);
        return this.#sink.onGone(() => this.#gone());
      case 'write':
        return this.#write(frame.text);
      case 'end':
        this.#finish();
        return this.#sink?.end();
      case 'destroy':
        return this.fail();
    }
  }

  /** Called when the rest of the response cannot arrive: breaks the stream, which the client resumes, or answers with an error. */
  fail(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#forward({ kind: 'gone' });
    if (this.#sink !== undefined) return this.#sink.destroy();
    const id = this.#id();
    if (id === undefined) return refuseWith(this.#exchange, refusal(503, REQUEST_LOST, { 'retry-after': '1' }));
    refuse(this.#exchange, 200, new JsonRpcError(ErrorCode.InternalError, REQUEST_LOST), {}, id);
  }

  /** Called when the request is relayed to another node instead. */
  abandon(): void {
    this.#finish();
  }

  #write(text: string): void {
    const taken = this.#sink?.write(text);
    if (taken === undefined) this.#tell(text.length);
    else void taken.then(() => this.#tell(text.length));
  }

  #tell(characters: number): void {
    this.#taken += characters;
    if (this.#taken < REPORT_STEP || this.#isOver) return;
    this.#forward({ kind: 'taken', characters: this.#taken });
    this.#taken = 0;
  }

  #gone(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#forward({ kind: 'gone' });
  }

  #finish(): void {
    this.#isOver = true;
    this.#onEnd();
  }
}
