import type { LoggingLevel } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { ErrorListener, Session } from '@mcp-gen/runtime';
import { LOG_LEVELS } from '../loggingLevels.js';

/** The log level in one session with a server. */
export class LogLevel {
  readonly #session: Pick<Session, 'request'>;
  /** The last level that the server has accepted. */
  #accepted: LoggingLevel | undefined;
  /** The level that is being set or waits to be set. */
  #pending: { readonly level: LoggingLevel; readonly done: Promise<void> } | undefined;

  constructor(session: Pick<Session, 'request'>) {
    this.#session = session;
  }

  /** Sets the level, after pending changes. */
  set(level: LoggingLevel): Promise<void> {
    const before = this.#pending?.done.catch(() => undefined) ?? Promise.resolve();
    const done = before
      .then(() => this.#session.request(Method.loggingSetLevel, { level }))
      .then(() => void (this.#accepted = level))
      .finally(() => {
        if (this.#pending === pending) this.#pending = undefined;
      });
    const pending = { level, done };
    this.#pending = pending;
    return done;
  }

  /**
   * Makes the server send at least the log messages that several requests want; each request then receives only those of its own level.
   * Returns undefined if the server already does. If the server refuses a level, the error is reported, and only log messages are lost.
   *
   * @param levels the levels of the requests
   */
  ensure(levels: readonly LoggingLevel[], report: ErrorListener): Promise<void> | undefined {
    const [level] = LOG_LEVELS.filter((each) => levels.includes(each));
    if (level === undefined) return undefined;
    if (this.#pending?.level === level) return this.#pending.done.catch(() => undefined);
    if (this.#pending === undefined && this.#accepted === level) return undefined;
    return this.set(level).catch(report);
  }

  /** Sets the level again in a new session. */
  async restore(): Promise<void> {
    const level = this.#accepted;
    this.#accepted = undefined;
    if (level !== undefined) await this.set(level);
  }
}
