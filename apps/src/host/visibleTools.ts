/** The tools of a server that its views may call. */

import type { Tool } from '@mcp-gen/protocol/author';
import { isVisibleTo } from '../metadata.js';
import type { AppServer } from './appServer.js';

/** Milliseconds for which a list is used. A view that calls a tool every second does not have its server list all tools each time. */
const LIST_AGE = 5_000;

/** Finds the tools that views may call, in a list that is read again when it is old. */
export class VisibleTools {
  readonly #server: AppServer;
  #listed: { readonly at: number; readonly tools: Promise<ReadonlyMap<string, Tool>> } | undefined;

  constructor(server: AppServer) {
    this.#server = server;
  }

  /**
   * Returns a tool; undefined if there is none of this name, or views may not call it.
   *
   * @throws the error of the server, if its list cannot be read.
   */
  async find(name: string): Promise<Tool | undefined> {
    if (this.#listed === undefined || performance.now() - this.#listed.at >= LIST_AGE) {
      const listed = { at: performance.now(), tools: this.#read() };
      this.#listed = listed;
      listed.tools.catch(() => {
        if (this.#listed === listed) this.#listed = undefined;
      });
    }
    return (await this.#listed.tools).get(name);
  }

  async #read(): Promise<ReadonlyMap<string, Tool>> {
    const tools = new Map<string, Tool>();
    for await (const tool of this.#server.tools()) if (isVisibleTo('app', tool)) tools.set(tool.name, tool);
    return tools;
  }
}
