import { count, delay, FUNCTION, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';
import { backoff, ConnectionClosedError, type ErrorListener, Retries } from '@mcp-gen/runtime';
import type { UnifiedSession } from './unifiedSession.js';
import { requiredLogin } from './login.js';

/** Options for reconnecting after the connection is lost. */
export interface ReconnectOptions {
  /** Maximum number of failed attempts in a row; one whose session is lost within 30 seconds counts as failed. Default 5. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the first attempt; doubled with each failed one, up to 30 seconds. Default 1,000. */
  readonly delay?: number | undefined;
  /** Called when the connection is lost, with the reason that rejects the requests in flight. Default: none. */
  readonly onLost?: ((reason: ConnectionClosedError) => void) | undefined;
  /** Called when a new session is open. Subscriptions and the log level are restored. Default: none. */
  readonly onRestored?: (() => void) | undefined;
}

/** {@link ReconnectOptions}. */
export const RECONNECT_OPTIONS: OptionTable<ReconnectOptions> = {
  attempts: count(5, 0),
  delay: delay(1_000),
  onLost: FUNCTION,
  onRestored: FUNCTION,
};

/** The dependencies of a connection. */
export interface ConnectionParts {
  /** Opens a session. The signal aborts that. */
  readonly open: (signal: AbortSignal) => Promise<UnifiedSession>;
  /** Restores the state of the previous session in a new one. */
  readonly restore: (unifiedSession: UnifiedSession) => Promise<void>;
  /** Called with the error of every failed attempt. */
  readonly report: ErrorListener;
  /** Returns how the connection is reopened after a loss; undefined: it is not reopened. */
  readonly reconnect: (reason: ConnectionClosedError) => ReconnectOptions | undefined;
}

/** Milliseconds that a session must stay open to reset the count of attempts. */
const LASTING = 30_000;

/** Returns the attempts to restore a connection, with the defaults of {@link ReconnectOptions}. */
export function retriesOf(options: Pick<ReconnectOptions, 'attempts' | 'delay'>): Retries {
  const given = withDefaults<ReconnectOptions>(options, RECONNECT_OPTIONS);
  return new Retries(given.attempts, (failures) => backoff(given.delay, failures));
}

/** A connection to one server, which can span several sessions. */
export class Connection {
  /** Resolves when the connection is over for good, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  readonly #parts: ConnectionParts;
  /** The session that was opened last. */
  #latest: UnifiedSession;
  /** Resolves with the session that is being opened. */
  #reopening: Promise<UnifiedSession> | undefined;
  /** Attempts since the last lasting session. */
  #retries: Retries | undefined;
  #opened = performance.now();
  #end: ConnectionClosedError | undefined;
  #resolveClosed!: (reason: ConnectionClosedError) => void;
  readonly #stop = new AbortController();

  /** @param first a session that is open. */
  constructor(first: UnifiedSession, parts: ConnectionParts) {
    this.#latest = first;
    this.#parts = parts;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    this.#watch(first);
  }

  /** The session that was opened last. It may be closed. */
  get latest(): UnifiedSession {
    return this.#latest;
  }

  /** The current session: a promise only while it is being reopened, which rejects if that fails. */
  get current(): UnifiedSession | Promise<UnifiedSession> {
    if (this.#reopening !== undefined) return this.#reopening;
    const { session } = this.#latest;
    // A lost session is reopened once it is closed completely. Callers may notice the loss earlier.
    return session.isOpen || this.#end !== undefined ? this.#latest : session.closed.then(() => this.current);
  }

  /** Whether the connection is closed, or being closed, for good. */
  get isClosed(): boolean {
    return this.#end !== undefined || this.#stop.signal.aborted;
  }

  /** Closes the connection for good. */
  async close(): Promise<void> {
    this.#stop.abort(new ConnectionClosedError('closed', 'The connection was closed'));
    const { session } = this.#latest;
    await session.close();
    await this.#reopening?.catch(() => undefined);
    this.#finish(await session.closed);
  }

  #watch(unifiedSession: UnifiedSession): void {
    void unifiedSession.session.closed.then((reason) => this.#lose(reason));
  }

  #lose(reason: ConnectionClosedError): void {
    const reconnect = this.#parts.reconnect(reason);
    if (reconnect === undefined || this.#stop.signal.aborted) return this.#finish(reason);
    if (performance.now() - this.#opened > LASTING) this.#retries = undefined;
    const reopening = this.#reopen(reason, reconnect);
    this.#reopening = reopening;
    reopening.catch((error: unknown) => this.#finish(error as ConnectionClosedError));
    this.#notify(() => reconnect.onLost?.(reason));
  }

  async #reopen(reason: ConnectionClosedError, options: ReconnectOptions): Promise<UnifiedSession> {
    const { open, restore, report: onError } = this.#parts;
    const { signal } = this.#stop;
    const retries = (this.#retries ??= retriesOf(options));
    const reopen = async (): Promise<UnifiedSession> => {
      const unifiedSession = await open(signal);
      await this.#take(unifiedSession, restore);
      this.#notify(() => options.onRestored?.());
      return unifiedSession;
    };
    // Retrying does not help until the user has logged in.
    const mayPass = (error: unknown): boolean => error === reason || requiredLogin(error) === undefined;
    return retries.run(reopen, { signal, after: reason, mayPass, onError }).catch((cause: unknown) => {
      signal.throwIfAborted();
      const message = `${reason.message}. Reconnecting failed after ${retries.made} attempts`;
      throw new ConnectionClosedError(reason.reason, message, { cause });
    });
  }

  async #take(unifiedSession: UnifiedSession, restore: ConnectionParts['restore']): Promise<void> {
    const stop = this.#stop.signal;
    const end = (): void => void unifiedSession.session.close();
    stop.addEventListener('abort', end);
    try {
      stop.throwIfAborted();
      await restore(unifiedSession);
      stop.throwIfAborted();
    } catch (error) {
      await unifiedSession.session.close();
      throw error;
    } finally {
      stop.removeEventListener('abort', end);
    }
    this.#latest = unifiedSession;
    this.#opened = performance.now();
    this.#reopening = undefined;
    this.#watch(unifiedSession);
  }

  #notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#parts.report(error);
    }
  }

  #finish(reason: ConnectionClosedError): void {
    this.#end ??= reason;
    this.#resolveClosed(this.#end);
  }
}
