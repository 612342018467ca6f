import type { Readable, Writable } from 'node:stream';
import { encode } from '../codec/encode.js';
import { ConnectionClosedError } from '../errors.js';
import type { Message } from '../jsonrpc/messages.js';
import { GuardedReceiver } from './guardedReceiver.js';
import { MESSAGE_LIMIT } from './limits.js';
import { readLines } from './lineReader.js';
import { LineWriter, type WriteText } from './lineWriter.js';
import type { Receiver, Transport } from './transport.js';
import { within } from '../platform.js';

/** Milliseconds that the process is given to end by itself after its input has ended. */
const EXIT_TIMEOUT = 1_000;

/** Options of the server's end of stdio. */
export interface StdioServerOptions {
  /** Where messages come from. Default: the standard input of this process. Destroyed when the transport closes. */
  readonly input?: Readable | undefined;
  /**
   * Where messages go. Default: the standard output of this process, which then carries nothing else: whatever the program
   * prints there goes to stderr once the transport has started.
   */
  readonly output?: Writable | undefined;
  /** The bytes that one message may have; a larger one is dropped and answered with an error. Default 64 MiB. */
  readonly messageLimit?: number | undefined;
  /** Milliseconds that the output is given to take what is left when the transport closes. Default 2,000. */
  readonly drainTimeout?: number | undefined;
  /**
   * Ends the process when the client has gone, even if something else still keeps it busy: it has a second to end by itself
   * after everything has been answered. Default: true on the standard streams, false on others.
   */
  readonly exit?: boolean | undefined;
}

/** The server's end of stdio: one message a line (specification: Transports, stdio). */
export class StdioServerTransport implements Transport {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #messageLimit: number;
  readonly #drainTimeout: number;
  readonly #exit: boolean;
  #writer: LineWriter | undefined;
  #receiver: GuardedReceiver | undefined;
  #clientGone = false;
  #closing: Promise<void> | undefined;

  /** @throws {Error} if another transport has the standard output of this process already. */
  constructor(options: StdioServerOptions = {}) {
    const {
      input = process.stdin,
      output = process.stdout,
      messageLimit = MESSAGE_LIMIT,
      drainTimeout = 2_000,
    } = options;
    if (output === process.stdout && isStdoutClaimed) throw alreadyServed();
    this.#input = input;
    this.#output = output;
    this.#messageLimit = messageLimit;
    this.#drainTimeout = drainTimeout;
    this.#exit = options.exit ?? input === process.stdin;
  }

  start(receiver: Receiver): void {
    if (this.#writer !== undefined) throw new Error('This transport has been started already');
    const guarded = (this.#receiver = new GuardedReceiver(receiver));
    this.#writer = new LineWriter(this.#output, this.#output === process.stdout ? claimStdout() : undefined);
    readLines(this.#input, guarded, { limit: this.#messageLimit });
    this.#input.on('end', () => {
      this.#clientGone = true;
      guarded.ended(new ConnectionClosedError('end-of-input', 'The client closed the connection'));
    });
    const fail = (cause: Error): void => {
      this.#clientGone = true;
      const message = `The connection to the client broke: ${cause.message}`;
      guarded.closed(new ConnectionClosedError('transport-error', message, { cause }));
    };
    this.#input.on('error', fail).on('close', () => {
      if (!this.#clientGone) fail(new Error('its input was closed'));
    });
    this.#output.on('error', fail);
  }

  send(message: Message | readonly Message[]): void | Promise<void> {
    const text = encode(message);
    if (this.#closing !== undefined) return;
    const drained = this.#writer?.write(text);
    if (drained !== undefined && !this.#input.isPaused()) this.#pauseUntil(drained);
    return drained;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** A client that sends without reading must not fill our memory with answers. */
  #pauseUntil(drained: Promise<void>): void {
    this.#input.pause();
    void drained.then(() => this.#input.resume());
  }

  async #close(): Promise<void> {
    this.#receiver?.silence();
    if (this.#writer !== undefined) await within(this.#drainTimeout, this.#writer.finish());
    this.#input.destroy();
    if (this.#exit && this.#clientGone) setTimeout(() => process.exit(), EXIT_TIMEOUT).unref();
  }
}

let isStdoutClaimed = false;

function alreadyServed(): Error {
  return new Error(
    'Standard output is taken already: a process serves one client over stdio, once. Serve others over HTTP, or on streams of their own',
  );
}

/**
 * Takes stdout for the messages alone: what the rest of the program prints there goes to stderr from now on. For good, since
 * the client may still read when the conversation is over.
 */
function claimStdout(): WriteText {
  if (isStdoutClaimed) throw alreadyServed();
  isStdoutClaimed = true;
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return (text, done) => write(text, done);
}
