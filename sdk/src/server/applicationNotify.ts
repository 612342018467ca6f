/** Notifications of an application that a feature of the server sends, or restricts. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { isStateless } from '../era.js';
import { listsOf, LIST_METHODS } from '../listening.js';
import { parseUri } from '../uri/index.js';
import type { Conversation } from './conversation.js';
import type { Notify, SendLog } from './logging.js';

/** The notifications that only the server itself can send. */
const OWN: { readonly [method: string]: string | undefined } = {
  [Method.notificationsSubscriptionsAcknowledged]: 'the server sends it when a client subscribes',
  [Method.notificationsTasksStatus]: 'the server sends it for tasks; see the option "tasks"',
};

/**
 * Returns the function with which an application sends notifications to one client. Log messages are sent as the logger does.
 *
 * The function rejects with a `TypeError` for a notification that only a feature can send. The message names what sends it instead.
 */
export function applicationNotify(
  { subscriptions }: Pick<Conversation, 'subscriptions'>,
  revision: string,
  log: SendLog,
  notify: Notify,
): Notify {
  return async (method, params) => {
    const reason = OWN[method] ?? reasonOf(method, params, subscriptions, isStateless(revision));
    if (reason !== undefined) throw new TypeError(`notify cannot send ${method}: ${reason}`);
    await (method === Method.notificationsMessage ? log(params as never) : notify(method, params));
  };
}

function reasonOf(
  method: string,
  params: unknown,
  subscriptions: Conversation['subscriptions'],
  isStateless: boolean,
): string | undefined {
  if (isStateless && LIST_METHODS.has(method)) {
    const calls = listsOf(method).map((list) => `server.listChanged(${JSON.stringify(list)})`);
    const advice = calls.length === 0 ? 'and no list is linked to it' : `call ${calls.join(' or ')}`;
    return `clients without a session receive it on a stream; ${advice}`;
  }
  if (method !== Method.notificationsResourcesUpdated) return undefined;
  const { uri } = (params ?? {}) as { readonly uri?: unknown };
  if (!isStateless && typeof uri === 'string' && subscriptions.get(parseUri(uri).href) !== undefined) return undefined;
  const who = isStateless
    ? 'clients without a session receive it on a stream'
    : 'the client has not subscribed to the resource';
  return `${who}; call server.resourceUpdated(uri), which notifies the clients that have subscribed`;
}
