/** The code of an extension in a host, beside that in the clients of its servers. */

import type { Client } from '../client/client.js';
import type { HostTool } from './hostOffers.js';
import type { ExtensionTypes } from '../extension/key.js';

/** A call of a tool that the host allows. */
export interface AllowedCall {
  /** The client of the tool's server. */
  readonly client: Client;
  /** The name of the server. */
  readonly server: string;
  /** The tool, by its name on the server. */
  readonly tool: string;
  /** The arguments that were shown. */
  readonly arguments: { readonly [name: string]: unknown } | undefined;
}

/** A host, for the code of an extension. Its functions are bound. */
export interface ExtensionHost {
  /**
   * Returns the client of a server.
   *
   * @throws {TypeError} if the server is unknown.
   * @throws {ServerNotRunningError} if it is not running.
   */
  readonly client: (server: string) => Client;
  /**
   * Returns the tools of a server that pass the filters of the host, and are as they were reviewed: also those that extensions do not offer to
   * models. Never rejects: a list that cannot be read is reported, and empty.
   *
   * @throws {TypeError} if the server is unknown.
   */
  readonly tools: (server: string) => Promise<readonly HostTool[]>;
  /**
   * Calls a tool in a way of the extension: requests consent, and records the call, as `host.callTool` does.
   *
   * @param name its name in {@link tools}
   * @param send sends the call, once it is allowed. A result with `isError` is recorded as a failure
   * @param signal that of the caller. Default: none
   * @throws the errors of `host.callTool`.
   */
  readonly call: <Result extends object>(
    name: string,
    args: { readonly [name: string]: unknown } | undefined,
    send: (call: AllowedCall) => Promise<Result>,
    signal?: AbortSignal,
  ) => Promise<Result>;
}

/** The code of an extension in a host. */
export interface HostSide<Value> {
  /** Called once, when the host is created. Returns the value of `host.extension(definition)`. What it throws ends the creation. */
  readonly setup: (host: ExtensionHost) => Value;
}

/** The type of an extension in a host. */
export type ExtensionInHost<Types extends ExtensionTypes> = Types['host'];
