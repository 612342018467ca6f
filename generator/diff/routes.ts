/**
 * How applications of `@mcp-gen/sdk` reach what a revision adds, before the sdk has an interface for it: messages that no feature handles
 * have default routes, error codes and declared capabilities pass through, and fields as `fieldRoutes.ts` says. Requests of extensions are
 * sent and handled with a generated table; the sdk has nothing for other messages of extensions.
 */

import { nameText, plainText } from '../analyze/describeShape.js';
import { allMessages, type AnyMessage, type Protocol, type Side } from '../model/protocol.js';
import { fieldRoutes } from './fieldRoutes.js';
import type { Route } from './route.js';
import { builtSdk, type Sdk } from './sdkFeatures.js';

/** What the sdk has an interface for: everything in the revisions and rows of mcp-gen itself. */
export interface Known {
  /** The methods that mcp-gen has rows of. */
  readonly methods: ReadonlySet<string>;
  /** The revisions that mcp-gen has decided about. */
  readonly revisions: ReadonlySet<string>;
  /** What handles messages. Default: the sdk that was built together with this package. */
  readonly sdk?: Sdk;
}

/** Returns the routes of what a revision adds and the sdk does not know, in the order of the schema. */
export function routesOf(
  was: Protocol,
  is: Protocol,
  { methods, revisions, sdk = builtSdk() }: Known,
): readonly Route[] {
  const older = new Set(allMessages(was).map(({ method }) => method));
  const added = allMessages(is).filter(({ method }) => !older.has(method) && !methods.has(method));
  const messages = added.flatMap(messageRoutes);
  if (revisions.has(is.revision)) return messages;
  return [...messages, ...fieldRoutes(was, is, sdk), ...otherRoutes(was, is)];
}

function messageRoutes({ kind, method, senders, lifecycle, extension }: AnyMessage): readonly Route[] {
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
            route('server', `context.notify(${text}, params)`),
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

function otherRoutes(was: Protocol, is: Protocol): readonly Route[] {
  const codes = new Set(was.vocabulary.errors.map(({ value }) => value));
  const errors = is.vocabulary.errors
    .filter(({ value }) => !codes.has(value))
    .flatMap(({ name, value }): readonly Route[] => [
      { kind: 'error', name, side: 'server', use: `throw new JsonRpcError(${value}, message)` },
      { kind: 'error', name, side: 'client', use: `error.code === ${value}` },
    ]);
  const capabilities = (['client', 'server'] as const).flatMap((side) => {
    const older = new Set(was.vocabulary.capabilities[side]);
    const added = is.vocabulary.capabilities[side].filter((path) => !older.has(path));
    return added.map((path): Route => ({
      kind: 'capability',
      name: plainText(path),
      side,
      use: 'the option `capabilities`',
    }));
  });
  return [...errors, ...capabilities];
}
