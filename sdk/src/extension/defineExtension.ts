/** Defines an extension of the protocol: its messages, what it needs, and its code for each side. */

import { anyOf, checkOptions, FUNCTION, group, OBJECT } from '@mcp-gen/runtime/options';
import type { ClientSide } from '../client/clientSide.js';
import type { HostSide } from '../host/hostSide.js';
import type { ServerSide } from '../server/serverSide.js';
import { checkExtensionName } from '../extensionName.js';
import { DECLARATION, HOST_SIDE, type Extension, type ExtensionDeclaration } from './declaration.js';
import { ENGINE } from './engine.js';
import type { ExtensionKey, ExtensionTypes } from './key.js';
import { checkMessages } from './extensionTables.js';

/**
 * The code of an extension. A program uses the side that it is. A function returns the code of one program: of each client of a host, for
 * example. An extension whose code has data of its own uses one, so that programs do not share the data.
 */
export interface ExtensionSides<
  ClientRequests,
  ClientNotifications,
  ServerRequests,
  ServerNotifications,
  ServerValue,
  ClientValue,
  HostValue,
> {
  /** Its code in servers. Default: servers cannot register it. */
  readonly server?:
    | ServerSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, ServerValue>
    | (() => ServerSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, ServerValue>)
    | undefined;
  /** Its code in clients, also in those of hosts. Default: clients and hosts cannot register it. */
  readonly client?:
    | ClientSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, ClientValue>
    | (() => ClientSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, ClientValue>)
    | undefined;
  /** What it adds to hosts, beside its code in their clients. Default: nothing. */
  readonly host?: HostSide<HostValue> | undefined;
}

/** Creates an extension with options, and is the key under which its values are found. Created by {@link defineExtension}. */
export interface ExtensionDefinition<
  Options extends readonly unknown[],
  Types extends ExtensionTypes,
> extends ExtensionKey<Types> {
  /** Returns the extension, to be registered in one program. */
  (...options: Options): Extension;
}

const SIDE = anyOf(OBJECT, FUNCTION);
const SIDES = { server: SIDE, client: SIDE, host: group(HOST_SIDE) };

/**
 * Defines an extension of the protocol: its declaration, and a function that returns its code for each side. It is registered with the
 * option `extensions` of servers, clients, and hosts, and adds nothing to programs that do not register it. The option `messages` of the
 * declaration takes generated tables: all that the file `extensions/search.ts` of a generated revision exports.
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
  HostValue,
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
    ClientValue,
    HostValue
  >,
): ExtensionDefinition<
  Options,
  ExtensionTypes<
    ClientRequests,
    ClientNotifications,
    ServerRequests,
    ServerNotifications,
    ServerValue,
    ClientValue,
    HostValue
  >
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
      host: sides.host,
    };
  };
  return Object.assign(define, { id, engine: ENGINE });
}
