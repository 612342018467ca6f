/** The apps of the servers of a host. */

import type { HostSide } from '@mcp-gen/sdk/extension';
import type { AppServer } from './host/appServer.js';
import { isVisibleTo } from './metadata.js';

/** What the extension adds to a host: `host.extension(apps)`. */
export interface HostApps {
  /**
   * Returns a server as views reach it, in the option `server` of `openView`: with the tools that only views may call, which the host does not offer
   * to models. Each request goes to the client that the server has then, also after it was restarted.
   *
   * @param name its name in the configuration of the host; an unknown one is an error of each request
   */
  readonly server: (name: string) => AppServer;
}

/** The code of the extension in a host. */
export const HOST_APPS: HostSide<HostApps> = {
  offersTool: (tool) => isVisibleTo('model', tool),
  setup: ({ client }) => ({
    server: (name) => ({
      tools: () => client(name).tools(),
      resources: () => client(name).resources(),
      callTool: async (tool, args, options) => client(name).callTool(tool, args, options),
      readResource: async (uri, options) => client(name).readResource(uri, options),
    }),
  }),
};
