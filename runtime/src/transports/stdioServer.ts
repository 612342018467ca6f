import type { Readable, Writable } from 'node:stream';
import { encode } from '../codec/encode.js';
import { ConnectionClosedError } from '../errors.js';
import { isError, type Message } from '../jsonrpc/messages.js';
import { Holding, LEDGER_OPTION, OverBudgetError, processLedger, type Account, type Ledger } from '../ledger/index.js';
import { GuardedReceiver } from './guardedReceiver.js';
import { LINE_LIMITS, unreadReason, type LineLimits } from './messageLimits.js';
import {
  checkOptions,
  delay,
  FLAG,
  OBJECT,
  partGroup,
  withDefaults,
  type OptionTable,
  type OptionValues,
} from '../options/kinds.js';
import { LineReader } from './lineReader.js';
import { LineWriter, type WriteText } from './lineWriter.js';
import type { LineChannel, Receiver, Transport } from './transport.js';
import { after, settlesWithin } from '../timers.js';

/** Milliseconds for the process to end after its input has ended. */
const EXIT_TIMEOUT = 1_000;

/** Options of the server's end of stdio. */
export interface StdioServerOptions {
  /** The input for messages. Default: standard input of this process. Destroyed when the transport closes. */
  readonly input?: Readable | undefined;
  /**
   * The output for messages. Default: standard output of this process, which then carries only messages: anything else that the program
   * prints is redirected to stderr once the transport has started.
   */
  readonly output?: Writable | undefined;
  /** Limits on what the client sends. Default: see each limit. */
  readonly limits?: LineLimits | undefined;
  /**
   * Counts the bytes of incomplete messages, and of those that the client has not read. An answer that exceeds the budget is replaced by an
   * error. Default: the ledger of the process.
   */
  readonly ledger?: Ledger | undefined;
  /** Milliseconds to wait for pending messages to be written when the transport closes. Default 2,000. */
  readonly drainTimeout?: number | undefined;
  /**
   * Ends the process after the client has disconnected, even if timers or sockets keep it alive: one second after all requests have been
   * answered. Default: true on the standard streams, false on others.
   */
  readonly exit?: boolean | undefined;
}

/** {@link StdioServerOptions}. */
export const STDIO_SERVER_OPTIONS: OptionTable<StdioServerOptions> = {
  input: OBJECT,
  output: OBJECT,
  limits: partGroup(LINE_LIMITS),
  ledger: LEDGER_OPTION,
  drainTimeout: delay(2_000),
  exit: FLAG,
};

/** The server's end of stdio: one message a line (specification: Transports, stdio). */
export class StdioServerTransport implements Transport {
  readonly #options: OptionValues<StdioServerOptions>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #account: Account;
  readonly #exit: boolean;
  #reader: LineReader | undefined;
  #writer: LineWriter | undefined;
  #receiver: GuardedReceiver | undefined;
  #clientDisconnected = false;
  #closing: Promise<void> | undefined;
  /** The line channel, for proxies. */
  readonly lines: LineChannel = {
    intercept: (take) => this.#reader?.intercept(take),
    write: (bytes, start, end) =>
      this.#closing === undefined ? this.#writer?.writeBytes(bytes, start, end) : undefined,
    pauseUntil: (promise) => this.#reader?.pauseUntil(promise),
  };

  /**
   * @throws {Error} if another transport already uses the standard output of this process.
   * @throws {TypeError | RangeError} if a limit is not a number, or less than 1.
   */
  constructor(options: StdioServerOptions = {}) {
    const { input = process.stdin, output = process.stdout, ledger = processLedger() } = options;
    checkOptions('StdioServerTransport', options, STDIO_SERVER_OPTIONS);
    if (output === process.stdout && isStdoutClaimed) throw alreadyServed();
    this.#options = withDefaults<StdioServerOptions>(options, STDIO_SERVER_OPTIONS);
    this.#input = input;
    this.#output = output;
    this.#account = ledger.connection('stdio');
    this.#exit = options.exit ?? input === process.stdin;
  }

  start(receiver: Receiver): void {
    if (this.#writer !== undefined) throw new Error('The transport has already been started');
    const guarded = (this.#receiver = new GuardedReceiver(receiver));
    const write = this.#output === process.stdout ? claimStdout() : undefined;
    this.#writer = new LineWriter(this.#output, new Holding(this.#account, 'output'), write);
    this.#reader = new LineReader(this.#input, guarded, {
      ...this.#options.limits,
      holding: new Holding(this.#account, 'reading'),
      onTooManyMalformed: (reason) => this.#lose(reason),
      onEnd: () => guarded.ended(new ConnectionClosedError('end-of-input', 'The client closed the connection')),
    });
    this.#input.on('end', () => {
      this.#clientDisconnected = true;
    });
    const fail = (cause: Error): void => {
      this.#clientDisconnected = true;
      const message = `The connection to the client broke: ${cause.message}`;
      guarded.closed(new ConnectionClosedError('transport-error', message, { cause }));
    };
    this.#input.on('error', fail).on('close', () => {
      if (!this.#clientDisconnected) fail(new Error('its input was closed'));
    });
    this.#output.on('error', fail);
  }

  send(message: Message | readonly Message[]): void | Promise<void> {
    const text = encode(message);
    if (this.#closing !== undefined) return;
    const writer = this.#writer;
    if (writer === undefined) return;
    if (!writer.reserve(text)) {
      if (!isError(message)) throw new OverBudgetError('output');
      if (!writer.reserveError(text)) return this.#lose(unreadReason('client'));
    }
    const drained = writer.write(text);
    // A client that sends without reading must not fill the memory with answers.
    if (drained !== undefined) this.#reader?.pauseUntil(drained);
    return drained;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #lose(reason: string): void {
    this.#receiver?.closed(new ConnectionClosedError('transport-error', reason));
  }

  async #close(): Promise<void> {
    this.#receiver?.silence();
    this.#reader?.stop();
    if (this.#writer !== undefined) {
      await settlesWithin(this.#options.drainTimeout, this.#writer.finish());
      this.#writer.release();
    }
    this.#input.destroy();
    if (this.#exit && this.#clientDisconnected) after(EXIT_TIMEOUT, () => process.exit());
  }
}

let isStdoutClaimed = false;

function alreadyServed(): Error {
  return new Error(
    'Standard output is already in use: a process can serve only one client over stdio. Serve others over HTTP, or on separate streams',
  );
}

/**
 * Reserves stdout for messages: redirects other output of the program to stderr. Permanently, since the client may still read after the
 * connection has ended.
 */
function claimStdout(): WriteText {
  if (isStdoutClaimed) throw alreadyServed();
  isStdoutClaimed = true;
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return (text, done) => write(text, done);
}
