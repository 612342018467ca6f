import type { LoggingLevel } from '@mcp-gen/protocol/author';
import type { ErrorListener, Session } from '@mcp-gen/runtime';
import { LOG_LEVELS } from '../server/logging.js';

/** The level of log messages in one session with a server. */
export class LogLevel {
  readonly #session: Pick<Session, 'request'>;
  /** The level that the server accepted last. */
  #accepted: LoggingLevel | undefined;
  /** The level that is being set, or waits for that. */
  #pending: { readonly level: LoggingLevel; readonly done: Promise<void> } | undefined;

  constructor(session: Pick<Session, 'request'>) {
    this.#session = session;
  }

  /** Sets the level, behind those that are being set. */
  set(level: LoggingLevel): Promise<void> {
    const before = this.#pending?.done.catch(() => undefined) ?? Promise.resolve();
    const done = before
      .then(() => this.#session.request('logging/setLevel', { level }))
      .then(() => void (this.#accepted = level))
      .finally(() => {
        if (this.#pending === pending) this.#pending = undefined;
      });
    const pending = { level, done };
    this.#pending = pending;
    return done;
  }

  /**
   * Makes the server send at least what several requests want, which are told only what each of them wants itself. Returns nothing if it
   * does already. A level that the server refuses is reported: it costs log messages, and no request.
   *
   * @param levels those that are wanted
   */
  ensure(levels: readonly LoggingLevel[], report: ErrorListener): Promise<void> | undefined {
    const [level] = LOG_LEVELS.filter((each) => levels.includes(each));
    if (level === undefined) return undefined;
    if (this.#pending?.level === level) return this.#pending.done.catch(() => undefined);
    if (this.#pending === undefined && this.#accepted === level) return undefined;
    return this.set(level).catch(report);
  }

  /** Sets the level again, in a session that knows nothing of the last one. */
  async restore(): Promise<void> {
    const level = this.#accepted;
    this.#accepted = undefined;
    if (level !== undefined) await this.set(level);
  }
}
