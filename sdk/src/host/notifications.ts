/** Notifications of servers that no other event of a host is about. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Client } from '../client/client.js';
import { LIST_METHODS, listOf, withoutSubscriptionId } from '../listening.js';
import { NOTIFICATIONS, sentBy, type ServerNotificationMethod } from '../registry.js';
import type { HostEvent } from './events.js';
import { hasOffers } from './managedServer.js';

/** Notifications that other events are about, or that the client handles for the host. */
const HANDLED: ReadonlySet<string> = new Set([
  ...Array.from(LIST_METHODS).filter((method) => hasOffers(listOf(method))),
  Method.notificationsMessage,
  Method.notificationsResourcesUpdated,
  Method.notificationsSubscriptionsAcknowledged,
  Method.notificationsElicitationComplete,
  Method.notificationsTasksStatus,
]);

/** Emits an event for each other notification of a server. */
export function emitNotifications(server: string, client: Client, emit: (event: HostEvent) => void): void {
  for (const [method] of sentBy('server', NOTIFICATIONS)) {
    if (HANDLED.has(method)) continue;
    client.onNotification(method as ServerNotificationMethod, (params) =>
      emit({ type: 'notification', server, method, params: withoutSubscriptionId(params) }),
    );
  }
}
