import type { PeerInfo, SessionHandle } from '../codegen/v1.js';
import type { RequestId } from '../jsonrpc/messages.js';
import type { Quota } from '../ledger/index.js';
import { RequestCancelledError } from '../errors.js';
import * as Method from '../registry/methods.js';
import type { ErrorListener } from '../report.js';
import type { Closing } from './closing.js';
import {
  copyOf,
  type Answers,
  type Asking,
  type AskingExchange,
  type MessageContext,
  type Questions,
} from './context.js';
import type { Link } from './link.js';
import type { Outgoing } from './outgoing.js';
import type { Profile } from './profile.js';

/** The context that all messages of one session share. It changes once, after negotiation. */
export class SessionContext implements MessageContext {
  readonly session: SessionHandle;
  readonly asking: Asking;
  readonly progressRate: number;
  readonly report: ErrorListener;
  readonly quota: Quota;
  readonly #link: Link;
  readonly #outgoing: Outgoing;
  readonly #closing: Closing;

  /** @param quota counts the memory of handlers, which can outlive the session */
  constructor(link: Link, outgoing: Outgoing, session: SessionHandle, quota: Quota, closing: Closing) {
    this.#closing = closing;
    this.#link = link;
    this.#outgoing = outgoing;
    this.session = session;
    this.quota = quota;
    this.asking = new AskByRequest(outgoing);
    this.progressRate = link.progressRate;
    this.report = link.report;
  }

  get profile(): Profile {
    return this.#link.profile;
  }

  get peer(): PeerInfo {
    return this.#link.info;
  }

  notify(method: string, params: unknown, relatesTo: RequestId | undefined): Promise<void> {
    return this.#outgoing.closed ? Promise.resolve() : this.#outgoing.notify(method, params, relatesTo);
  }

  onClosing(listener: () => void): () => void {
    return this.#closing.add(listener);
  }

  /** Returns the context for a question inside a result, which uses another profile. */
  questionContext(profile: Profile, other: PeerInfo): MessageContext {
    const { session, quota, progressRate, report, asking } = this;
    return {
      profile,
      peer: other,
      session,
      quota,
      progressRate,
      report,
      asking,
      notify: () => Promise.resolve(),
      onClosing: (listener) => this.onClosing(listener),
      closeStream: () => undefined,
      handleLifecycle: () => false,
    };
  }

  closeStream(id: RequestId): void {
    this.#link.closeStream(id);
  }

  /** A server without sessions may only cancel requests that last as long as the client listens. */
  #ended(params: unknown): void {
    const { requestId, reason } = params as { readonly requestId: RequestId; readonly reason?: string };
    this.#outgoing.endListening(requestId, new RequestCancelledError(reason));
  }

  handleLifecycle(method: string, params: unknown): boolean {
    if (method === Method.notificationsProgress) this.#outgoing.progressed(params);
    else if (method === Method.notificationsInitialized) this.#link.becomeReady();
    else if (method === Method.notificationsCancelled && this.profile.requestMeta !== undefined) this.#ended(params);
    else return false;
    return true;
  }
}

/** The session as handlers see it: they can store data by it and send notifications, but not ask or close. */
export class SessionView implements SessionHandle {
  readonly closed: Promise<Error>;
  readonly notify: (method: string, params?: unknown) => Promise<void>;
  readonly keep: (state: { readonly [name: string]: unknown }) => void;
  readonly quota: Quota;
  readonly #link: Link;

  constructor(closed: Promise<Error>, link: Link, outgoing: Outgoing, quota: Quota) {
    this.closed = closed;
    this.quota = quota;
    this.notify = (method, params) => outgoing.notify(method, params);
    this.keep = (state) => link.keep(state);
    this.#link = link;
  }

  get id(): string | undefined {
    return this.#link.sessionId;
  }

  get revision(): string {
    return this.#link.profile.revision;
  }

  get peer(): PeerInfo {
    return this.#link.info;
  }
}

/** Asks the other side with requests while the handler waits. */
class AskByRequest implements Asking {
  /** Handlers are never replayed. */
  readonly replay = undefined;
  readonly #outgoing: Outgoing;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  async once(_key: string, act: () => unknown): Promise<unknown> {
    return copyOf(await act());
  }

  /** If one question fails, the others are withdrawn, since the handler will not use their answers. */
  async ask(questions: Questions, { id, signal }: AskingExchange): Promise<Answers> {
    const asked = Object.entries(questions);
    const withdrawn = asked.length > 1 ? new AbortController() : undefined;
    try {
      const answers = asked.map(async ([key, { method, params, timeout, signal: own, onProgress }]) => {
        const signals = [signal, withdrawn?.signal, own].filter((each) => each !== undefined);
        const options = { signal: signals.length === 1 ? signal : AbortSignal.any(signals), timeout, onProgress };
        return [key, await this.#outgoing.request(method, params, options, id)] as const;
      });
      return Object.fromEntries(await Promise.all(answers));
    } catch (error) {
      withdrawn?.abort(error);
      throw error;
    }
  }
}
