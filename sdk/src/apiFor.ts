/** How applications use the messages of the protocol, for errors. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { filteredMethods, listsOf } from './filteredChanges.js';
import { factsOf, NOTIFICATIONS } from './registry.js';

/** Notifications that a feature of servers sends, and when. */
const SENT_BY_SERVER: { readonly [method: string]: string | undefined } = {
  [Method.notificationsSubscriptionsAcknowledged]: 'the server sends it when a client subscribes',
  [Method.notificationsTasksStatus]: 'the extension tasks sends it: tasks() of @mcp-gen/sdk/tasks',
};

/** Returns when the server itself sends a notification; undefined if applications send it. */
export function sentByServer(method: string): string | undefined {
  return Object.hasOwn(SENT_BY_SERVER, method) ? SENT_BY_SERVER[method] : undefined;
}

/** Returns the call that sends a notification to all clients that follow it; undefined if clients cannot follow it. */
export function announcementOf(method: string): string | undefined {
  if (method === Method.notificationsResourcesUpdated) return 'server.resourceUpdated(uri)';
  if (!filteredMethods().has(method)) return undefined;
  const lists = listsOf(method).map((list) => `server.listChanged(${JSON.stringify(list)})`);
  return lists.length > 0 ? lists.join(' or ') : `server.notify(${JSON.stringify(method)}, params)`;
}

/** Who uses a request, and how, by its sender. */
const REQUEST_APIS = {
  client: (name: string) => `clients send it with client.request(${name}, params), and servers answer it`,
  server: (name: string) =>
    `servers send it with context.ask(key, request(${name}, params)), and clients answer it, with connect(target, { methods: { ${name}: handler } })`,
};

/** Who uses a notification, and how, by its sender. */
const NOTIFICATION_APIS = {
  client: (name: string) =>
    `clients send it with client.notify(${name}, params), and servers handle it with server.onNotification(${name}, handler)`,
  server: (name: string, method: string) => {
    const sending =
      sentByServer(method) ?? `servers send it with ${announcementOf(method) ?? `context.notify(${name}, params)`}`;
    return `${sending}, and clients handle it with client.onNotification(${name}, listener)`;
  },
};

/** How applications use messages that no revision has. */
const UNKNOWN = {
  request:
    'no revision has it. Servers handle methods of extensions with server.methods(table, handlers) or server.method(name, options, handler), and clients send them with client.request(name, params, { table }) or { result }',
  notification: 'no revision has it. Middleware receives notifications of extensions',
};

/** Returns how applications use a message, for errors about the wrong side: `: clients send it with ...`. */
export function apiFor(method: string): string {
  const facts = factsOf(method);
  // oxlint-disable-next-line mcp-gen/protocol-literals -- it recognizes all notifications, also those that no revision has.
  const kind = Object.hasOwn(NOTIFICATIONS, method) || method.startsWith('notifications/') ? 'notification' : 'request';
  if (facts === undefined) return `: ${UNKNOWN[kind]}`;
  if (facts.lifecycle === true) return ': the connection exchanges it itself';
  if (facts.sender === 'both') return '';
  const apis = kind === 'request' ? REQUEST_APIS : NOTIFICATION_APIS;
  return `: ${apis[facts.sender](JSON.stringify(method), method)}`;
}
