import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { encode } from '../codec/encode.js';
import { ConnectionClosedError, type CloseReason } from '../errors.js';
import { isAnswer, type Message } from '../jsonrpc/messages.js';
import { Holding, processLedger, withAdvice } from '../ledger/index.js';
import { checkOptions, withDefaults, type OptionValues } from '../options/kinds.js';
import { settlesWithin } from '../timers.js';
import { StderrForwarder } from './forwardStderr.js';
import { GuardedReceiver } from './guardedReceiver.js';
import { unreadReason } from './messageLimits.js';
import { STDIO_CLIENT_OPTIONS, type StdioClientOptions } from './stdioClientOptions.js';
import { LineReader } from './lineReader.js';
import { LineWriter } from './lineWriter.js';
import { endWithProcess, processTree } from './processTree.js';
import { MESSAGES_ONLY, ServerRecord, commandText } from './serverRecord.js';
import type { LineChannel, Receiver, Transport } from './transport.js';

/** Maximum characters of a server's stderr that are kept for its error: fewer if they have already been shown. */
const STDERR_KEPT = 4_096;
const FORWARDED_KEPT = 1_000;

/** Consecutive invalid lines that are reported one by one. Further ones are counted. */
const MAX_REPORTED_LINES = 10;

/**
 * Milliseconds between two signs that a server has ended: for its exit after a broken pipe, and for the rest of its output after its exit.
 * The second sign may never come, since a child process can hold the pipe.
 */
const SETTLE_TIMEOUT = 500;

type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable | null>;

/**
 * The client's end of stdio: starts the server as a child process (specification: Transports, stdio). The server leads its own process
 * group: its child processes are ended with it, and Ctrl-C reaches only this process, which then closes the connection. If this process
 * ends without closing, the server's input ends, and servers must exit then; if it exits or fails without a signal, the group also gets
 * SIGTERM.
 *
 * Windows has neither process groups nor signals: there `taskkill /T /F` ends the server with its child processes, as long as the server
 * itself is running. This is tested with a stand-in for `taskkill`, not on Windows.
 */
export class StdioClientTransport implements Transport {
  readonly #options: OptionValues<StdioClientOptions>;
  #server: ServerProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  /** Resolves when the server has exited and its pipes are closed. */
  #released: Promise<void> = Promise.resolve();
  #reader: LineReader | undefined;
  #writer: LineWriter | undefined;
  #receiver: GuardedReceiver | undefined;
  #closing: Promise<void> | undefined;
  /** The line channel, for proxies. */
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
   * @throws {TypeError} if `onStderr` is combined with a `stderr` that this process does not read.
   * @throws {TypeError | RangeError} if a limit is not a number, or less than 1.
   */
  constructor(options: StdioClientOptions) {
    checkOptions('StdioClientTransport', options, STDIO_CLIENT_OPTIONS);
    const { command, args = [], onStderr, stderr = onStderr === undefined ? 'forward' : 'pipe' } = options;
    if (onStderr !== undefined && (stderr === 'inherit' || stderr === 'ignore')) {
      throw new TypeError(`Conflicting options: "onStderr" requires stderr: "pipe" or "forward", got "${stderr}"`);
    }
    this.#options = withDefaults<StdioClientOptions>(options, STDIO_CLIENT_OPTIONS);
    this.#stderr = stderr;
    this.#record = new ServerRecord(commandText(command, args), stderr === 'pipe' ? STDERR_KEPT : FORWARDED_KEPT);
  }

  /** The process id of the server, once it has been started. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /**
   * Describes the server for an error message: its command without the environment, its invalid lines on stdout, and the end of its stderr,
   * if this process reads it.
   */
  describe(): string {
    return this.#record.describe();
  }

