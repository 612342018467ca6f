import { nextTurn } from '../timers.js';
import type { Readable } from 'node:stream';
import { readEnvelope } from '../codec/envelope.js';
import { parseJson } from '../codec/json.js';
import { LineSplitter, type LineReceiver } from '../codec/lines.js';
import { invalidRequest, JsonRpcError, parseError } from '../jsonrpc/jsonRpcError.js';
import type { Holding } from '../ledger/index.js';
import type { Receiver } from './transport.js';

/** Milliseconds for lines in one turn of the event loop. Further lines wait for the next turn. */
const TURN_DURATION = 20;

/** Characters at each end of a line in which its id is searched. */
const EDGE = 256;

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** A short line that is JSON, but neither an object nor an array. */
const SCALAR = /^\s*(?:true|false|null|-?\d[\d.eE+-]*|"(?:[^"\\]|\\.)*")\s*$/;
const MAX_SCALAR_LENGTH = 1_000;

/** Callbacks and limits for the lines of an input. */
export interface LineReaderOptions {
  /** Maximum bytes of one message. */
  readonly messageLimit: number;
  /** Maximum number of values in one message. */
  readonly valueLimit: number;
  /** Maximum number of consecutive lines that are not messages. */
  readonly malformedLimit: number;
  /** Counts the bytes of an incomplete message. */
  readonly holding: Holding;
  /** Consecutive invalid lines that are reported one by one. Of further ones, only the number is reported. Default: all. */
  readonly reportedOneByOne?: number | undefined;
  /**
   * Called at once for a message that is too large, before the rest has arrived. Default: it is dropped, and the receiver gets the error
   * when it has ended.
   */
  readonly onTooLarge?: ((error: JsonRpcError) => void) | undefined;
  /** Called when too many consecutive lines are not messages. Reading stops. */
  readonly onTooManyMalformed: (reason: string) => void;
  /** Called when the input has ended, and everything before has been delivered. */
  readonly onEnd: () => void;
  /** Adds an explanation to the error for a line that is not JSON. Default: none. */
  readonly explain?: ((line: string) => string) | undefined;
}

/** Maximum bytes of a chunk whose lines are not timed. */
const SMALL = 4_096;

/**
 * Reads messages, one a line, from a stream until its end, and passes them to the receiver. Blank lines are ignored. If many lines arrive
 * at once, it yields to other work of the process.
 */
export class LineReader implements LineReceiver {
  readonly #input: Readable;
  readonly #receiver: Pick<Receiver, 'message' | 'malformed' | 'failed'>;
  readonly #options: LineReaderOptions;
  readonly #lines: LineSplitter;
  /** Chunks that have arrived but are not processed yet. */
  #waiting: Buffer[] = [];
  /** The position in the first of them. */
  #start = 0;
  /** The start time of the lines in this turn of the event loop. */
  #turnStart: number | undefined;
  /** Whether pending lines must wait for the next turn. */
  #isTurnOver = false;
  /** A promise that must settle before further lines are processed. */
  #blockedBy: Promise<unknown> | undefined;
  #hasEnded = false;
  #isStopped = false;
  /** The number of consecutive lines that are not messages. */
  #malformed = 0;
  #whenIdle: (() => void)[] = [];

