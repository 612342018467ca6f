import { encode } from '../../codec/encode.js';
import { ConnectionClosedError } from '../../errors.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import { later } from '../../platform.js';
import { Method } from '../../protocol.js';
import { protocolVersion, readOnlyAnswer } from './answers.js';
import { NO_SESSION, statusError, type Endpoint, type SessionHeaders, type SessionSource } from './endpoint.js';
import type { MessageLimits } from './options.js';

const INITIALIZED = encode({ jsonrpc: '2.0', method: Method.Initialized });

/** Milliseconds that a new session may take to open. Requests wait for it, so it must not take for ever. */
const PATIENCE = 60_000;

/** What opening a session takes. */
export interface SessionParts {
  readonly endpoint: () => Endpoint;
  /** What the answer may have. */
  readonly limits: MessageLimits;
  /** Aborts when the connection is closed. */
  readonly signal: AbortSignal;
  /** Called when a new session has been opened in the place of one that the server had forgotten. */
  readonly onReopened: () => void;
}

/** The session that requests are sent in, and the next one, when the server has forgotten it (specification: Session Management). */
export class ClientSession implements SessionSource {
  /** What was sent to open the session, for the day that the server has forgotten it. */
  opening: { readonly id: RequestId; readonly text: string } | undefined;
  readonly #parts: SessionParts;
  #headers: SessionHeaders = { id: undefined, version: undefined };
  #reopening: Promise<void> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get busy(): Promise<unknown> | undefined {
    return this.#reopening?.catch(() => undefined);
  }

  get headers(): SessionHeaders {
    return this.#headers;
  }

  /** The session's id, if the server keeps sessions. */
  get id(): string | undefined {
    return this.#headers.id;
  }

  set id(id: string | undefined) {
    this.#headers = { ...this.#headers, id };
  }

  /** The revision, once the server has named it. */
  get version(): string | undefined {
    return this.#headers.version;
  }

  set version(version: string | undefined) {
    this.#headers = { ...this.#headers, version };
  }

  /** Opens a new session in the place of one that is over: once, however many find that out. */
  renew(id: string): Promise<void> {
    if (this.#reopening === undefined && this.id !== id) return Promise.resolve();
    this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined));
    return this.#reopening;
  }

  /**
   * Opens a new session as the first one was opened. The peer goes on as if nothing had happened. If it fails the session stays
   * the forgotten one, so that the next request tries again.
   */
  async #reopen(): Promise<void> {
    const { opening } = this;
    if (opening === undefined) throw new Error('The server has forgotten a session that this client has not opened');
    const { endpoint, onReopened } = this.#parts;
    const giveUp = new AbortController();
    const signal = AbortSignal.any([this.#parts.signal, giveUp.signal]);
    const stop = later(PATIENCE, () =>
      giveUp.abort(new Error(`The server has not opened a session in ${PATIENCE} ms`)),
    );
    try {
      this.id = await this.#open(opening.text, signal);
      const inSession = { busy: undefined, headers: this.#headers };
      const { response } = await endpoint().post(INITIALIZED, signal, inSession);
      if (!response.ok) throw await statusError(response);
      await response.body?.cancel();
    } finally {
      stop();
    }
    onReopened();
  }

  /** Posts what opens a session. Resolves with the id of the new one. */
  async #open(text: string, signal: AbortSignal): Promise<string | undefined> {
    const { endpoint, limits } = this.#parts;
    const { response } = await endpoint().post(text, signal, NO_SESSION);
    if (!response.ok) throw await statusError(response);
    const answer = await readOnlyAnswer(response, limits);
    if (protocolVersion(answer) === this.version) return response.headers.get('mcp-session-id') ?? undefined;
    throw new ConnectionClosedError('transport-error', `The server's new session is not of revision ${this.version}`);
  }
}
