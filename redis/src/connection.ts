import { backoff } from '@mcp-gen/runtime';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { SCRIPTS, type ScriptName } from './scripts.js';

/** A client of `ioredis`, of one server or of a cluster. */
export type RedisClient = Redis | Cluster;

/** Timeout of a command in milliseconds, shorter than the runtime's timeout of stores. */
const COMMAND_TIMEOUT = 4_500;

/** Maximum delay between two attempts to connect, in milliseconds. */
const MAX_RETRY_DELAY = 1_000;

const OPTIONS: Omit<RedisOptions, 'replyMapping'> = {
  commandTimeout: COMMAND_TIMEOUT,
  connectTimeout: COMMAND_TIMEOUT,
  // Commands wait for the next connection until they time out. Commands that must not run twice are idempotent by the ids that they write.
  maxRetriesPerRequest: null,
  retryStrategy: (attempts) => backoff(50, attempts, MAX_RETRY_DELAY) * (0.5 + Math.random() / 2),
};

/** The names of scripts, which do not collide with other scripts of a client. */
const nameOf = (name: ScriptName): string => `mcpgen_${name}`;

type Scripted = { readonly [name: string]: (...given: (string | number)[]) => Promise<unknown> };

/** Listens to one channel. */
export interface ChannelListener {
  /** Called with each message. */
  readonly message: (text: string) => void;
  /** Called when the subscription works again after an interruption. Messages may have been lost. */
  readonly resumed: () => void;
}

/** The connections to Redis: one for commands, and one for channels from the first subscription on. */
export class Connection {
  readonly client: RedisClient;
  readonly #isOwn: boolean;
  readonly #report: (error: unknown) => void;
  readonly #channels = new Map<string, ChannelListener>();
  #subscriber: RedisClient | undefined;
  #isDown = false;
  #closed = false;

  constructor(given: string | RedisClient, report: (error: unknown) => void) {
    this.#report = report;
    this.#isOwn = typeof given === 'string';
    this.client = typeof given === 'string' ? new Redis(given, OPTIONS) : given;
    for (const [name, { keys, lua }] of Object.entries(SCRIPTS)) {
      this.client.defineCommand(nameOf(name as ScriptName), { numberOfKeys: keys, lua });
    }
    this.#watch(this.client);
  }

  /** Runs a script. */
  run(name: ScriptName, ...given: (string | number)[]): Promise<unknown> {
    const script = (this.client as unknown as Scripted)[nameOf(name)];
    if (script === undefined) throw new Error(`The script ${name} is not defined`);
    return script.apply(this.client, given);
  }

  /** Publishes a message. Resolves with false if the channel has no subscriber. */
  async publish(channel: string, text: string): Promise<boolean> {
    if (this.client instanceof Cluster) {
      // The messages of a channel stay in order if all of them go to the same server. It counts its own subscribers only.
      await this.run('publishAt', channel, text);
      return true;
    }
    return (await this.client.publish(channel, text)) > 0;
  }

  /** Listens to a channel until the returned function is called. */
  async subscribe(channel: string, listener: ChannelListener): Promise<() => Promise<void>> {
    const subscriber = (this.#subscriber ??= this.#openSubscriber());
    this.#channels.set(channel, listener);
    try {
      await subscriber.subscribe(channel);
    } catch (error) {
      this.#channels.delete(channel);
      throw error;
    }
    return async () => {
      // Another listener may use the channel by now.
      if (this.#channels.get(channel) !== listener || this.#closed) return;
      this.#channels.delete(channel);
      await subscriber.unsubscribe(channel);
    };
  }

  /** Closes the connections that were opened here. */
  close(): void {
    this.#closed = true;
    this.#channels.clear();
    this.#subscriber?.disconnect();
    if (this.#isOwn) this.client.disconnect();
  }

  #openSubscriber(): RedisClient {
    // A subscriber resubscribes automatically. The command timeout would apply to the subscription, too.
    const subscriber =
      this.client instanceof Cluster ? this.client.duplicate() : this.client.duplicate({ maxRetriesPerRequest: null });
    this.#watch(subscriber);
    subscriber.on('message', (channel: string, text: string) => this.#channels.get(channel)?.message(text));
    let isFirst = true;
    subscriber.on('ready', () => {
      if (isFirst) isFirst = false;
      else void this.#resubscribe(subscriber);
    });
    return subscriber;
  }

  /** Waits until the client has subscribed again, which it does automatically. */
  async #resubscribe(subscriber: RedisClient): Promise<void> {
    const channels = [...this.#channels];
    if (channels.length === 0) return;
    try {
      await subscriber.subscribe(...channels.map(([channel]) => channel));
    } catch (error) {
      this.#report(error);
      return;
    }
    for (const [, { resumed }] of channels) resumed();
  }

  /** Reports a lost connection once, however often reconnecting fails. */
  #watch(client: RedisClient): void {
    client.on('error', (error: unknown) => {
      if (this.#isDown || this.#closed) return;
      this.#isDown = true;
      this.#report(new Error('The connection to Redis failed', { cause: error }));
    });
    client.on('ready', () => (this.#isDown = false));
  }
}
