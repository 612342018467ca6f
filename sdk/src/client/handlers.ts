import { ErrorCode, JsonRpcError, type HandlerContext } from '@mcp-gen/runtime';
import type { AuthorNotifications } from '@mcp-gen/protocol/author';
import { without } from '../conversions/without.js';
import { NotExpressibleError } from '../conversions/index.js';
import { isStateless } from '../era.js';
import { LIST_NOTIFICATIONS } from '../listening.js';
import type { Translator } from '../translator.js';
import type { AnswerContext, Answers, AskedMethod } from './answering.js';
import type { TaskAnswers, TaskNotificationsHolder } from './taskAnswers.js';
import type { TaskNotificationParams } from './taskNotifications.js';
import { describedPeer } from './described.js';
import type { ClientMessage, MiddlewareStack } from './middleware.js';

/** The notifications of servers, with their handler names in the runtime. */
const NOTIFICATIONS = {
  loggingMessage: 'notifications/message',
  resourceUpdated: 'notifications/resources/updated',
  ...LIST_NOTIFICATIONS,
  elicitationComplete: 'notifications/elicitation/complete',
  subscriptionsAcknowledged: 'notifications/subscriptions/acknowledged',
} as const satisfies { readonly [name: string]: keyof AuthorNotifications };

/** Called for one kind of notification. */
type Listener<Method extends keyof AuthorNotifications> = (params: AuthorNotifications[Method]['params']) => void;

/** The listeners of one client. */
export type Listeners = {
  readonly [Name in keyof typeof NOTIFICATIONS]: Listener<(typeof NOTIFICATIONS)[Name]> | undefined;
};

/** The dependencies of a client's handlers. */
interface HandlerParts {
  readonly translatorOf: (revision: string) => Translator;
  readonly middleware: MiddlewareStack;
  /** Answers requests as tasks, in the revision that supports that. Undefined: they are not supported. */
  readonly tasks: TaskAnswers | undefined;
  /** Receives the task notifications of servers. */
  readonly taskNotifications: TaskNotificationsHolder;
}

/** Returns the handlers for the runtime, which convert to and from the unified types and run the middleware. */
export function clientHandlers(answers: Answers, listeners: Listeners, parts: HandlerParts): object {
  const requests = {
    createMessage: requestHandler('sampling/createMessage', answers['sampling/createMessage'], parts),
    elicit: requestHandler('elicitation/create', answers['elicitation/create'], parts),
    listRoots: requestHandler('roots/list', answers['roots/list'], parts),
  };
  const notifications = Object.entries(NOTIFICATIONS).map(([name, method]) => {
    const listener = listeners[name as keyof Listeners] as ((params: unknown) => void) | undefined;
    return [name, notificationHandler(method, listener, parts)] as const;
  });
  const taskStatus = statusHandler(parts);
  return { ...requests, ...parts.tasks?.handlers, ...Object.fromEntries(notifications), taskStatus };
}

function requestHandler(
  method: AskedMethod,
  answer: ((params: never, context: AnswerContext) => unknown) | undefined,
  { translatorOf, middleware, tasks }: HandlerParts,
): ((params: unknown, context: HandlerContext) => Promise<unknown>) | undefined {
  if (answer === undefined) return undefined;
  const answered = async (params: unknown, runtime: HandlerContext, signal: AbortSignal): Promise<unknown> => {
    const { revision, peer } = runtime;
    const translator = translatorOf(revision);
    const asked = orRefuse(ErrorCode.InvalidParams, () => translator.toAuthor(method, 'params', params));
    const context = { server: describedPeer(peer), revision, signal };
    const result = middleware.isEmpty
      ? await answer(asked as never, context)
      : await middleware.run(messageOf('request', method, asked, runtime), async (message) => {
          return (await answer(message.params as never, context)) as object;
        });
    return orRefuse(ErrorCode.InternalError, () => translator.toRevision(method, 'result', result));
  };
  return (params, runtime) =>
    tasks?.asks(params, runtime) === true
      ? tasks.start(method, params, (signal) => answered(without(params, 'task'), runtime, signal))
      : answered(params, runtime, runtime.signal);
}

function notificationHandler(
  method: keyof AuthorNotifications,
  listener: ((params: unknown) => void) | undefined,
  { translatorOf, middleware }: HandlerParts,
): (params: unknown, context: HandlerContext) => unknown {
  return (params, runtime) => {
    if (middleware.isEmpty && listener === undefined) return undefined;
    const converted = translatorOf(runtime.revision).toAuthor(method, 'params', params);
    if (middleware.isEmpty) return listener?.(converted);
    return middleware.run(messageOf('notification', method, converted, runtime), (message) => {
      listener?.(message.params);
      return Promise.resolve(undefined);
    });
  };
}

/** Handles task notifications, which are not converted. */
function statusHandler({
  middleware,
  taskNotifications,
}: HandlerParts): (params: TaskNotificationParams, context: HandlerContext) => unknown {
  return (params, runtime) => {
    if (middleware.isEmpty) {
      taskNotifications.latest?.deliver(params);
      return undefined;
    }
    const method = isStateless(runtime.revision) ? 'notifications/tasks' : 'notifications/tasks/status';
    return middleware.run(messageOf('notification', method, params, runtime), (message) => {
      taskNotifications.latest?.deliver(message.params as TaskNotificationParams);
      return Promise.resolve(undefined);
    });
  };
}

function messageOf(
  kind: ClientMessage['kind'],
  method: string,
  params: unknown,
  { signal, peer, revision, session }: HandlerContext,
): ClientMessage {
  const server = describedPeer(peer);
  return { direction: 'in', kind, method, params, signal, server, revision, sessionId: session?.id };
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
