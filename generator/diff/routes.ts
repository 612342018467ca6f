/**
 * How applications of `@mcp-gen/sdk` reach what a revision adds, before the sdk has an interface for it: messages that no feature handles
 * have default routes, error codes and declared capabilities pass through, and fields as `fieldRoutes.ts` says. Requests of extensions are
 * sent and handled with a generated table; the sdk has nothing for other messages of extensions.
 */

import { plainText } from '../analyze/describeShape.js';
import { allMessages, type Protocol } from '../model/protocol.js';
import { fieldRoutes } from './fieldRoutes.js';
import { builtSdk, type Sdk } from '../sdk/features.js';
import { messageRoutes } from '../sdk/messageRoutes.js';
import type { Route } from '../sdk/route.js';

/** What mcp-gen knows. */
export interface Support {
  /** The revisions that mcp-gen has decided about. */
  readonly revisions: ReadonlySet<string>;
  /** What has interfaces. Default: the sdk that was built together with this package. */
  readonly sdk?: Sdk;
}

/** Returns the routes of what a revision adds and the sdk does not know, in the order of the schema. */
export function routesOf(was: Protocol, is: Protocol, { revisions, sdk = builtSdk() }: Support): readonly Route[] {
  const older = new Set(allMessages(was).map(({ method }) => method));
  const all = allMessages(is);
  const added = all.filter(({ method }) => !older.has(method) && !sdk.methods.includes(method));
  const messages = added.flatMap((message) => messageRoutes(message, all));
  if (revisions.has(is.revision)) return messages;
  return [...messages, ...fieldRoutes(was, is, sdk), ...otherRoutes(was, is)];
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
