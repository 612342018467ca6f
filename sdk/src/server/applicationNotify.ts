/** Notifications of an application that a feature of the server sends, or restricts. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { announcementOf, sentByServer } from '../apiFor.js';
import { isStateless } from '../era.js';
import { parseUri } from '../uri/index.js';
import type { ClientState } from './clientState.js';
import type { Notify, SendLog } from './logging.js';

/**
 * Returns the function with which an application sends notifications to one client. Log messages are sent as the logger does.
 *
 * The function rejects with a `TypeError` for a notification that only a feature can send. The message names what sends it instead.
 */
export function applicationNotify(
  { subscriptions }: Pick<ClientState, 'subscriptions'>,
  revision: string,
  log: SendLog,
  notify: Notify,
): Notify {
  return async (method, params) => {
    const reason = sentByServer(method) ?? reasonOf(method, params, subscriptions, isStateless(revision));
    if (reason !== undefined) throw new TypeError(`notify cannot send ${method}: ${reason}`);
    await (method === Method.notificationsMessage ? log(params as never) : notify(method, params));
  };
}

function reasonOf(
  method: string,
  params: unknown,
  subscriptions: ClientState['subscriptions'],
  isStateless: boolean,
): string | undefined {
  const call = announcementOf(method);
  if (call === undefined) return undefined;
  if (isStateless) {
    return `clients without a session receive it on a stream; call ${call}, which notifies the clients that have subscribed`;
  }
  if (method !== Method.notificationsResourcesUpdated) return undefined;
  const { uri } = (params ?? {}) as { readonly uri?: unknown };
  if (typeof uri === 'string' && subscriptions.get(parseUri(uri).href) !== undefined) return undefined;
  return `the client has not subscribed to the resource; call ${call}, which notifies the clients that have subscribed`;
}
