import type { AuthInfo } from '../../../codegen/v1.js';
import { encode } from '../../../codec/encode.js';
import { ConnectionClosedError } from '../../../errors.js';
import type { Message } from '../../../jsonrpc/messages.js';
import { after, every, type Stop } from '../../../timers.js';
import type { Account } from '../../../ledger/index.js';
import type { MessageInfo, Receiver, Transport } from '../../../transports/transport.js';
import type { EventSink } from '../../shared/httpExchange.js';
import { Expiry } from '../sessions/expiry.js';
import type { Posted } from '../posted.js';

/** Options of a session of the older transport. */
export interface SseSessionOptions {
  readonly id: string;
  /** The id of the caller that opened it, if callers are identified. */
  readonly owner: string | undefined;
  /** The account of the caller that opened it. */
  readonly account: Account;
  /** The path where the client posts its messages, including the session id. */
  readonly endpoint: string;
  readonly settings: { readonly keepAlive: number; readonly unsentLimit: number; readonly answerTimeout: number };
  readonly onClose: () => void;
}

const MEBIBYTE = 2 ** 20;

/**
 * One session of the older transport on the server side: one stream for messages of the server, and POST requests to a separate path for
 * messages of the client (specification 2024-11-05: Transports, HTTP with SSE). The session lasts as long as the stream.
 */
export class SseSession implements Transport {
  readonly sessionId: string;
  readonly owner: string | undefined;
  readonly quota: Account;
  /** Counts posted messages: the second one shows that the client is active. */
  #posts = 0;
  readonly #sink: EventSink;
  readonly #unsentLimit: number;
  /** What is unsent of answers, in the unit of the sink: as in a plain response, the account of the caller limits it. */
  #unsentAnswers = 0;
  /** What would be unsent if the client had read nothing since the wait for it began. */
  #unread = 0;
  readonly #answerTimeout: number;
  #stopWaiting: Stop | undefined;
  readonly #stopKeepAlive: Stop;
  readonly #onClose: () => void;
  readonly #expiry = new Expiry();
  #receiver: Receiver | undefined;
  #closed = false;

  constructor(sink: EventSink, { id, owner, account, endpoint, settings, onClose }: SseSessionOptions) {
    const { keepAlive, unsentLimit, answerTimeout } = settings;
    this.sessionId = id;
    this.owner = owner;
    this.quota = account;
    this.#sink = sink;
    this.#unsentLimit = unsentLimit;
    this.#answerTimeout = answerTimeout;
    this.#onClose = onClose;
    this.#stopKeepAlive = every(keepAlive, () => void sink.write(': keep-alive\n\n'));
    sink.onGone(() => this.#lose('end-of-input', 'The client closed the stream'));
    void sink.write(`event: endpoint\ndata: ${endpoint}\n\n`);
  }

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('The transport has already been started');
    this.#receiver = receiver;
  }

  send(message: Message | readonly Message[]): void | Promise<void> {
    if (this.#closed) return;
    const before = this.#sink.unsent;
    const taken = this.#sink.write(`event: message\ndata: ${encode(message)}\n\n`);
    const size = Math.max(this.#sink.unsent - before, 0);
    this.#unread += size;
    // Even a client that reads at once cannot read answers before all of a turn are written.
    if (!('method' in message) && taken !== undefined) {
      this.#unsentAnswers += size;
      this.#stopWaiting ??= this.#waitForReader();
      void taken.then(() => {
        this.#unsentAnswers -= size;
      });
    }
    if (this.#sink.unsent - this.#unsentAnswers <= this.#unsentLimit) return taken;
    this.#giveUp();
  }

  /**
   * Gives the client the time of `answerTimeout` for each mebibyte that waits, again and again: how much it has read of one write cannot be
   * measured.
   */
  #waitForReader(): Stop | undefined {
    if (this.#closed) return undefined;
    this.#unread = this.#sink.unsent;
    return after(this.#answerTimeout * Math.max(1, Math.ceil(this.#unread / MEBIBYTE)), () => {
      if (this.#unsentAnswers > 0 && this.#sink.unsent >= this.#unread) return this.#giveUp();
      this.#stopWaiting = this.#unsentAnswers > 0 ? this.#waitForReader() : undefined;
    });
  }

  #giveUp(): void {
    this.#sink.destroy();
    this.#lose('transport-error', 'The client does not read its stream');
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopKeepAlive();
    this.#stopWaiting?.();
    this.#expiry.stop();
    this.#sink.end();
    this.#onClose();
  }

  /** A session ends with its stream, so other processes cannot continue it. */
  readonly isReleased = false;

  /** Called when another process has claimed the id, because this one seemed to have stopped. */
  lose(): void {
    this.#lose('transport-error', 'Another process has taken over the session');
  }

  /** This session has no record. */
  rewrite(): void {
    // Nothing is written.
  }

  /** It ends with its process. */
  release(): void {
    // Nothing is left to others.
  }

  /** Whether the client has sent messages after the one that opens the session. */
  get isUsed(): boolean {
    return this.#posts > 1;
  }

  /** Called for each request of the client: the session lasts until its latest credentials expire. */
  authenticated(auth: AuthInfo | undefined): void {
    this.#expiry.extend(auth);
    this.#expiry.watch(() => this.#lose('end-of-input', 'The credentials of the client have expired'));
  }

  /** Handles a POST request. */
  post({ value, items }: Posted, info: MessageInfo): void {
    this.#posts++;
    this.#receiver?.message(value, info, items);
  }

  #lose(reason: 'end-of-input' | 'transport-error', message: string): void {
    if (!this.#closed) this.#receiver?.closed(new ConnectionClosedError(reason, message));
  }
}