  /** @throws {Error} if the program cannot be started, with the reason. */
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
    // If this process cannot open more files, the pipes are undefined, and only the error event follows.
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
        record.hasSentMessage ||= typeof value === 'object' && value !== null;
        guarded.message(value);
      },
      malformed: (error, id) => guarded.malformed(error, id),
      failed: (id, cause) => guarded.failed(id, cause),
    };
    this.#reader = new LineReader(server.stdout, heard, {
      ...this.#options.limits,
      holding: new Holding(account, 'reading'),
      reportedOneByOne: MAX_REPORTED_LINES,
      onTooLarge: (error) => this.#lose('message-too-large', withAdvice(error).message, { cause: error }),
      onTooManyMalformed: (reason) => this.#lose('transport-error', `${reason} (${MESSAGES_ONLY})`),
      onEnd: () => this.#loseUnlessExiting('end-of-input', 'The server closed its output'),
      explain: (line) => explainLine(line, record.addInvalidLine(line)),
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
   * Ends the server's input. If it does not exit in time, or leaves child processes behind, they get SIGTERM, then SIGKILL (on Windows:
   * `taskkill`). Resolves when all of them have ended.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { shutdownTimeout } = this.#options;
    this.#receiver?.silence();
    this.#reader?.stop();
    this.#writer?.end();
    await settlesWithin(shutdownTimeout, this.#exited);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (this.#signal(signal)) await settlesWithin(shutdownTimeout, this.#released);
    }
    // The last output of the server may still be in transit.
    await settlesWithin(SETTLE_TIMEOUT, this.#released);
    // A process that has left the server's group may still hold the other ends.
    this.#server?.stdout.destroy();
    this.#server?.stderr?.destroy();
    await settlesWithin(SETTLE_TIMEOUT, this.#released);
    this.#writer?.release();
    this.#release?.();
  }

  /** Signals the server and its child processes, which may outlive it: a shell does not pass signals on. Returns whether any is left. */
  #signal(signal: NodeJS.Signals): boolean {
    return this.#server !== undefined && this.#tree.end(this.#server, signal);
  }

  /** Notifies the receiver when the server exits, or the connection to it breaks. */
  #watch(server: ServerProcess): void {
    this.#drainStderr(server);
    this.#released = new Promise((resolve) => server.once('close', () => resolve()));
    this.#exited = new Promise((resolve) => {
      server.on('error', () => resolve());
      server.once('exit', (code, signal) => {
        resolve();
        void this.#settled().then(() => {
          const early = this.#record.hasSentMessage ? '' : ' before it sent a message';
          this.#lose('process-exit', describeExit(code, signal) + early, { exitCode: code ?? undefined });
        });
      });
    });
    const onError = (error: Error): void => {
      this.#loseUnlessExiting('transport-error', `The connection to the server broke: ${error.message}`, error);
    };
    server.stdin.on('error', onError);
    server.stdout.on('error', onError);
  }

  /** Resolves when the last output of the server has been delivered, as far as it has arrived. */
  async #settled(): Promise<void> {
    await settlesWithin(SETTLE_TIMEOUT, this.#released);
    await this.#reader?.idle();
  }

  /** If a pipe breaks, the server is usually exiting, and its exit is more informative. */
  #loseUnlessExiting(reason: CloseReason, message: string, cause?: Error): void {
    void settlesWithin(SETTLE_TIMEOUT, this.#exited).then((isExiting) => {
      if (!isExiting) this.#lose(reason, message, { cause });
    });
  }

  #lose(reason: CloseReason, message: string, more: ConstructorParameters<typeof ConnectionClosedError>[2] = {}): void {
    this.#receiver?.closed(new ConnectionClosedError(reason, this.#record.describeEnd(message), more));
  }

  /** Reads stderr continuously, since a full pipe would block the server. */
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

/** A line that begins like a message was intended as one; other lines are usually logs. */
function explainLine(line: string, shown: string): string {
  if (/^\s*[{[]/.test(line)) return '';
  return `: ${shown} (${MESSAGES_ONLY})`;
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `The server exited with code ${code}` : `The server was terminated by ${signal}`;
}

function describeFailure(error: NodeJS.ErrnoException, { command, args = [], cwd }: StdioClientOptions): string {
  const why =
    error.code === 'ENOENT'
      ? `program not found${cwd === undefined ? '' : `, or folder ${cwd} not found`}`
      : error.code === 'EACCES'
        ? 'permission denied'
        : error.message;
  return `The server ${commandText(command, args)} cannot be started: ${why}`;
}

/** Environment variables that programs need in order to run, and to use the user's language. None of them is secret. */
const INHERITED: readonly string[] =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROCESSOR_ARCHITECTURE',
        'PROGRAMFILES',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'TMP',
        'USERNAME',
        'USERPROFILE',
        'WINDIR',
      ]
    : ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** Returns the part of this process's environment that a server inherits. */
export function inheritedEnvironment(): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) inherited[name] = value;
  }
  return inherited;
}
