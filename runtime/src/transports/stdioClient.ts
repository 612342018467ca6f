import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { encode } from '../codec/encode.js';
import { VALUE_LIMIT } from '../codec/json.js';
import { checkNumber, ConnectionClosedError, type CloseReason } from '../errors.js';
import { isAnswer, type Message } from '../jsonrpc/messages.js';
import { checkLedger, Holding, processLedger, type Ledger } from '../ledger/index.js';
import { inheritedEnvironment } from './environment.js';
import { StderrForwarder } from './forwardStderr.js';
import { GuardedReceiver } from './guardedReceiver.js';
import { endWithProcess } from './leftovers.js';
import { MALFORMED_LIMIT, MESSAGE_LIMIT, unreadReason } from './limits.js';
import { LineReader } from './lineReader.js';
import { LineWriter } from './lineWriter.js';
import { processTree } from './processTree.js';
import { MESSAGES_ONLY, ServerRecord, shownCommand } from './serverRecord.js';
import type { LineChannel, Receiver, Transport } from './transport.js';
import { within } from '../platform.js';

/** Characters of a server's stderr that are kept, to be told when it ends: fewer where they have been shown already. */
const STDERR_KEPT = 4_096;
const FORWARDED_KEPT = 1_000;

/** Lines in a row that are not messages and are reported one by one. The others are counted. */
const TOLD_ONE_BY_ONE = 10;

/**
 * Milliseconds between two signs that a server is gone: for its exit after a pipe has broken, and for the rest of its output
 * after it has exited. The second may never come, since a process that it started can hold the pipe.
 */
const SETTLE_TIMEOUT = 500;

type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable | null>;

/** Options of the client's end of stdio. */
export interface StdioClientOptions {
  /** The server's program: a path, or a name found through PATH. No shell takes part. */
  readonly command: string;
  /** What the program is started with. Default: nothing. */
  readonly args?: readonly string[] | undefined;
  /**
   * Environment variables for the server. Beside them it inherits only what programs need to run, such as PATH and HOME:
   * secrets in this process's environment are not its business. Default: none.
   */
  readonly env?: { readonly [name: string]: string } | undefined;
  /** The folder it runs in. Default: that of this process. */
  readonly cwd?: string | undefined;
  /**
   * What becomes of the server's stderr:
   *
   * - `forward` writes it to the stderr of this process, and quotes its end in errors. Colors, everything else that terminals interpret,
   *   and characters that cannot be seen are removed. It is limited to 100 KiB a second, 1 MiB at once, and 8,192 characters a line;
   * - `inherit` hands the stderr of this process over: the server sees a terminal, if it is one, and may send it anything. No error
   *   quotes any of it;
   * - `ignore` drops it;
   * - `pipe` gives it to `onStderr` alone, and quotes its end in errors.
   *
   * Default: `forward`, or `pipe` where `onStderr` is given.
   */
  readonly stderr?: 'forward' | 'inherit' | 'ignore' | 'pipe' | undefined;
  /**
   * Called with what the server writes to stderr, unchanged, in pieces as they come. With `stderr: 'forward'` both happen; it cannot be combined
   * with `inherit` or `ignore`. Default: nobody is told.
   */
  readonly onStderr?: ((text: string) => void) | undefined;
  /** The bytes that one message may have; a larger one closes the connection. Default 64 MiB. */
  readonly messageLimit?: number | undefined;
  /**
   * The values that one message may have: its arrays, its objects, and the commas in them. One with more closes the connection. Default
   * 1,000,000.
   */
  readonly valueLimit?: number | undefined;
  /** The lines in a row that may be no messages. One more closes the connection. Default 1,000. */
  readonly malformedLimit?: number | undefined;
  /**
   * Counts the bytes of messages that have not arrived completely, and of answers that the server has not read. The connection is closed
   * where they are over the budget. Default: the ledger of the process.
   */
  readonly ledger?: Ledger | undefined;
  /**
   * Milliseconds that the server is given at each step of closing: to exit after its input has ended, and again after
   * SIGTERM, before it is killed. Default 2,000.
   */
  readonly shutdownTimeout?: number | undefined;
}

/**
 * The client's end of stdio: starts the server as a child process (specification: Transports, stdio). The server leads a process
 * group of its own: what it starts is ended with it, and Ctrl-C reaches this process alone, which closes the connection in its own time.
 * Should this process end without that, the server's input ends, and servers are to exit then; when it exits or fails without a signal the
 * group gets SIGTERM as well.
 *
 * Windows has neither groups nor signals: there `taskkill /T /F` ends the server with what it has started, as long as the server itself is
 * still running. That is tested with a stand-in for `taskkill`, and not on Windows.
 */
