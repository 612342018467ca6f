/** The code of an extension in a host, beside that in the clients of its servers. */

import type { Tool } from '@mcp-gen/protocol/author';
import type { Client } from '../client/client.js';
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
   * Calls a tool in a way of the extension: requests consent, and records the call, as `host.callTool` does.
   *
   * @param name its name in the list of the host
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
  /**
   * Returns whether the host offers a tool of a server: otherwise, `host.tools()` does not have it, and `host.callTool` cannot call it. Clients
   * of the host still have it. If it throws, the tools of the server are not offered, and the error is reported. Default: every tool is offered.
   */
  readonly offersTool?: ((tool: Tool) => boolean) | undefined;
}

/** The type of an extension in a host. */
export type ExtensionInHost<Types extends ExtensionTypes> = Types['host'];
