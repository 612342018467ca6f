/** Notifications of servers that no other event of a host is about. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { Client } from '../client/client.js';
import { LIST_METHODS, listNamesOf, listsOf, withoutSubscriptionId } from '../filteredChanges.js';
import { NOTIFICATIONS, sentBy, type ServerNotificationMethod } from '../registry.js';
import type { HostEvent } from './events.js';
import { hasOffers } from './managedServer.js';

/** Notifications that other events are about, or that the client handles for the host. */
const HANDLED: ReadonlySet<string> = new Set([
  ...Array.from(LIST_METHODS).filter((method) => listNamesOf(method).every(hasOffers)),
  Method.notificationsMessage,
  Method.notificationsResourcesUpdated,
  Method.notificationsSubscriptionsAcknowledged,
  Method.notificationsElicitationComplete,
  Method.notificationsTasksStatus,
]);

/** Emits an event for each other notification of a server, also for those that its revision does not have. */
export function emitNotifications(server: string, client: Client, emit: (event: HostEvent) => void): void {
  const notified = (method: string, params: unknown): void =>
    emit({ type: 'notification', server, method, lists: listsOf(method), params: withoutSubscriptionId(params) });
  for (const [method] of sentBy('server', NOTIFICATIONS)) {
    if (HANDLED.has(method)) continue;
    client.onNotification(method as ServerNotificationMethod, (params) => notified(method, params));
  }
  Client.listenersOf(client).setUnknown(notified);
}
