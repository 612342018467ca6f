/** How applications of `@mcp-gen/sdk` reach messages that the sdk has no interface of its own for. */

import { nameText, plainText } from '../analyze/describeShape.js';
import type { AnyMessage, Side } from '../model/protocol.js';
import type { Route } from './route.js';

/**
 * Returns the default routes of a message. What the runtime exchanges itself has none.
 *
 * @param all the messages of its revision
 */
export function messageRoutes(message: AnyMessage, all: readonly AnyMessage[]): readonly Route[] {
  const { kind, method, senders, lifecycle, extension } = message;
  if (lifecycle) return [];
  if (extension !== undefined && (kind === 'notification' || !senders.includes('client'))) return [];
  const [name, text] = [nameText(method), JSON.stringify(plainText(method))];
  const route = (side: Side, use: string): Route => ({ kind, name, side, use });
  if (extension !== undefined) {
    return [
      route('server', `server.methods(table, { ${text}: handler })`),
      route('client', `client.request(${text}, params, { table })`),
    ];
  }
  return senders.flatMap((sender) => {
    if (kind === 'notification') {
      return sender === 'client'
        ? [
            route('server', `server.onNotification(${text}, handler)`),
            route('client', `client.notify(${text}, params)`),
          ]
        : [
            route('server', announcing(message, all) ?? `context.notify(${text}, params)`),
            route('client', `client.onNotification(${text}, listener)`),
          ];
    }
    return sender === 'client'
      ? [route('server', `server.method(${text}, handler)`), route('client', `client.request(${text}, params)`)]
      : [
          route('server', `context.ask(key, request(${text}, params))`),
          route('client', `connect(target, { methods: { ${text}: handler } })`),
        ];
  });
}

/** Returns the call that sends a notification to the clients that follow it; undefined if clients cannot follow it. */
function announcing(message: AnyMessage, all: readonly AnyMessage[]): string | undefined {
  if (message.kind !== 'notification' || message.filter === undefined) return undefined;
  const list = all.find((each) => each.kind === 'request' && each.changes === message.method);
  return list === undefined
    ? `server.notify(${JSON.stringify(plainText(message.method))}, params)`
    : `server.listChanged(${JSON.stringify(plainText(list.method))})`;
}
