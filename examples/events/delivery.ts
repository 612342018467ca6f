/** What all three ways of delivery have in common at a client: each event once, and the cursor to continue with. */

import type { EventDelivery, EventOccurrence } from './generated/types.ts';

/** Events that are remembered to recognize repetitions. */
const MAX_SEEN = 1_000;

export interface EventListener {
  /** Called for each event. Its data is untrusted, as the result of a tool is. */
  onEvent(event: EventOccurrence): void | Promise<void>;
  /** Called when events may have been missed: read again what matters. Default: ignored. */
  onGap?(): void;
  /** Called for errors after which the subscription goes on. Default: ignored. */
  onError?(error: unknown): void;
}

/** A subscription of a client. */
export interface EventSubscription {
  readonly delivery: EventDelivery;
  /** Where to continue after a restart: pass it to `subscribe`. */
  readonly cursor: string | null;
  /** Resolves after {@link EventSubscription.close}. Rejects if the server ends the subscription for good. */
  readonly closed: Promise<void>;
  close(): void;
}

/** What has arrived of one subscription. */
export class Arrivals {
  cursor: string | null;
  readonly #listener: EventListener;
  readonly #seen = new Set<string>();

  constructor(listener: EventListener, cursor: string | null = null) {
    this.#listener = listener;
    this.cursor = cursor;
  }

  /** The position of a result or notification without events. */
  moved(cursor: string | null | undefined, truncated = false): void {
    if (cursor !== undefined && cursor !== null) this.cursor = cursor;
    if (truncated) this.#listener.onGap?.();
  }

  event(event: EventOccurrence): void {
    const { eventId, cursor } = event;
    const isNew = !this.#seen.has(eventId);
    if (isNew) this.#remember(eventId);
    if (isNew) void Promise.resolve(this.#call(event)).catch((error: unknown) => this.failed(error));
    this.moved(cursor);
  }

  failed(error: unknown): void {
    this.#listener.onError?.(error);
  }

  async #call(event: EventOccurrence): Promise<void> {
    await this.#listener.onEvent(event);
  }

  #remember(eventId: string): void {
    this.#seen.add(eventId);
    const [oldest] = this.#seen;
    if (this.#seen.size > MAX_SEEN && oldest !== undefined) this.#seen.delete(oldest);
  }
}
