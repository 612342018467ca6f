import {
  ErrorCode,
  JsonRpcError,
  type HandlerContext,
  type UnknownNotificationHandler,
  type UnknownRequestHandler,
} from '@mcp-gen/runtime';
import { NotExpressibleError, type Method as AnyMethod } from '../conversions/index.js';
import { factsOf, NOTIFICATIONS, REQUESTS, sentBy, type ServerNotificationMethod } from '../registry.js';
import type { RevisionCodes } from '../revisionCodes.js';
import type { Translator } from '../translator.js';
import type { AnswerContext, Answers } from './answering.js';
import { sanitizePeer } from './peerSession.js';
import { deliverThrough, messageOf } from './clientMessage.js';
import type { MiddlewareStack } from './clientMiddleware.js';
import type { NotificationListeners } from './notificationListeners.js';
import type { ProtocolAnswers } from './protocolAnswers.js';
import type { UnifiedNotifications } from '../unified.js';

/** The receivers of notifications inside the client, by method. */
export type Receivers = {
  readonly [Method in ServerNotificationMethod]?:
    | ((params: UnifiedNotifications[Method]['params']) => void)
    | undefined;
};

/** The dependencies of a client's handlers. */
interface HandlerParts {
  readonly translatorOf: (revision: string) => Translator;
  readonly middleware: MiddlewareStack;
  /** The listeners of the application. */
  readonly listeners: NotificationListeners;
  /** Wraps all answers, for extensions. Default: nothing. */
  readonly wrap: ProtocolAnswers['answer'];
  /** Replaces error codes that the revision does not have. */
  readonly codes: RevisionCodes;
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
  return Object.fromEntries([...requests, ...notifications]) as object;
}

function requestHandler(
  method: AnyMethod,
  answer: Answer,
  { translatorOf, middleware, wrap, codes }: HandlerParts,
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
  if (wrap === undefined) return (params, runtime) => answered(params, runtime, runtime.signal);
  return async (params, runtime) => {
    const { revision, peer, signal } = runtime;
    const request = { method, params, server: sanitizePeer(peer), revision, signal };
    return wrap(request, (next) => answered(next.params, runtime, next.signal) as Promise<object>);
  };
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
    return deliverThrough(middleware, method, converted, runtime, deliver);
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
    return deliverThrough(middleware, method, params, runtime, deliver);
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

/** Answers with an error if something cannot be expressed in the revision, so that the server learns the reason. */
function orRefuse<Value>(code: number, convert: () => Value): Value {
  try {
    return convert();
  } catch (error) {
    if (error instanceof NotExpressibleError) throw new JsonRpcError(code, error.message);
    throw error;
  }
}
