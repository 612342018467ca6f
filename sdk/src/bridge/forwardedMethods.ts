/** What the bridge does with each message, from the registry. Only messages that it handles itself are named here. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import * as TasksMethod from '@mcp-gen/protocol/extensions/tasks/methods';
import type { HandlerContext } from '@mcp-gen/runtime';
import type { Method as AnyMethod } from '../conversions/index.js';
import { derived, NOTIFICATIONS, REQUESTS, sentBy, type MessageFacts } from '../registry.js';

/** A message that is forwarded, with the name of its handler in the runtime. */
export interface Forwarded {
  readonly method: AnyMethod;
  readonly name: string;
  /** The path of the capability that it needs. */
  readonly capability: string | undefined;
}

/** Messages that the bridge handles itself, since the two eras express the same thing with different messages. */
const OWN: ReadonlySet<string> = new Set([
  Method.serverDiscover,
  Method.subscriptionsListen,
  Method.notificationsSubscriptionsAcknowledged,
  Method.loggingSetLevel,
  Method.resourcesSubscribe,
  Method.resourcesUnsubscribe,
]);

/** Returns the messages of a table that a side sends, and that the bridge forwards. */
export function forwardedFrom(
  side: 'client' | 'server',
  table: { readonly [method: string]: MessageFacts | undefined },
): readonly Forwarded[] {
  return sentBy(side, table).flatMap(([method, { name, capability }]) =>
    OWN.has(method) ? [] : [{ method: method as AnyMethod, name, capability }],
  );
}

/** Requests of clients. */
export const forwardedRequests = derived(() => forwardedFrom('client', REQUESTS));

/** Requests of servers, as messages or in results. */
export const questions = derived(() => forwardedFrom('server', REQUESTS));

/** Notifications of clients. */
export const clientNotifications = derived(() => forwardedFrom('client', NOTIFICATIONS));

/** Notifications of servers. */
export const serverNotifications = derived(() => forwardedFrom('server', NOTIFICATIONS));

/** Requests of the extension Tasks, by handler name. Forwarded if both sides support it. */
export const EXTENSION_TASKS = {
  getTask: TasksMethod.tasksGet,
  updateTask: TasksMethod.tasksUpdate,
  cancelTask: TasksMethod.tasksCancel,
} as const;

/** Returns a handler for each message, by its name in the runtime. */
export function handlersFor(
  messages: readonly Forwarded[],
  handle: (method: AnyMethod, params: unknown, context: HandlerContext) => unknown,
): object {
  return Object.fromEntries(
    messages.map(({ method, name }) => [
      name,
      (params: unknown, context: HandlerContext) => handle(method, params, context),
    ]),
  );
}
