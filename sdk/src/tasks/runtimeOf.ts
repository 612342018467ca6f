import type { HandlerContext, Progress } from '@mcp-gen/runtime';
import { RELATED_TASK } from './names.js';
import { isFinal } from './record.js';
import type { AskedQuestion, AskedQuestions, RunningTask } from './runningTask.js';
import { lifeOf } from './sessionLife.js';

/** What is left of the request that a task came from. */
export type TaskOrigin = Pick<HandlerContext, 'revision' | 'peer' | 'auth' | 'http' | 'session' | 'meta'>;

/**
 * What the handler of a task is given by the runtime: there is no request any longer. The task has a signal of its own, its progress is
 * its status message, and its questions wait for the client to fetch them.
 *
 * @param from the request that the task came from
 * @param check throws if a question cannot be asked
 */
export function runtimeOf(
  task: RunningTask,
  from: TaskOrigin,
  check: (method: string, params: unknown) => void,
): HandlerContext {
  const { revision, peer, auth, http, session, meta } = from;
  const life = session && lifeOf(session);
  const tell = reports(task, from);
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
    http,
    session,
    meta,
    progress: (progress) => {
      task.say(progress.message ?? describe(progress.progress, progress.total));
      tell(progress);
    },
    // Where there is no session, a task can tell its client nothing but how it is.
    notify: async (method: string, params?: unknown) => {
      if (life?.isOver === false) await session?.notify(method, related(task, params));
    },
    closeStream: () => undefined,
    ask: ask as HandlerContext['ask'],
    once: (key, act) => task.once(key, act),
    replay: undefined,
    onClosing: () => () => undefined,
  };
}

/** Milliseconds between two reports of progress. */
const REPORT_INTERVAL = 100;

/**
 * Returns what reports progress to a client that asked for it with its call: in revisions with sessions the token of the call holds as long as
 * the task (specification, 2025-11-25: Progress). Reports that follow too soon are left out.
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
    // The client may go at any moment.
    void session.notify('notifications/progress', related(task, { progressToken, ...progress })).catch(() => undefined);
  };
}

/** Names the task in the metadata of a message (specification, 2025-11-25: Tasks, Associating Task-Related Messages). */
function related(task: RunningTask, params: unknown): object {
  const given = params as { readonly _meta?: object } | undefined;
  return { ...given, _meta: { ...given?._meta, [RELATED_TASK]: { taskId: task.record.id } } };
}

function describe(progress: number, total: number | undefined): string {
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}
