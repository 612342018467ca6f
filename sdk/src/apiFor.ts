import { hasOwnFacts, NOTIFICATIONS, REQUESTS, type MessageFacts } from './registry.js';

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
  server: (name: string) =>
    `servers send it with context.notify(${name}, params), and clients handle it with client.onNotification(${name}, listener)`,
};

/**
 * Returns how applications use a message of the protocol, for errors about the wrong side: `: clients send it with ...`. Empty if no revision
 * has it.
 */
export function apiFor(method: string): string {
  const apis = hasOwnFacts(REQUESTS, method) ? REQUEST_APIS : NOTIFICATION_APIS;
  const facts: MessageFacts | undefined = hasOwnFacts(REQUESTS, method)
    ? REQUESTS[method]
    : hasOwnFacts(NOTIFICATIONS, method)
      ? NOTIFICATIONS[method]
      : undefined;
  if (facts === undefined) return '';
  if (facts.lifecycle === true) return ': the connection exchanges it itself';
  const { sender } = facts;
  return sender === 'both' ? '' : `: ${apis[sender](JSON.stringify(method))}`;
}
