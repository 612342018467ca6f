import {
  checkOptions,
  count,
  finite,
  lifetime,
  methods,
  type OptionTable,
  withDefaults,
} from '@mcp-gen/runtime/options';
import type { ClientRequests, ServerNotifications } from '@mcp-gen/protocol/extensions/tasks';
import { tasksCancel, tasksGet, tasksUpdate } from '@mcp-gen/protocol/extensions/tasks/methods';
import * as features from '@mcp-gen/protocol/registry/features';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { holds } from '@mcp-gen/runtime';
import { CLOCK, systemClock, type Clock } from '../clock.js';
import { defineExtension } from '../extension/defineExtension.js';
import { TaskReturn } from '../server/handlerTask.js';
import type { Server } from '../server/server.js';
import type { ServerSide } from '../server/serverSide.js';
import { QUESTION_TASK } from './askAsTask.js';
import { TASKS } from './definition.js';
import { MemoryTaskStore } from './memoryStore.js';
import type { TaskStore } from './store.js';
import { Tasks, type TasksParts } from './tasks.js';
import { ListedTools, TOOL_TASK } from './toolTask.js';

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
  ttl: finite(lifetime(3_600_000)),
  pollInterval: finite(lifetime(1_000)),
  maxRunning: count(100),
  maxKept: count(1_000),
  maxKeptBytes: count(16 * 1024 * 1024),
  lease: lifetime(30_000),
  clock: CLOCK,
};

/** Maximum delay of a timer in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** What a server declares in the revision that has tasks as a part of the protocol, besides its methods. */
const EARLIER_CAPABILITIES = { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };

/**
 * Lets the tools of a server run as tasks, which continue after their request.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { tasks } from '@mcp-gen/sdk/tasks';
 *
 * const server = new Server({ name: 'reports', version: '1.0.0' }, { extensions: [tasks()] });
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
export const tasks = /* @__PURE__ */ defineExtension(TASKS, (options: TasksOptions = {}) => {
  checkOptions('tasks', options, TASKS_OPTIONS);
  return { server: () => sideOf(options) };
});

type TasksSide = ServerSide<ClientRequests, object, object, ServerNotifications, void>;

/** Returns the code of one server. */
function sideOf(options: TasksOptions): TasksSide {
  let made: { readonly tasks: Tasks; readonly tools: ListedTools } | undefined;
  // The setup comes first.
  const own = (): NonNullable<typeof made> => made as NonNullable<typeof made>;
  return {
    setup: (server, extension) => {
      made = { tasks: new Tasks(partsOf(options), extension), tools: new ListedTools(extension.onLoss) };
      handleEarlier(server, made.tasks);
    },
    requests: {
      [tasksGet]: ({ taskId }, context) => own().tasks.get(taskId, context) as never,
      [tasksUpdate]: ({ taskId, inputResponses }, context) =>
        own().tasks.update(taskId, inputResponses, context) as never,
      [tasksCancel]: ({ taskId }, context) => own().tasks.cancel(taskId, context) as never,
    },
    capabilities: (revision) => (holds(features.tasks, revision) ? EARLIER_CAPABILITIES : {}),
    tools: {
      options: TOOL_TASK,
      list: (tool, settings, revision) => own().tools.listed(tool, settings, revision),
      call: (call, { task }, context) => own().tasks.call(call, task, context),
      returned: (value, tool) => (value instanceof TaskReturn ? own().tasks.continue(value, tool) : undefined),
    },
    questions: QUESTION_TASK,
    listen: (filter, context) => {
      const { taskIds } = filter as { readonly taskIds?: unknown };
      return Array.isArray(taskIds) ? own().tasks.follow(taskIds, context) : undefined;
    },
    onStart: () => own().tasks.restore(),
    onClose: () => own().tasks.close(),
  };
}

function partsOf(options: TasksOptions): TasksParts {
  const { ttl, pollInterval, maxRunning, maxKept, maxKeptBytes, lease } = withDefaults<TasksOptions>(
    options,
    TASKS_OPTIONS,
  );
  return {
    store: options.store ?? new MemoryTaskStore(),
    ttl,
    pollInterval: Math.ceil(pollInterval),
    maxRunning,
    maxKept,
    maxKeptBytes,
    lease: Math.min(lease, MAX_DELAY),
    clock: options.clock ?? systemClock,
  };
}

/** Handles the requests of the revision that has tasks as a part of the protocol. */
function handleEarlier(server: Server, { earlier }: Tasks): void {
  server
    .method(Method.tasksGet, (params, context) => earlier.get(params, context) as never)
    .method(Method.tasksCancel, (params, context) => earlier.cancel(params, context) as never)
    .method(Method.tasksResult, (params, context) => earlier.result(params, context) as never)
    .method(Method.tasksList, (params, context) => earlier.list(params, context) as never);
}
