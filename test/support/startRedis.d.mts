/** A server that was started for tests. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a crash does. What it has not written to disk is lost. */
  kill(): Promise<void>;
  /** Starts it again at the same port, with what it has written to disk. */
  start(): Promise<void>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a private server at a free port of this machine.
 *
 * @param options of `redis-server`: `['--appendonly', 'yes']`
 */
export function startRedis(options?: readonly string[]): Promise<RedisServer>;

/** Returns a port that nobody listens at. */
export function freePort(): Promise<number>;
