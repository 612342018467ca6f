import type { PeerInfo } from '../codegen/v1.js';
import type { NotificationMessage, RequestId } from '../jsonrpc/messages.js';
import type { Quota } from '../ledger/index.js';
import type { MessageContext } from '../peer/context.js';
import { notificationOf } from '../peer/outgoing.js';
import type { Profile } from '../peer/profile.js';
import type { ErrorListener } from '../report.js';
import type { AskByReplay } from './askByReplay.js';
import { clientOf } from './metadata.js';

/** Sends messages to the sender of a request, on any transport. */
export interface Outlet {
  /** Counts the memory of the request's handler. */
  readonly quota: Quota;
  /** Maximum number of progress notifications of one request in a second. */
  readonly progressRate: number;
  /** Called for errors that the client does not receive. */
  readonly report: ErrorListener;
  /** Sends a notification that belongs to a request. */
  readonly send: (message: NotificationMessage, relatesTo: RequestId | undefined) => void | Promise<void>;
  /** See `HandlerContext.onClosing`. */
  readonly onClosing: (listener: () => void) => () => void;
}

/** The context of one request in a revision without sessions: all of it is from the request. */
export class StatelessContext implements MessageContext {
  readonly profile: Profile;
  readonly session = undefined;
  readonly asking: AskByReplay;
  readonly #params: unknown;
  readonly #outlet: Outlet;
  #peer: PeerInfo | undefined;

  constructor(profile: Profile, params: unknown, asking: AskByReplay, outlet: Outlet) {
    this.profile = profile;
    this.asking = asking;
    this.#params = params;
    this.#outlet = outlet;
  }

  get peer(): PeerInfo {
    return (this.#peer ??= clientOf(this.#params));
  }

  get quota(): Quota {
    return this.#outlet.quota;
  }

  get progressRate(): number {
    return this.#outlet.progressRate;
  }

  get report(): ErrorListener {
    return this.#outlet.report;
  }

  async notify(method: string, params: unknown, relatesTo: RequestId | undefined): Promise<void> {
    if (this.asking.isReplaying) return;
    const message = notificationOf(method, params, this);
    await this.#outlet.send(message instanceof Promise ? await message : message, relatesTo);
  }

  onClosing(listener: () => void): () => void {
    return this.#outlet.onClosing(listener);
  }

  closeStream(): void {
    // Streams cannot be resumed in this era.
  }

  handleLifecycle(): boolean {
    return false;
  }
}
