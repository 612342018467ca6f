/** One message as it was sent on a stream of server-sent events. */
export interface StoredEvent {
  /** Unique in its session: `3-17` is the 17th of stream 3. */
  readonly id: string;
  /** The message, as JSON. */
  readonly data: string;
}

/**
 * Keeps what was sent on streams, so that a client whose connection broke can have the rest (specification: Transports,
 * Resumability and Redelivery). Implement it to keep events elsewhere than in this process.
 */
export interface EventStore {
  /** Keeps an event, after those of its stream that came before. */
  append(session: string, stream: string, event: StoredEvent): void | Promise<void>;
  /** The events of a stream after one of them, in order, or nothing if some of them are no longer kept. */
  after(
    session: string,
    stream: string,
    id: string,
  ): readonly StoredEvent[] | undefined | Promise<readonly StoredEvent[] | undefined>;
  /** Forgets a session. */
  forget(session: string): void | Promise<void>;
}

/** How much a {@link MemoryEventStore} keeps of each session. */
export interface MemoryEventStoreOptions {
  /** Events. Default 1,000. */
  readonly events?: number | undefined;
  /** Characters of all its events together. Default 1,048,576. */
  readonly characters?: number | undefined;
}

/** Keeps the latest events of each session in this process. */
export class MemoryEventStore implements EventStore {
  readonly #most: number;
  readonly #characters: number;
  readonly #sessions = new Map<string, Kept>();

  constructor({ events = 1_000, characters = 1_048_576 }: MemoryEventStoreOptions = {}) {
    this.#most = events;
    this.#characters = characters;
  }

  append(session: string, stream: string, event: StoredEvent): void {
    let kept = this.#sessions.get(session);
    if (kept === undefined) this.#sessions.set(session, (kept = { events: [], characters: 0, dropped: new Map() }));
    kept.events.push({ stream, ...event });
    kept.characters += event.data.length;
    while (kept.events.length > this.#most || kept.characters > this.#characters) {
      const oldest = kept.events.shift();
      if (oldest === undefined) break;
      kept.characters -= oldest.data.length;
      kept.dropped.delete(oldest.stream);
      kept.dropped.set(oldest.stream, oldest.id);
      const [forgotten] = kept.dropped.keys();
      if (kept.dropped.size > this.#most && forgotten !== undefined) kept.dropped.delete(forgotten);
    }
  }

  after(session: string, stream: string, id: string): readonly StoredEvent[] | undefined {
    const kept = this.#sessions.get(session);
    if (kept === undefined) return undefined;
    const events = kept.events.filter((event) => event.stream === stream);
    const at = events.findIndex((event) => event.id === id);
    // The last event that was dropped is as good a place to go on from as one that is kept.
    if (at < 0 && kept.dropped.get(stream) !== id) return undefined;
    return events.slice(at + 1);
  }

  forget(session: string): void {
    this.#sessions.delete(session);
  }
}

interface Kept {
  readonly events: (StoredEvent & { readonly stream: string })[];
  characters: number;
  /** The last event of each stream that is no longer kept, of as many streams as events are kept. */
  readonly dropped: Map<string, string>;
}
