import {
  ErrorCode,
  JsonRpcError,
  type HandlerContext,
  type UnknownNotificationHandler,
  type UnknownRequestHandler,
} from '@mcp-gen/runtime';
import type { AuthorNotifications } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { without } from '../properties.js';
import { NotExpressibleError, type Method as AnyMethod } from '../conversions/index.js';
import { isStateless } from '../era.js';
import { factsOf, NOTIFICATIONS, REQUESTS, sentBy, type ServerNotificationMethod } from '../registry.js';
import type { RevisionCodes } from '../revisionCodes.js';
import type { Translator } from '../translator.js';
import type { AnswerContext, Answers } from './answering.js';
import type { TaskAnswers, TaskNotificationsHolder } from './taskAnswers.js';
import type { TaskNotificationParams } from './taskNotifications.js';
import { sanitizePeer } from './peerSession.js';
import { messageOf } from './clientMessage.js';
import type { MiddlewareStack } from './clientMiddleware.js';
import { TASKS_NOTIFICATION } from '../tasks/taskNames.js';
import type { NotificationListeners } from './notificationListeners.js';

/** The receivers of notifications inside the client, by method. */
export type Receivers = {
  readonly [Method in ServerNotificationMethod]?: ((params: AuthorNotifications[Method]['params']) => void) | undefined;
};

/** The dependencies of a client's handlers. */
interface HandlerParts {
  readonly translatorOf: (revision: string) => Translator;
  readonly middleware: MiddlewareStack;
  /** The listeners of the application. */
  readonly listeners: NotificationListeners;
  /** Answers requests as tasks, in the revision that supports that. Undefined: they are not supported. */
  readonly tasks: TaskAnswers | undefined;
  /** Replaces error codes that the revision does not have. */
  readonly codes: RevisionCodes;
  /** Receives the task notifications of servers. */
  readonly taskNotifications: TaskNotificationsHolder;
}

type Answer = (params: never, context: AnswerContext) => unknown;

/** Returns the handlers for the runtime, which convert to and from the unified types and run the middleware. */
export function clientHandlers(answers: Answers, receivers: Receivers, parts: HandlerParts): object {
  const requests = Object.entries<Answer | undefined>(answers).map(([method, answer]) => [
    REQUESTS[method]?.name,
    answer && requestHandler(method as AnyMethod, answer, parts),
  ]);
  const notifications = sentBy('server', NOTIFICATIONS).map(([method, { name }]) => [
    name,
    notificationHandler(method as ServerNotificationMethod, receivers, parts),
  ]);
  const ofTasks = Object.entries(parts.tasks?.answers ?? {}).map(([method, answer]) => [
    REQUESTS[method]?.name,
    through(method, answer, parts.middleware),
  ]);
  const taskStatus = statusHandler(parts);
  return {
    ...(Object.fromEntries([...requests, ...notifications, ...ofTasks]) as object),
    taskStatus,
  };
}

function requestHandler(
  method: AnyMethod,
  answer: Answer,
  { translatorOf, middleware, tasks, codes }: HandlerParts,
): (params: unknown, context: HandlerContext) => Promise<unknown> {
  const answered = (params: unknown, runtime: HandlerContext, signal: AbortSignal): Promise<unknown> =>
    converted(params, runtime, signal).catch((error: unknown) => {
      throw error instanceof JsonRpcError ? codes.replace(error, runtime.revision) : error;
    });
  const converted = async (params: unknown, runtime: HandlerContext, signal: AbortSignal): Promise<unknown> => {
    const { revision, peer } = runtime;
    const translator = translatorOf(revision);
    const asked = orRefuse(ErrorCode.InvalidParams, () => translator.toAuthor(method, 'params', params));
    const context = { server: sanitizePeer(peer), revision, signal };
    const result = middleware.isEmpty
      ? await answer(asked as never, context)
      : await middleware.run(messageOf('request', method, asked, runtime), async (message) => {
          return (await answer(message.params as never, context)) as object;
        });
    return orRefuse(ErrorCode.InternalError, () => translator.toRevision(method, 'result', result, asked));
  };
  return (params, runtime) =>
    tasks?.asks(params, runtime) === true
      ? tasks.start(method, params, (signal) => answered(without(params, 'task'), runtime, signal))
      : answered(params, runtime, runtime.signal);
}

