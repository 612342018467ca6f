import type { EventSink, HttpExchange, HttpHeaders, UnreadBody } from '../http/shared/httpExchange.js';
import type { AnswerFrame, RelayedRequest } from './frames.js';

/** A frame without the properties that its relay adds. */
type Piece = AnswerFrame extends infer Each
  ? Each extends { readonly at: number }
    ? Omit<Each, 'relay' | 'at'>
    : never
  : never;

/** Unsent characters from which on `write` makes its caller wait. */
const HIGH_WATER_MARK = 65_536;

/** A request that another node has received for a session of this node. Its response is sent back in chunks. */
export class RelayedExchange implements HttpExchange, EventSink {
  readonly method: string;
  readonly path: string;
  readonly secure: boolean;
  readonly address: string | undefined;
  readonly #headers: HttpHeaders;
  readonly #body: string;
  readonly #send: (frame: AnswerFrame) => Promise<boolean>;
  readonly #relay: string;
  readonly #onEnd: () => void;
  readonly #controller = new AbortController();
  #count = 0;
  #unsent = 0;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];
  #onGone: (() => void) | undefined;

  /**
   * @param send sends a frame to the node that received the request; resolves with false if it is not reachable
   * @param onEnd called when the response is complete, or no longer needed
   */
  constructor(
    relay: string,
    request: RelayedRequest,
    send: (frame: AnswerFrame) => Promise<boolean>,
    onEnd: () => void,
  ) {
    this.method = request.method;
    this.path = request.path;
    this.secure = request.secure;
    this.address = request.address;
    this.#headers = request.headers;
    this.#body = request.body ?? '';
    this.#relay = relay;
    this.#send = send;
    this.#onEnd = onEnd;
  }

  header(name: string): string | undefined {
    return Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined;
  }

  /** The node that received the request has read the body, within its own limit. */
  get body(): UnreadBody {
    return { readText: () => Promise.resolve(this.#body) };
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  respond(status: number, headers: HttpHeaders, body?: string): void {
    if (this.#count > 0) throw new Error('The request has been answered already');
    this.#pass({ kind: 'respond', status, headers, body });
    this.#finish();
  }

  stream(headers: HttpHeaders): this {
    this.#pass({ kind: 'stream', headers });
    return this;
  }

  get unsent(): number {
    return this.#unsent;
  }

  write(text: string): void | Promise<void> {
    if (this.#isOver) return;
    this.#unsent += text.length;
    this.#pass({ kind: 'write', text });
    if (this.#unsent > HIGH_WATER_MARK) return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    this.#pass({ kind: 'end' });
    this.#finish();
  }

  destroy(): void {
    this.#pass({ kind: 'destroy' });
    this.#finish();
  }

  onGone(listener: () => void): void {
    if (this.#isOver) queueMicrotask(listener);
    else this.#onGone = listener;
  }

  /** Called when the client has received a part of the response. */
  taken(characters: number): void {
    this.#unsent = Math.max(0, this.#unsent - characters);
    if (this.#unsent <= HIGH_WATER_MARK) this.#release();
  }

  /** Called when the client has disconnected, or the node that received its request has stopped. */
  lose(): void {
    if (this.#isOver) return;
    const listener = this.#onGone;
    this.#finish();
    this.#controller.abort();
    listener?.();
  }

  #pass(piece: Piece): void {
    if (this.#isOver) return;
    const frame = { ...piece, relay: this.#relay, at: ++this.#count } as AnswerFrame;
    void this.#send(frame).then((isThere) => {
      if (!isThere) this.lose();
    });
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    this.#onEnd();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