export class StdioClientTransport implements Transport {
  readonly #options: StdioClientOptions;
  #server: ServerProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  /** Resolves when the server has exited and nobody holds its pipes. */
  #released: Promise<void> = Promise.resolve();
  #reader: LineReader | undefined;
  #writer: LineWriter | undefined;
  #receiver: GuardedReceiver | undefined;
  #closing: Promise<void> | undefined;
  /** The lines, for proxies. */
  readonly lines: LineChannel = {
    intercept: (take) => this.#reader?.intercept(take),
    write: (bytes, start, end) =>
      this.#closing === undefined ? this.#writer?.writeBytes(bytes, start, end) : undefined,
    pauseUntil: (promise) => this.#reader?.pauseUntil(promise),
  };
  /** Called when the server no longer has to be ended with this process. */
  #release: (() => void) | undefined;
  readonly #stderr: NonNullable<StdioClientOptions['stderr']>;
  readonly #record: ServerRecord;
  readonly #tree = processTree.current;

  /**
   * @throws {TypeError} if `onStderr` is given with a `stderr` that this process does not read.
   * @throws {TypeError | RangeError} if a limit is not a number, or less than 1.
   */
  constructor(options: StdioClientOptions) {
    const { messageLimit, valueLimit, malformedLimit } = options;
    for (const limit of [{ messageLimit }, { valueLimit }, { malformedLimit }]) checkNumber(limit, 1);
    checkLedger(options.ledger);
    const { command, args = [], onStderr, stderr = onStderr === undefined ? 'forward' : 'pipe' } = options;
    if (onStderr !== undefined && (stderr === 'inherit' || stderr === 'ignore')) {
      throw new TypeError(`The option onStderr gets nothing with stderr: '${stderr}'. Use 'pipe' or 'forward'`);
    }
    this.#options = options;
    this.#stderr = stderr;
    this.#record = new ServerRecord(shownCommand(command, args), stderr === 'pipe' ? STDERR_KEPT : FORWARDED_KEPT);
  }

  /** The process id of the server, once it has been started. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /**
   * Describes the server for an error message: its command, without the environment, what it wrote to stdout that is not a message,
   * and the end of its stderr, if this process reads it.
   */
  describe(): string {
    return this.#record.describe();
  }

