import type { Readable } from 'node:stream';
import { readEnvelope } from '../codec/envelope.js';
import { parseJson } from '../codec/json.js';
import { LineSplitter, type LineReceiver } from '../codec/lines.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import type { Holding } from '../ledger/index.js';
import type { Receiver } from './transport.js';

/** Milliseconds that lines take in one turn of the event loop. Those behind them wait for the next one. */
const TURN = 20;

/** Characters of each end of a line that its id is looked for in. */
const EDGE = 256;

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** A short line that is JSON, but neither an object nor an array. */
const SCALAR = /^\s*(?:true|false|null|-?\d[\d.eE+-]*|"(?:[^"\\]|\\.)*")\s*$/;
const LONGEST_SCALAR = 1_000;

/** What becomes of the lines of an input. */
export interface LineReaderOptions {
  /** The bytes that one message may have. */
  readonly messageLimit: number;
  /** The values that one message may have. */
  readonly valueLimit: number;
  /** The lines in a row that may be no messages. */
  readonly malformedLimit: number;
  /** Counts the bytes of a message that has not arrived completely. */
  readonly holding: Holding;
  /** Lines in a row of which the receiver is told one by one that they are not messages. Of the others it is told the number. Default: all. */
  readonly toldOneByOne?: number | undefined;
  /**
   * A message is too large. Called at once, however much of it is still to come. Default: it is dropped, and the receiver is told
   * when it has ended.
   */
  readonly onTooLarge?: ((error: JsonRpcError) => void) | undefined;
  /** Too many lines in a row were no messages. Nothing more is read. */
  readonly onGivenUp: (reason: string) => void;
  /** The input has ended, and everything that came before has been handed on. */
  readonly onEnd: () => void;
  /** Says more of a line that is not JSON, behind what is said anyway. Default: nothing. */
  readonly explain?: ((line: string) => string) | undefined;
}

/** Bytes of a chunk whose lines are not timed. */
const SMALL = 4_096;

/**
 * Reads messages, one a line, from a stream until its end, and hands them to the receiver. Blank lines are ignored. However many lines
 * arrive at once, other work of the process gets its turn.
 */
export class LineReader implements LineReceiver {
  readonly #input: Readable;
  readonly #receiver: Pick<Receiver, 'message' | 'malformed' | 'failed'>;
  readonly #options: LineReaderOptions;
  readonly #lines: LineSplitter;
  /** Chunks that have arrived and are not taken yet. */
  #waiting: Buffer[] = [];
  /** How far the first of them is taken. */
  #start = 0;
  /** When the first line of this turn of the event loop was taken. */
  #turnStart: number | undefined;
  /** Whether the lines that wait are for the next turn. */
  #isTurnOver = false;
  /** What has to settle before lines are taken again. */
  #obstacle: Promise<unknown> | undefined;
  #hasEnded = false;
  #isStopped = false;
  /** The lines in a row that were no messages. */
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

  /** Takes no more lines until a promise has resolved. Lines that have arrived wait, too. */
  pauseUntil(promise: Promise<unknown>): void {
    if (this.#isStopped || this.#obstacle === promise) return;
    this.#obstacle = promise;
    this.#input.pause();
    void promise.then(() => {
      if (this.#obstacle !== promise) return;
      this.#obstacle = undefined;
      this.#goOn();
    });
  }

  /**
   * Offers each line to a function before it is decoded.
   *
   * @param take returns whether it has taken the line
   */
  intercept(take: (bytes: Buffer, start: number, end: number) => boolean): void {
    const { valueLimit } = this.#options;
    this.#lines.intercept = (bytes, start, end) => {
      // A line that may have too many values is counted.
      if (this.#isStopped || end - start > valueLimit || !take(bytes, start, end)) return false;
      if (this.#malformed > 0) this.#tellRest();
      return true;
    };
  }

  /** Resolves when all lines that have arrived have been handed on. */
  idle(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** Drops everything that has arrived and still arrives. */
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
    if (this.#malformed > 0) this.#tellRest();
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
    if (this.#turnStart === undefined || Date.now() - this.#turnStart < TURN) return false;
    this.#isTurnOver = true;
    this.#input.pause();
    return true;
  }

  #isWaiting(): boolean {
    return this.#isTurnOver || this.#obstacle !== undefined;
  }

  #take(chunk: Buffer): void {
    if (this.#isStopped) return;
    this.#waiting.push(chunk);
    // A stream may hand on what it has, though it is paused.
    if (this.#waiting.length === 1 && !this.#isWaiting()) this.#takeWaiting();
  }

  /** Takes chunks until none is left, or lines have to wait. */
  #takeWaiting(): void {
    // A single message takes no time that would have to be watched.
    if (this.#turnStart === undefined && (this.#waiting[0]?.length ?? 0) > SMALL) {
      this.#turnStart = Date.now();
      setImmediate(this.#beginTurn);
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
    this.#goOn();
  };

  #goOn(): void {
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
    this.#tellRest();
    this.stop();
    this.#options.onEnd();
  }

  #becomeIdle(): void {
    const callbacks = this.#whenIdle;
    this.#whenIdle = [];
    for (const callback of callbacks) callback();
  }

  /** Whether a line that has something in front may be a message. Any other is refused without parsing it, since errors take time. */
  #beginsMessage(text: string): boolean {
    const [first] = text.trimStart();
    if (first === '{' || first === '[') return true;
    if (first !== undefined) this.#refuse(text);
    return false;
  }

  /** @param text the line, if it could be decoded. */
  #refuse(text?: string): void {
    const { malformedLimit, onGivenUp, toldOneByOne = Infinity, explain } = this.#options;
    if (++this.#malformed > malformedLimit) {
      onGivenUp(`${malformedLimit} lines in a row are not messages, and one more`);
      this.stop();
    } else if (this.#malformed <= toldOneByOne) {
      this.#receiver.malformed(text === undefined ? parseError('a line is not UTF-8') : faultOf(text, explain));
    }
  }

  /** Tells how many lines were no messages and have not been told one by one. */
  #tellRest(): void {
    const rest = this.#malformed - (this.#options.toldOneByOne ?? Infinity);
    this.#malformed = 0;
    if (rest > 0) this.#receiver.malformed(parseError(`${rest} more lines are not messages`));
  }
}

/** What is wrong with a line that is not JSON, or no object. */
function faultOf(text: string, explain: LineReaderOptions['explain']): JsonRpcError {
  if (text.length <= LONGEST_SCALAR && SCALAR.test(text)) return invalidRequest('a message must be a JSON object');
  return parseError(`a line is not JSON${explain?.(text) ?? ''}`);
}

function parseError(what: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.ParseError, `Parse error: ${what}`);
}
