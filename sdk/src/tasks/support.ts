import { checkOptions, count, lifetime, methods, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';
import { CLOCK, systemClock, type Clock } from '../clock.js';
import type { TaskSupport } from '../server/taskSupport.js';
import { MemoryTaskStore } from './memoryStore.js';
import type { TaskStore } from './store.js';
import { Tasks } from './tasks.js';

/** Options of {@link tasks}. */
export interface TasksOptions {
  /** The store. Default: a {@link MemoryTaskStore} for each server. */
  readonly store?: TaskStore | undefined;
  /** Time to live: milliseconds after creation at which a task is dropped, whether or not it has ended. Default 3,600,000 (an hour). */
  readonly ttl?: number | undefined;
  /** Suggested milliseconds between two polls of clients. Default 1,000. */
  readonly pollInterval?: number | undefined;
  /** Maximum number of running tasks of one caller. Default 100. */
  readonly maxRunning?: number | undefined;
  /** Maximum number of tasks of one caller; beyond it, the oldest that are not running are dropped. Default 1,000. */
  readonly maxKept?: number | undefined;
  /**
   * Maximum estimated bytes of the tasks of one caller. Beyond it, the oldest that are not running are dropped; if that is not enough for a
   * result, its task fails. Default 16 MiB.
   */
  readonly maxKeptBytes?: number | undefined;
  /**
   * Milliseconds after which a task fails if its process has not renewed its lease: it was killed, or the machine failed. The process
   * renews the lease three times in that time. Default 30,000.
   */
  readonly lease?: number | undefined;
  /** Schedules expiry and leases: for tests. Default: the clock of the process. */
  readonly clock?: Clock | undefined;
}

/** {@link TasksOptions}. */
export const TASKS_OPTIONS: OptionTable<TasksOptions> = {
  store: methods('set', 'get', 'delete'),
  ttl: lifetime(3_600_000),
  pollInterval: lifetime(1_000),
  maxRunning: count(100),
  maxKept: count(1_000),
  maxKeptBytes: count(16 * 1024 * 1024),
  lease: lifetime(30_000),
  clock: CLOCK,
};

/** Maximum delay of a timer in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Lets the tools of a server run as tasks, which continue after their request.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { tasks } from '@mcp-gen/sdk/tasks';
 *
 * const server = new Server({ name: 'reports', version: '1.0.0' }, { tasks: tasks() });
 * server.tool('report', { task: 'optional' }, async (_, { progress, signal }) => {
 *   for (let page = 1; page <= 10; page++) {
 *     progress(page, 10, `Page ${page} of 10`);
 *     await fetch(`https://reports.example/${page}`, { signal });
 *   }
 *   return 'Ten pages';
 * });
 * ```
 * @throws {TypeError} or {RangeError} if an option is unknown or invalid.
 */
export function tasks(options: TasksOptions = {}): TaskSupport {
  checkOptions('tasks', options, TASKS_OPTIONS);
  const { ttl, pollInterval, maxRunning, maxKept, maxKeptBytes, lease } = withDefaults<TasksOptions>(
    options,
    TASKS_OPTIONS,
  );
  return {
    attach: (host) =>
      new Tasks(
        {
          store: options.store ?? new MemoryTaskStore(),
          ttl,
          pollInterval: Math.ceil(pollInterval),
          maxRunning,
          maxKept,
          maxKeptBytes,
          lease: Math.min(lease, MAX_DELAY),
          clock: options.clock ?? systemClock,
        },
        host,
      ),
  };
}
