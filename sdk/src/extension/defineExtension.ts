/** Defines an extension of the protocol: its messages, what it needs, and its code for each side. */

import { checkOptions, OBJECT } from '@mcp-gen/runtime/options';
import type { ClientSide } from '../client/clientSide.js';
import type { ServerSide } from '../server/serverSide.js';
import { checkExtensionName } from '../extensionName.js';
import { DECLARATION, type Extension, type ExtensionDeclaration } from './declaration.js';
import { ENGINE } from './engine.js';
import type { ExtensionKey, ExtensionTypes } from './key.js';
import { checkMessages } from './extensionTables.js';

/** The code of an extension. A program uses the side that it is. */
export interface ExtensionSides<
  ClientRequests,
  ClientNotifications,
  ServerRequests,
  ServerNotifications,
  ServerValue,
  ClientValue,
> {
  /** Its code in servers. Default: servers cannot register it. */
  readonly server?:
    | ServerSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, ServerValue>
    | undefined;
  /** Its code in clients, and hosts. Default: clients cannot register it. */
  readonly client?:
    | ClientSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, ClientValue>
    | undefined;
}

/** Creates an extension with options, and is the key under which its values are found. Created by {@link defineExtension}. */
export interface ExtensionDefinition<
  Options extends readonly unknown[],
  Types extends ExtensionTypes,
> extends ExtensionKey<Types> {
  /** Returns the extension, to be registered in one program. */
  (...options: Options): Extension;
}

const SIDES = { server: OBJECT, client: OBJECT };

/**
 * Defines an extension of the protocol: its declaration, and a function that returns its code for each side. It is registered with the
 * option `extensions` of servers, clients, and hosts, and adds nothing to programs that do not register it. The option `messages` of the
 * declaration takes generated tables: `import * as messages from './generated/2026-07-28/extensions/search.js'`.
 *
 * @example
 * ```ts
 * import { defineExtension } from '@mcp-gen/sdk/extension';
 *
 * export const audit = defineExtension({ id: 'com.example/audit' }, (write: (line: string) => void = console.error) => ({
 *   server: {
 *     settings: { audited: true },
 *     middleware: [
 *       async (message, next) => {
 *         write(message.method);
 *         return next(message);
 *       },
 *     ],
 *   },
 * }));
 * ```
 * @param build returns the code, with the options of the program
 * @throws {TypeError} if the declaration is invalid. The message names the place.
 */
export function defineExtension<
  ClientRequests,
  ClientNotifications,
  ServerRequests,
  ServerNotifications,
  Options extends readonly unknown[],
  ServerValue,
  ClientValue,
>(
  declaration: ExtensionDeclaration<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications>,
  build: (
    ...options: Options
  ) => ExtensionSides<
    ClientRequests,
    ClientNotifications,
    ServerRequests,
    ServerNotifications,
    ServerValue,
    ClientValue
  >,
): ExtensionDefinition<
  Options,
  {
    readonly server: ServerValue;
    readonly client: ClientValue;
    readonly serverRequests: ServerRequests;
    readonly serverNotifications: ServerNotifications;
    readonly clientRequests: ClientRequests;
    readonly clientNotifications: ClientNotifications;
  }
> {
  checkOptions('defineExtension', declaration, DECLARATION);
  const { id } = declaration;
  const what = `the extension ${id}`;
  checkExtensionName(id, 'defineExtension');
  checkMessages(what, declaration);
  const define = (...options: Options): Extension => {
    const sides = build(...options);
    checkOptions(what, sides, SIDES);
    return {
      id,
      engine: ENGINE,
      declaration: declaration,
      server: sides.server,
      client: sides.client,
    };
  };
  return Object.assign(define, { id, engine: ENGINE });
}
