import { MetaKey, type RequestOptions } from '@mcp-gen/runtime';
import type { SubscriptionsAcknowledgedNotificationParams } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';

/** A filter of notifications, with names that an extension adds: `{ taskIds: ['one'] }`. */
export type ExtensionFilter = { readonly [name: string]: unknown };

/** Options of a stream of notifications. */
export interface ExtensionStreamOptions {
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Called with the part of the filter that the server has agreed to. It is untrusted. Default: nothing is called. */
  readonly onAgreed?: ((filter: ExtensionFilter) => void) | undefined;
}

/** The session that a stream is opened in. */
interface Listening {
  request(method: typeof Method.subscriptionsListen, params: unknown, options: RequestOptions): Promise<unknown>;
}

/** The streams of notifications that the extensions of a client have requested. */
export class ExtensionStreams {
  /** Callbacks for the acknowledgement of a stream, by the id of its request. */
  readonly #open = new Map<string | number, (filter: ExtensionFilter) => void>();

  /** Requests notifications from a server without sessions. Resolves when the server has ended the stream. */
  async listen(
    session: Listening,
    notifications: ExtensionFilter,
    { signal, onAgreed = () => undefined }: ExtensionStreamOptions,
  ): Promise<void> {
    const ids: (string | number)[] = [];
    const onRequestId = (id: string | number): void => {
      ids.push(id);
      this.#open.set(id, onAgreed);
    };
    try {
      await session.request(Method.subscriptionsListen, { notifications }, { timeout: 0, signal, onRequestId });
    } finally {
      for (const id of ids) this.#open.delete(id);
    }
  }

  /** Handles the acknowledgement of a stream. Returns whether it is one of these. */
  acknowledged({ notifications, _meta: meta }: SubscriptionsAcknowledgedNotificationParams): boolean {
    const agree = this.#open.get(meta?.[MetaKey.SubscriptionId] as string | number);
    agree?.(notifications as ExtensionFilter);
    return agree !== undefined;
  }
}
