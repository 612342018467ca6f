import { Holding, weigh, type Quota } from '@mcp-gen/runtime';
import type { ResourceUpdatedNotificationParams } from '@mcp-gen/protocol/author';

/** Maximum number of pending updates, each of a different resource. More are merged into one update of the whole resource. */
const MAX_WAITING = 1_000;
/** Maximum bytes of pending updates in memory. */
const MAX_BYTES = 1024 * 1024;

/** An update that the application has not taken yet. */
interface Waiting {
  readonly update: ResourceUpdatedNotificationParams;
  /** The bytes counted for it. */
  readonly bytes: number;
}

/**
 * Iterates over the updates of one resource, from its creation on (specification: Resources, Subscriptions). Leaving the loop ends the
 * subscription.
 *
 * An update says that the resource has changed, not how; pending updates of the same resource are merged. An update may name a part of the
 * resource: `file:///project/notes.txt`. After reconnecting there is always one update, since some may have been missed. The loop ends when
 * the client is closed, and throws when the subscription is refused or the connection lost.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * await using client = await connect('npx -y @modelcontextprotocol/server-everything');
 * for await (const { uri } of client.subscribe('file:///project')) console.log(await client.readResource(uri));
 * ```
 */
export class Subscription implements AsyncIterableIterator<ResourceUpdatedNotificationParams> {
  /** The resource that is followed. */
  readonly uri: string;
  /** Resolves when the server has accepted the subscription. Rejects with its error if it refuses. */
  readonly ready: Promise<void>;
  readonly #leave: (self: Subscription) => Promise<void>;
  /** Pending updates by URI. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #held: Holding;
  #takers: (() => void)[] = [];
  #over: { readonly error?: unknown } | undefined;

  /** @internal */
  constructor(
    uri: string,
    quota: Quota,
    join: (self: Subscription) => Promise<void>,
    leave: (self: Subscription) => Promise<void>,
  ) {
    this.uri = uri;
    this.#held = new Holding(quota, 'retained');
    this.#leave = leave;
    this.ready = join(this);
    // The loop over the updates throws the error.
    this.ready.catch(async (error: unknown) => {
      this.end({ error });
      await leave(this);
    });
  }

  /** Returns the subscription itself: all loops over it share its updates. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Waits for the next update or the end. */
  async next(): Promise<IteratorResult<ResourceUpdatedNotificationParams, undefined>> {
    for (;;) {
      const [first] = this.#waiting.values();
      if (first !== undefined) {
        this.#waiting.delete(first.update.uri);
        this.#held.add(-first.bytes);
        return { done: false, value: first.update };
      }
      if (this.#over !== undefined) {
        if ('error' in this.#over) throw this.#over.error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => this.#takers.push(resolve));
    }
  }

  /** Ends the subscription. The server is told unless another subscription follows the same resource. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end();
    this.#clear();
    await this.#leave(this);
    return { done: true, value: undefined };
  }

  /** @internal */
  put(update: ResourceUpdatedNotificationParams): void {
    if (this.#over !== undefined) return;
    if (!this.#keep(update)) {
      this.#clear();
      this.#waiting.set(this.uri, { update: { uri: this.uri }, bytes: 0 });
    }
    this.#wake();
  }

  /** Adds a pending update. Returns false if the limits do not allow it. */
  #keep(update: ResourceUpdatedNotificationParams): boolean {
    const replaced = this.#waiting.get(update.uri);
    if (replaced === undefined && this.#waiting.size >= MAX_WAITING) return false;
    const bytes = weigh(update);
    const total = this.#held.bytes + bytes - (replaced?.bytes ?? 0);
    if (total > MAX_BYTES || !this.#held.set(total)) return false;
    this.#waiting.set(update.uri, { update, bytes });
    return true;
  }

  #clear(): void {
    this.#waiting.clear();
    this.#held.close();
  }

  /** @internal */
  end(how: { readonly error?: unknown } = {}): void {
    this.#over ??= how;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#takers.splice(0)) wake();
  }
}
