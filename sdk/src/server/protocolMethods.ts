/** Messages of the protocol that no feature of the server handles: the application does. */

import { checkOptions, type OptionTable } from '@mcp-gen/runtime/options';
import { apiFor } from '../apiFor.js';
import {
  hasOwnFacts,
  hasNotification,
  hasRequest,
  NOTIFICATIONS,
  REQUESTS,
  type ClientNotificationMethod,
  type ClientRequestMethod,
  type MessageFacts,
} from '../registry.js';
import { ACCESS, isAllowed, type Access } from './entryOptions.js';
import type { Context } from './context.js';
import { checkHandler } from './checkHandler.js';
import { methodNotFound } from './errorCodes.js';
import type { UnifiedNotifications, UnifiedRequests } from '../unified.js';

/** Handles a request of the protocol, in the unified types. */
export type ProtocolMethodHandler<Method extends ClientRequestMethod> = (
  params: UnifiedRequests[Method]['params'],
  context: Context,
) => HandlerResult<UnifiedRequests[Method]['result']> | Promise<HandlerResult<UnifiedRequests[Method]['result']>>;

/** A result as a handler returns it: the server adds that it is complete, and how long it may be cached. */
export type HandlerResult<Result> = Result extends object
  ? Omit<Result, AddedByServer> & Partial<Pick<Result, AddedByServer & keyof Result>>
  : Result;

type AddedByServer = 'resultType' | 'ttlMs' | 'cacheScope';

/** Handles a notification of the protocol, in the unified types. */
export type ProtocolNotificationHandler<Method extends ClientNotificationMethod> = (
  params: UnifiedNotifications[Method]['params'],
  context: Context,
) => void | Promise<void>;

/** Options of a method of the protocol. */
export interface ProtocolMethodOptions {
  /** Who may call the method. For other callers it does not exist. Default: every caller. */
  readonly access?: Access | undefined;
}

/** Options of a handler of a notification. */
export interface ProtocolNotificationOptions {
  /** Whose notifications the handler receives. Those of other callers are ignored, and reported to `onError`. Default: those of every caller. */
  readonly access?: Access | undefined;
}

export const PROTOCOL_METHOD_OPTIONS: OptionTable<ProtocolMethodOptions & ProtocolNotificationOptions> = {
  access: ACCESS,
};

/** A handler of a message. */
export type Handle = (params: never, context: Context) => unknown;

interface ProtocolMethod {
  readonly handle: Handle;
  readonly access: Access | undefined;
}

/** The handlers of an application for messages of the protocol. */
export class ProtocolMethods {
  readonly #requests = new Map<string, ProtocolMethod>();
  readonly #notifications = new Map<string, readonly Handle[]>();
  readonly #adviceFor: (method: string) => string | undefined;

  /** @param adviceFor returns how applications use the feature of the server that handles a method; undefined: there is none */
  constructor(adviceFor: (method: string) => string | undefined) {
    this.#adviceFor = adviceFor;
  }

  /** @throws {TypeError} if a feature handles the method, clients do not send it, it is already registered, or an option is invalid. */
  add(method: string, options: ProtocolMethodOptions, handler: Handle): void {
    const what = `the method ${method}`;
    if (!isSentByClients(REQUESTS[method])) {
      throw new TypeError(
        `${JSON.stringify(method)} is not a request that clients send to applications${apiFor(method)}`,
      );
    }
    const advice = this.#adviceFor(method);
    if (advice !== undefined) {
      throw new TypeError(`${method} is a method of the protocol and cannot be replaced: ${advice}`);
    }
    if (this.#requests.has(method)) throw new TypeError(`The method ${method} is already registered`);
    checkHandler(what, handler, options);
    checkOptions(what, options, PROTOCOL_METHOD_OPTIONS);
    this.#requests.set(method, { handle: handler, access: options.access });
  }

  /** @throws {TypeError} if clients do not send such a notification to applications, or an option is invalid. */
  addNotification(method: string, options: ProtocolNotificationOptions, handler: Handle): void {
    if (!hasOwnFacts(NOTIFICATIONS, method) || !isSentByClients(NOTIFICATIONS[method])) {
      throw new TypeError(
        `${JSON.stringify(method)} is not a notification that clients send to applications${apiFor(method)}`,
      );
    }
    const what = `the notification ${method}`;
    checkHandler(what, handler, options);
    checkOptions(what, options, PROTOCOL_METHOD_OPTIONS);
    const { access } = options;
    const handle: Handle = (params, context) => {
      if (!isAllowed({ access }, context)) throw new Error(`Ignored ${method}: its sender has no access`);
      return handler(params, context);
    };
    this.#notifications.set(method, [...(this.#notifications.get(method) ?? []), handle]);
  }

  /** The requests that are handled here. */
  get methods(): readonly string[] {
    return [...this.#requests.keys()];
  }

  /** Returns whether a request is handled here. */
  has(method: string): boolean {
    return this.#requests.has(method);
  }

  /** Returns whether a request that is handled here needs a capability, or a part of it. */
  needs(capability: string): boolean {
    return this.methods.some((method) => {
      const needed = REQUESTS[method]?.capability;
      return needed === capability || needed?.startsWith(`${capability}.`) === true;
    });
  }

  /** Returns whether a list that is handled here announces its changes with a notification. */
  declares(notification: string): boolean {
    return this.methods.some((method) => REQUESTS[method]?.changes === notification);
  }

  /** Returns the notifications of changes of the lists among the methods. */
  notificationsIn(revision: string): readonly string[] {
    return this.methods.flatMap((method) => {
      const changes = REQUESTS[method]?.changes;
      return changes !== undefined && hasRequest(method, revision) && hasNotification(changes, revision)
        ? [changes]
        : [];
    });
  }

  /**
   * Handles a request.
   *
   * @throws {JsonRpcError} if the caller may not call the method.
   */
  answer(method: string, params: unknown, context: Context): object | Promise<object> {
    const found = this.#requests.get(method);
    if (found === undefined || !isAllowed(found, context)) throw methodNotFound(method);
    return found.handle(params as never, context) as object | Promise<object>;
  }

  /** Returns the handlers of a notification. */
  notificationHandlers(method: string): readonly Handle[] {
    return this.#notifications.get(method) ?? [];
  }
}

/**
 * Calls all handlers of a notification in order, also those after one that fails.
 *
 * @param report called with errors after the first
 * @throws the first error.
 */
export async function callAll(
  handlers: readonly Handle[],
  params: unknown,
  context: Context,
  report: (error: unknown) => void,
): Promise<void> {
  let hasFailed = false;
  const call = async (handle: Handle): Promise<void> => {
    try {
      await handle(params as never, context);
    } catch (error) {
      if (hasFailed) report(error);
      hasFailed = true;
      throw error;
    }
  };
  await Promise.all(handlers.map(call));
}

function isSentByClients(facts: MessageFacts | undefined): boolean {
  return facts !== undefined && facts.lifecycle !== true && facts.sender !== 'server';
}