/** Returns a handler of a request that needs no conversion, which runs the middleware. */
function through(
  method: string,
  answer: (params: unknown, context: HandlerContext) => Promise<object>,
  middleware: MiddlewareStack,
): (params: unknown, context: HandlerContext) => Promise<unknown> {
  return (params, runtime) =>
    middleware.isEmpty
      ? answer(params, runtime)
      : middleware.run(messageOf('request', method, params, runtime), (message) => answer(message.params, runtime));
}

function notificationHandler(
  method: ServerNotificationMethod,
  receivers: Receivers,
  { translatorOf, middleware, listeners }: HandlerParts,
): (params: unknown, context: HandlerContext) => unknown {
  const receive = receivers[method] as ((params: unknown) => void) | undefined;
  const deliver = (params: unknown): void => {
    try {
      receive?.(params);
    } finally {
      listeners.deliver(method, params);
    }
  };
  return (params, runtime) => {
    const translator = translatorOf(runtime.revision);
    if (middleware.isEmpty && receive === undefined && !listeners.has(method)) {
      translator.note(method);
      return undefined;
    }
    const converted = translator.toAuthor(method, 'params', params);
    if (middleware.isEmpty) {
      deliver(converted);
      return undefined;
    }
    return middleware.run(messageOf('notification', method, converted, runtime), (message) => {
      deliver(message.params);
      return Promise.resolve(undefined);
    });
  };
}

/**
 * Returns a function that passes notifications that the revision does not have through the middleware to their listener, with unchanged
 * params. Without a listener they are ignored, and reported.
 */
export function unknownNotifications({
  middleware,
  listeners,
}: Pick<HandlerParts, 'middleware' | 'listeners'>): UnknownNotificationHandler {
  return (method, params, runtime, ignore) => {
    const deliver = (given: unknown): void => {
      if (!listeners.deliverUnknown(method, given)) ignore();
    };
    if (middleware.isEmpty) {
      deliver(params);
      return undefined;
    }
    return middleware.run(messageOf('notification', method, params, runtime), (message) => {
      deliver(message.params);
      return Promise.resolve(undefined);
    });
  };
}

/** Returns a function that passes requests that nothing handles through the middleware, with unchanged params, and refuses them. */
export function unknownRequests(middleware: MiddlewareStack): UnknownRequestHandler {
  return (method, refusal) =>
    middleware.isEmpty || factsOf(method)?.lifecycle === true
      ? undefined
      : (params, runtime) =>
          middleware.run(messageOf('request', method, params, runtime), () => Promise.reject(refusal));
}

/** Handles task notifications, which are not converted. */
function statusHandler({
  middleware,
  listeners,
  taskNotifications,
}: HandlerParts): (params: TaskNotificationParams, context: HandlerContext) => unknown {
  return (params, runtime) => {
    const method = isStateless(runtime.revision) ? TASKS_NOTIFICATION : Method.notificationsTasksStatus;
    const deliver = (given: TaskNotificationParams): void => {
      taskNotifications.latest?.deliver(given);
      // The notification of the extension is for the tasks that the client follows: it has no listeners.
      if (method === Method.notificationsTasksStatus) listeners.deliver(method, given);
    };
    if (middleware.isEmpty) {
      deliver(params);
      return undefined;
    }
    return middleware.run(messageOf('notification', method, params, runtime), (message) => {
      deliver(message.params as TaskNotificationParams);
      return Promise.resolve(undefined);
    });
  };
}

/** Answers with an error if something cannot be expressed in the revision, so that the server learns the reason. */
function orRefuse<Value>(code: number, convert: () => Value): Value {
  try {
    return convert();
  } catch (error) {
    if (error instanceof NotExpressibleError) throw new JsonRpcError(code, error.message);
    throw error;
  }
}