  /** @throws {Error} if the program cannot be started, saying which and why. */
  async start(receiver: Receiver): Promise<void> {
    if (this.#server !== undefined) throw new Error('The transport has already been started');
    const { command, args = [], env, cwd } = this.#options;
    const server = spawn(command, args, {
      cwd,
      env: { ...inheritedEnvironment(), ...env },
      stdio: ['pipe', 'pipe', this.#stderr === 'forward' ? 'pipe' : this.#stderr],
      detached: this.#tree.detached,
      windowsHide: true,
    }) as ServerProcess;
    const spawned = new Promise<void>((resolve, reject) => {
      server.once('spawn', resolve);
      server.once('error', (error) => reject(new Error(describeFailure(error, this.#options), { cause: error })));
    });
    // Where this process can open nothing more no pipes exist, and only the error is awaited.
    if ((server.stdin as Writable | undefined) === undefined) return spawned;
    this.#server = server;
    this.#release = endWithProcess(() => this.#signal('SIGTERM'));
    const guarded = (this.#receiver = new GuardedReceiver(receiver));
    const account = (this.#options.ledger ?? processLedger()).connection('stdio');
    this.#writer = new LineWriter(server.stdin, new Holding(account, 'output'));

    this.#watch(server);
    const record = this.#record;
    const heard: Pick<Receiver, 'message' | 'malformed' | 'failed'> = {
      message: (value) => {
        record.hasSpoken ||= typeof value === 'object' && value !== null;
        guarded.message(value);
      },
      malformed: (error, id) => guarded.malformed(error, id),
      failed: (id, cause) => guarded.failed(id, cause),
    };
    const { messageLimit = MESSAGE_LIMIT, valueLimit = VALUE_LIMIT, malformedLimit = MALFORMED_LIMIT } = this.#options;
    this.#reader = new LineReader(server.stdout, heard, {
      messageLimit,
      valueLimit,
      malformedLimit,
      holding: new Holding(account, 'reading'),
      toldOneByOne: TOLD_ONE_BY_ONE,
      onTooLarge: (error) => this.#lose('message-too-large', error.message, error),
      onGivenUp: (reason) => this.#lose('transport-error', `${reason} (${MESSAGES_ONLY})`),
      onEnd: () => this.#loseUnlessExiting('end-of-input', 'The server closed its output'),
      explain: (line) => explainLine(line, record.addStray(line)),
    });
    await spawned;
  }

  send(message: Message | readonly Message[]): void | Promise<void> {
    const text = encode(message);
    if (this.#closing !== undefined || this.#writer === undefined) return;
    if (!isAnswer(message)) return this.#writer.write(text);
    if (!this.#writer.reserve(text)) return this.#lose('transport-error', unreadReason('server'));
    return this.#writer.write(text);
  }

  /**
   * Ends the server's input; if it does not exit in time, or leaves processes behind, they get SIGTERM, then SIGKILL (on Windows: `taskkill`). Resolves
   * when all of them are gone.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { shutdownTimeout = 2_000 } = this.#options;
    this.#receiver?.silence();
    this.#reader?.stop();
    this.#writer?.end();
    await within(shutdownTimeout, this.#exited);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!this.#signal(signal)) break;
      await within(shutdownTimeout, this.#released);
    }
    // What the server wrote last may still be on its way.
    await within(SETTLE_TIMEOUT, this.#released);
    // A process that has left the group of the server may still hold the other ends.
    this.#server?.stdout.destroy();
    this.#server?.stderr?.destroy();
    await within(SETTLE_TIMEOUT, this.#released);
    this.#writer?.release();
    this.#release?.();
  }

  /** Signals the server and what it has started, which may outlive it: a shell does not pass signals on. Tells whether any is left. */
  #signal(signal: NodeJS.Signals): boolean {
    return this.#server !== undefined && this.#tree.end(this.#server, signal);
  }

  /** Tells the receiver when the server exits, or can no longer be talked to. */
  #watch(server: ServerProcess): void {
    this.#drainStderr(server);
    this.#released = new Promise((resolve) => server.once('close', () => resolve()));
    this.#exited = new Promise((resolve) => {
      server.on('error', () => resolve());
      server.once('exit', (code, signal) => {
        resolve();
        void this.#settled().then(() => {
          const early = this.#record.hasSpoken ? '' : ' before it sent a message';
          this.#lose('process-exit', describeExit(code, signal) + early);
        });
      });
    });
    const onError = (error: Error): void => {
      this.#loseUnlessExiting('transport-error', `The connection to the server broke: ${error.message}`, error);
    };
    server.stdin.on('error', onError);
    server.stdout.on('error', onError);
  }

  /** Resolves when what the server wrote last has been handed on, as far as it has arrived. */
  async #settled(): Promise<void> {
    await within(SETTLE_TIMEOUT, this.#released);
    await this.#reader?.idle();
  }

  /** When a pipe breaks the server is usually exiting, and its exit says more. */
  #loseUnlessExiting(reason: CloseReason, message: string, cause?: Error): void {
    void within(SETTLE_TIMEOUT, this.#exited).then((isExiting) => {
      if (!isExiting) this.#lose(reason, message, cause);
    });
  }

  #lose(reason: CloseReason, message: string, cause?: Error): void {
    this.#receiver?.closed(new ConnectionClosedError(reason, this.#record.describeEnd(message), { cause }));
  }

  /** Keeps the pipe empty, or a talkative server would stop. */
  #drainStderr({ stderr }: ServerProcess): void {
    if (stderr === null) return;
    const forwarder = this.#stderr === 'forward' ? new StderrForwarder(stderr) : undefined;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#record.addStderr(text);
      forwarder?.push(text);
      this.#options.onStderr?.(text);
    });
    stderr.on('end', () => forwarder?.end());
  }
}

/** A line that begins as a message was to be one; any other is what servers write for people. */
function explainLine(line: string, shown: string): string {
  if (/^\s*[{[]/.test(line)) return '';
  return `: ${shown} (${MESSAGES_ONLY})`;
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `The server exited with code ${code}` : `The server was ended by ${signal}`;
}

function describeFailure(error: NodeJS.ErrnoException, { command, args = [], cwd }: StdioClientOptions): string {
  const why =
    error.code === 'ENOENT'
      ? `there is no such program${cwd === undefined ? '' : `, or no folder ${cwd}`}`
      : error.code === 'EACCES'
        ? 'permission denied'
        : error.message;
  return `The server ${shownCommand(command, args)} cannot be started: ${why}`;
}