  constructor(
    input: Readable,
    receiver: Pick<Receiver, 'message' | 'malformed' | 'failed'>,
    options: LineReaderOptions,
  ) {
    this.#input = input;
    this.#receiver = receiver;
    this.#options = options;
    this.#lines = new LineSplitter(options.messageLimit, options.holding, this);
    input.on('data', (chunk: Buffer) => this.#take(chunk));
    input.on('end', () => {
      this.#hasEnded = true;
      if (this.#waiting.length === 0) this.#finish();
    });
  }

  /** Pauses until a promise has resolved. Lines that have already arrived wait, too. */
  pauseUntil(promise: Promise<unknown>): void {
    if (this.#isStopped || this.#blockedBy === promise) return;
    this.#blockedBy = promise;
    this.#input.pause();
    void promise.then(() => {
      if (this.#blockedBy !== promise) return;
      this.#blockedBy = undefined;
      this.#resume();
    });
  }

  /**
   * Passes each line to a function before it is decoded.
   *
   * @param take returns whether it has handled the line
   */
  intercept(take: (bytes: Buffer, start: number, end: number) => boolean): void {
    const { valueLimit } = this.#options;
    this.#lines.intercept = (bytes, start, end) => {
      // Long lines may have too many values, and must be counted.
      if (this.#isStopped || end - start > valueLimit || !take(bytes, start, end)) return false;
      if (this.#malformed > 0) this.#reportRest();
      return true;
    };
  }

  /** Resolves when all lines that have arrived have been delivered. */
  idle(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** Drops all current and future input. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#lines.close();
    this.#becomeIdle();
    this.#input.resume();
  }

  /** @internal */
  line(text: string): void {
    if (this.#isStopped) return;
    const first = text.charCodeAt(0);
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET && !this.#beginsMessage(text)) return;
    const { valueLimit, onTooLarge } = this.#options;
    let value: unknown;
    try {
      value = parseJson(text, valueLimit);
    } catch (error) {
      if (!(error instanceof JsonRpcError)) return this.#refuse(text);
      if (onTooLarge !== undefined) return onTooLarge(error);
      return this.dropped(error, text.slice(0, EDGE), text.slice(-EDGE));
    }
    if (this.#malformed > 0) this.#reportRest();
    this.#receiver.message(value);
  }

  /** @internal */
  undecodable(): void {
    if (!this.#isStopped) this.#refuse();
  }

  /** @internal */
  tooLong(error: JsonRpcError): void {
    if (!this.#isStopped) this.#options.onTooLarge?.(error);
  }

  /** @internal */
  dropped(error: JsonRpcError, start: string, end: string): void {
    if (this.#isStopped || this.#options.onTooLarge !== undefined) return;
    const envelope = readEnvelope(start, end);
    if (envelope?.isRequest === false) this.#receiver.failed(envelope.id, error);
    else this.#receiver.malformed(error, envelope?.id);
  }

  /** @internal */
  isFull(): boolean {
    if (this.#isStopped || this.#isWaiting()) return true;
    if (this.#turnStart === undefined || Date.now() - this.#turnStart < TURN_DURATION) return false;
    this.#isTurnOver = true;
    this.#input.pause();
    return true;
  }

  #isWaiting(): boolean {
    return this.#isTurnOver || this.#blockedBy !== undefined;
  }

  #take(chunk: Buffer): void {
    if (this.#isStopped) return;
    this.#waiting.push(chunk);
    // A stream may emit buffered data although it is paused.
    if (this.#waiting.length === 1 && !this.#isWaiting()) this.#takeWaiting();
  }

  /** Processes chunks until none is left, or lines must wait. */
  #takeWaiting(): void {
    // A single message need not be timed.
    if (this.#turnStart === undefined && (this.#waiting[0]?.length ?? 0) > SMALL) {
      this.#turnStart = Date.now();
      nextTurn(this.#beginTurn);
    }
    for (let [chunk] = this.#waiting; chunk !== undefined; [chunk] = this.#waiting) {
      this.#start = this.#lines.push(chunk, this.#start);
      if (this.#isStopped || this.#start < chunk.length) return;
      this.#start = 0;
      this.#waiting.shift();
      if (this.isFull()) return;
    }
  }

  readonly #beginTurn = (): void => {
    this.#turnStart = undefined;
    if (!this.#isTurnOver) return;
    this.#isTurnOver = false;
    this.#resume();
  };

  #resume(): void {
    if (this.#isStopped || this.#isWaiting()) return;
    this.#takeWaiting();
    if (this.#waiting.length > 0) return;
    this.#becomeIdle();
    if (this.#hasEnded) this.#finish();
    else if (!this.#isWaiting()) this.#input.resume();
  }

  #finish(): void {
    if (this.#isStopped) return;
    this.#lines.end();
    this.#reportRest();
    this.stop();
    this.#options.onEnd();
  }

  #becomeIdle(): void {
    const callbacks = this.#whenIdle;
    this.#whenIdle = [];
    for (const callback of callbacks) callback();
  }

  /** Returns whether a line with a prefix may be a message. Other lines are rejected without parsing, since errors take time. */
  #beginsMessage(text: string): boolean {
    const [first] = text.trimStart();
    if (first === '{' || first === '[') return true;
    if (first !== undefined) this.#refuse(text);
    return false;
  }

  /** @param text the line, if it could be decoded */
  #refuse(text?: string): void {
    const { malformedLimit, onTooManyMalformed, reportedOneByOne = Infinity, explain } = this.#options;
    if (++this.#malformed > malformedLimit) {
      onTooManyMalformed(`more than ${malformedLimit} consecutive lines are not messages`);
      this.stop();
    } else if (this.#malformed <= reportedOneByOne) {
      this.#receiver.malformed(text === undefined ? parseError('a line is not UTF-8') : faultOf(text, explain));
    }
  }

  /** Reports the number of invalid lines that were not reported one by one. */
  #reportRest(): void {
    const rest = this.#malformed - (this.#options.reportedOneByOne ?? Infinity);
    this.#malformed = 0;
    if (rest > 0) this.#receiver.malformed(parseError(`${rest} more lines are not messages`));
  }
}

/** Returns the error for a line that is not JSON, or not an object. */
function faultOf(text: string, explain: LineReaderOptions['explain']): JsonRpcError {
  if (text.length <= MAX_SCALAR_LENGTH && SCALAR.test(text)) return invalidRequest('a message must be a JSON object');
  return parseError(`a line is not JSON${explain?.(text) ?? ''}`);
}
