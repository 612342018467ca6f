import { encode } from '../../codec/encode.js';
import { ConnectionClosedError } from '../../errors.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import { after } from '../../timers.js';
import * as Header from '../../registry/headers.js';
import * as Method from '../../registry/methods.js';
import { protocolVersion, readOnlyAnswer } from './answers.js';
import { NO_SESSION, statusError, type Endpoint, type SessionHeaders, type SessionSource } from './endpoint.js';
import type { ReadLimits } from './httpClientOptions.js';
import { isOk } from './receivedResponse.js';

const INITIALIZED = encode({ jsonrpc: '2.0', method: Method.notificationsInitialized });

/** Timeout for opening a new session, in milliseconds, since requests wait for it. */
const OPENING_TIMEOUT = 60_000;

/** The dependencies of opening a session. */
export interface SessionParts {
  readonly endpoint: () => Endpoint;
  /** Limits of the response. */
  readonly limits: ReadLimits;
  /** Aborts when the connection is closed. */
  readonly signal: AbortSignal;
  /** Called when a new session has replaced one that the server has lost. */
  readonly onReopened: () => void;
}

/** The session of requests, and its replacement when the server has lost it (specification: Session Management). */
export class ClientSession implements SessionSource {
  /** The request that opened the session, to repeat it if the server loses the session. */
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

  /** The id of the session, if the server has sessions. */
  get id(): string | undefined {
    return this.#headers.id;
  }

  set id(id: string | undefined) {
    this.#headers = { ...this.#headers, id };
  }

  /** The negotiated revision, once it is known. */
  get version(): string | undefined {
    return this.#headers.version;
  }

  set version(version: string | undefined) {
    this.#headers = { ...this.#headers, version };
  }

  /** Replaces an expired session with a new one: once, even if several requests discover it. */
  renew(id: string): Promise<void> {
    if (this.#reopening === undefined && this.id !== id) return Promise.resolve();
    this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined));
    return this.#reopening;
  }

  /**
   * Opens a new session in the same way as the first one, without involving the peer. If that fails, the old session is kept, so that the
   * next request tries again.
   */
  async #reopen(): Promise<void> {
    const { opening } = this;
    if (opening === undefined) throw new Error('The server lost a session that this client has not opened');
    const { endpoint, onReopened } = this.#parts;
    const giveUp = new AbortController();
    const signal = AbortSignal.any([this.#parts.signal, giveUp.signal]);
    const stop = after(OPENING_TIMEOUT, () =>
      giveUp.abort(new Error(`The server did not open a session within ${OPENING_TIMEOUT} ms`)),
    );
    try {
      this.id = await this.#open(opening.text, signal);
      const inSession = { busy: undefined, headers: this.#headers };
      const { response } = await endpoint().post(INITIALIZED, signal, inSession);
      if (!isOk(response)) throw await statusError(response);
      await response.cancel();
    } finally {
      stop();
    }
    onReopened();
  }

  /** Posts the request that opens a session. Resolves with the id of the new session. */
  async #open(text: string, signal: AbortSignal): Promise<string | undefined> {
    const { endpoint, limits } = this.#parts;
    const { response } = await endpoint().post(text, signal, NO_SESSION);
    if (!isOk(response)) throw await statusError(response);
    const answer = await readOnlyAnswer(response, limits);
    if (protocolVersion(answer) === this.version) return response.header(Header.sessionId);
    throw new ConnectionClosedError(
      'transport-error',
      `The new session of the server does not have the revision ${this.version}`,
    );
  }
}
