import { CLOCK_METHODS, systemClock, type Clock } from '../clock.js';
import { checkMethods, checkNumbers, checkOptions, type OptionNames } from '../options.js';
import type { TaskSupport } from '../server/taskSupport.js';
import { MemoryTaskStore } from './memoryStore.js';
import type { TaskStore } from './store.js';
import { Tasks } from './tasks.js';

/** Options of {@link tasks}. */
export interface TasksOptions {
  /** Where tasks are kept. Default: a {@link MemoryTaskStore} for each server. */
  readonly store?: TaskStore | undefined;
  /** Milliseconds after its creation at which a task is dropped, whether or not it has ended. Default 3,600,000 (an hour). */
  readonly ttl?: number | undefined;
  /** Milliseconds that clients are to let pass between two polls. Default 1,000. */
  readonly pollInterval?: number | undefined;
  /** The most tasks of one caller that run at a time. Default 100. */
  readonly maxRunning?: number | undefined;
  /** The most tasks of one caller that are kept; beyond it, those that were created first and do not run are dropped. Default 1,000. */
  readonly maxKept?: number | undefined;
  /**
   * The most bytes that the tasks of one caller take, estimated. Beyond it, those that were created first and do not run are dropped; a
   * result for which that is not enough is an error of its task. Default 16 MiB.
   */
  readonly maxKeptBytes?: number | undefined;
  /**
   * Milliseconds after which a task has failed whose process no longer says that it runs: it was killed, or the machine went down.
   * The process says so three times in that time. Default 30,000.
   */
  readonly lease?: number | undefined;
  /** Tells the time: for tests. Default: the clock of the process. */
  readonly clock?: Clock | undefined;
}

const OPTIONS: OptionNames<TasksOptions> = {
  store: true,
  ttl: true,
  pollInterval: true,
  maxRunning: true,
  maxKept: true,
  maxKeptBytes: true,
  lease: true,
  clock: true,
};

/** The longest time that a timer can take. */
const LONGEST = 2 ** 31 - 1;

/**
 * Lets the tools of a server run as tasks, which go on without the request that started them.
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
 * @throws {TypeError} or {RangeError} if an option is unknown or invalid, naming it.
 */
export function tasks(options: TasksOptions = {}): TaskSupport {
  checkOptions('tasks', options, OPTIONS);
  checkMethods('The option store of tasks', options.store, ['set', 'get', 'delete']);
  checkMethods('The option clock of tasks', options.clock, CLOCK_METHODS);
  checkNumbers('tasks', options, {
    ttl: 'positive',
    pollInterval: 'positive',
    maxRunning: 'count',
    maxKept: 'count',
    maxKeptBytes: 'count',
    lease: 'positive',
  });
  const { ttl = 3_600_000, pollInterval = 1_000, maxRunning = 100, maxKept = 1_000, lease = 30_000 } = options;
  const { maxKeptBytes = 16 * 1024 * 1024 } = options;
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
          lease: Math.min(lease, LONGEST),
          clock: options.clock ?? systemClock,
        },
        host,
      ),
  };
}
