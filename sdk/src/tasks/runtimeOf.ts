import * as Method from '@mcp-gen/protocol/registry/methods';
import type { HandlerContext, Progress, SessionHandle } from '@mcp-gen/runtime';
import { RELATED_TASK } from './taskNames.js';
import { isFinal } from './taskRecord.js';
import type { AskedQuestion, AskedQuestions, RunningTask } from './runningTask.js';

/** The parts of the original request that a task keeps. */
export type TaskOrigin = Pick<HandlerContext, 'revision' | 'peer' | 'auth' | 'locals' | 'http' | 'session' | 'meta'>;

/**
 * Returns the runtime context for the handler of a task, which no longer has a request. The task has its own signal, its progress becomes
 * its status message, and its questions wait until the client fetches them.
 *
 * @param from the original request
 * @param check throws if a question is invalid
 */
export function runtimeOf(
  task: RunningTask,
  from: TaskOrigin,
  check: (method: string, params: unknown) => void,
): HandlerContext {
  const { revision, peer, auth, locals, http, session, meta } = from;
  const life = session && lifeOf(session);
  const report = reports(task, from);
  const askAll = async (questions: AskedQuestions): Promise<{ readonly [key: string]: unknown }> => {
    for (const { method, params } of Object.values(questions)) check(method, params);
    return task.ask(questions);
  };
  const ask = async (asked: string | AskedQuestions, question?: AskedQuestion): Promise<unknown> => {
    if (typeof asked !== 'string') return askAll(asked);
    return (await askAll({ [asked]: question as AskedQuestion }))[asked];
  };
  return {
    signal: task.controller.signal,
    revision,
    requestId: undefined,
    peer,
    auth,
    locals,
    http,
    session,
    meta,
    progress: (progress) => {
      task.say(progress.message ?? describe(progress.progress, progress.total));
      report(progress);
    },
    // Without a session, a task can only notify its client of its status.
    notify: async (method: string, params?: unknown) => {
      if (life?.isOver === false) await session?.notify(method, related(task, params));
    },
    closeStream: () => undefined,
    retain: () => undefined,
    ask: ask as HandlerContext['ask'],
    once: (key, act) => task.once(key, act),
    replay: undefined,
    onClosing: () => () => undefined,
  };
}

/** Minimum milliseconds between two progress notifications. */
const REPORT_INTERVAL = 100;

/**
 * Returns a function that reports progress, if the client requested it with its call. In revisions with sessions, the progress token stays
 * valid until the task ends (specification, 2025-11-25: Progress). Reports in quick succession are dropped.
 */
function reports(task: RunningTask, { session, meta }: TaskOrigin): (progress: Progress) => void {
  const progressToken = meta?.['progressToken'];
  if (session === undefined || progressToken === undefined) return () => undefined;
  const life = lifeOf(session);
  let next = 0;
  let last = -Infinity;
  return (progress) => {
    const isDue = performance.now() >= next && progress.progress > last;
    if (!isDue || life.isOver || isFinal(task.record.status)) return;
    next = performance.now() + REPORT_INTERVAL;
    last = progress.progress;
    // The client may disconnect at any time.
    void session
      .notify(Method.notificationsProgress, related(task, { progressToken, ...progress }))
      .catch(() => undefined);
  };
}

/** Adds the id of the task to the metadata of a message (specification, 2025-11-25: Tasks, Associating Task-Related Messages). */
function related(task: RunningTask, params: unknown): object {
  const { _meta } = (params ?? {}) as { readonly _meta?: object };
  return { ...(params as object | undefined), _meta: { ..._meta, [RELATED_TASK]: { taskId: task.record.id } } };
}

function describe(progress: number, total: number | undefined): string {
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}

/** The state of a session. */
interface SessionLife {
  /** Whether the session is closed. */
  readonly isOver: boolean;
}

const lives = new WeakMap<SessionHandle, SessionLife>();

/**
 * Returns the state of a session. All tasks of a session share one listener: each listener to `closed` stays in memory until the session
 * ends.
 */
export function lifeOf(session: SessionHandle): SessionLife {
  const known = lives.get(session);
  if (known !== undefined) return known;
  const life = { isOver: false };
  void session.closed.then(() => (life.isOver = true));
  lives.set(session, life);
  return life;
}
