import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { reasonFor } from '@mcp-gen/runtime';
import {
  type EndSubscription,
  holderOfTask,
  type TaskChannel,
  type TaskRecord,
  type TaskStore,
} from '@mcp-gen/sdk/tasks';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';
import { REDIS_TASKS } from './limits.js';
import { parsed } from './sessionStore.js';
import type { RedisShares } from './shares.js';

/** Milliseconds that a task without a time to live is kept after its last change: 30 days. */
const MAX_TTL = 30 * 24 * 3_600_000;

/** Maximum number of unfinished tasks that are listed. */
const MAX_UNFINISHED = 10_000;

/** Added to the rank of tasks that have not ended: more than any time in milliseconds since 1970. */
const UNFINISHED = 1e15;

/** Milliseconds that a record is kept after its task has expired, so that the server that runs it removes it. */
const EXPIRY_MARGIN = 60_000;

/** Stores tasks in Redis. The server validates the records (`isRecord` of the sdk), so this only checks that they are JSON. */
export class RedisTaskStore implements TaskStore {
  readonly channel: TaskChannel;
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #report: (error: unknown) => void;
  readonly #shares: RedisShares;

  /** @param shares counts the tasks, and the bytes of their records */
  constructor(connection: Connection, keys: Keys, shares: RedisShares, report: (error: unknown) => void) {
    this.#shares = shares;
    this.#connection = connection;
    this.#keys = keys;
    this.#report = report;
    this.channel = new RedisTaskChannel(connection, keys.taskChannel);
  }

  /** Rejects if the record exceeds a limit. The previous record of the task is kept then. */
  async set(record: TaskRecord): Promise<void> {
    const { id, updatedAt } = record;
    const { client } = this.#connection;
    const { unfinishedTasks } = this.#keys;
    const json = JSON.stringify(record);
    const left = timeLeft(record);
    const ended = hasEnded(record);
    if (!(await this.#count(record, json)))
      throw new Error(`The task store in Redis is full: ${reasonFor(REDIS_TASKS)}, or the limit maxTaskBytes`);
    // The id is added before the record is written, and removed afterwards: extra ids in the list are harmless.
    if (!ended) await client.zadd(unfinishedTasks, Date.now() + left, id);
    const written = await this.#connection.run('setTask', this.#keys.task(id), json, ended ? 1 : 0, updatedAt, left);
    if (ended || written === 0) await client.zrem(unfinishedTasks, id);
    // The task has ended already, and its record is still that of its end.
    const kept = written === 0 ? await this.get(id) : undefined;
    if (kept !== undefined) await this.#count(kept, JSON.stringify(kept));
  }

  /** Returns whether a record is within the limits. */
  async #count(record: TaskRecord, json: string): Promise<boolean> {
    const { id, createdAt } = record;
    const item = {
      id,
      holder: holderOfTask(record),
      amounts: [1, Buffer.byteLength(json)],
      // Tasks that have ended are lost first.
      rank: hasEnded(record) ? createdAt : createdAt + UNFINISHED,
      timeToLive: timeLeft(record),
    };
    const { isTaken, lost } = await this.#shares.count(item, 'refuse');
    await Promise.all(lost.map((each) => this.#remove(each)));
    return isTaken;
  }

  async get(id: string): Promise<TaskRecord | undefined> {
    const text = await this.#connection.client.hget(this.#keys.task(id), 'record');
    if (text === null) return undefined;
    const record = parsed(text);
    if (isObject(record) && record.id === id) return record as unknown as TaskRecord;
    this.#report(new TypeError('Redis has an invalid task record. It is ignored'));
    return undefined;
  }

  async delete(id: string): Promise<void> {
    await this.#remove(id);
    await this.#shares.delete(id);
  }

  async #remove(id: string): Promise<void> {
    await this.#connection.client.del(this.#keys.task(id));
    await this.#connection.client.zrem(this.#keys.unfinishedTasks, id);
  }

  async unfinished(): Promise<readonly string[]> {
    const { client } = this.#connection;
    await client.zremrangebyscore(this.#keys.unfinishedTasks, '-inf', String(Date.now()));
    return client.zrange(this.#keys.unfinishedTasks, 0, String(MAX_UNFINISHED - 1));
  }
}

function hasEnded({ status }: TaskRecord): boolean {
  return status !== 'working' && status !== 'input_required';
}

/** Returns the milliseconds for which a record is kept. */
function timeLeft({ createdAt, ttl }: TaskRecord): number {
  return ttl === null ? MAX_TTL : Math.max(EXPIRY_MARGIN, createdAt + ttl - Date.now() + EXPIRY_MARGIN);
}

/** Carries messages about tasks on a Redis channel, which all processes subscribe to that run tasks or send such messages. */
class RedisTaskChannel implements TaskChannel {
  readonly #connection: Connection;
  readonly #name: string;
  readonly #listeners = new Set<{ readonly deliver: (message: unknown) => void }>();
  /** Subscriptions of this process, and those that are about to be. */
  #users = 0;
  #subscription: Promise<() => Promise<void>> | undefined;

  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = name;
  }

  async publish(message: object): Promise<void> {
    await this.#connection.publish(this.#name, JSON.stringify(message));
  }

  async subscribe(listener: (message: unknown) => void): Promise<EndSubscription> {
    const added = { deliver: listener };
    this.#users++;
    const subscription = (this.#subscription ??= this.#connection.subscribe(this.#name, {
      message: (text) => this.#deliver(text),
      // A sender whose message was lost tries again.
      resumed: () => undefined,
    }));
    try {
      await subscription;
    } catch (error) {
      this.#users--;
      if (this.#subscription === subscription) this.#subscription = undefined;
      throw error;
    }
    this.#listeners.add(added);
    return async () => {
      if (!this.#listeners.delete(added) || --this.#users > 0) return;
      this.#subscription = undefined;
      await (
        await subscription
      )();
    };
  }

  #deliver(text: string): void {
    const message = parsed(text);
    for (const { deliver } of [...this.#listeners]) deliver(message);
  }
}
