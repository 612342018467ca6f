/** The apps of the servers of a host. */

import type { HostSide } from '@mcp-gen/sdk/extension';
import type { AppServer } from './host/appServer.js';

/** What the extension adds to a host: `host.extension(apps)`. */
export interface HostApps {
  /**
   * Returns a server as views reach it, in the option `server` of `openView`: with the tools that only views may call, which the host does not offer
   * to models. The filters, the lock, the consent, and the records of the host apply to calls of views as to those of models. Requests go to the client
   * that the server has then, also after it was restarted.
   *
   * @param name its name in the configuration of the host; an unknown one is an error of each request
   */
  readonly server: (name: string) => AppServer;
}

/** The code of the extension in a host. Consent is requested and calls are recorded as those of models are. */
export const HOST_APPS: HostSide<HostApps> = {
  setup: ({ client, tools, call }) => ({
    server: (name) => ({
      tools: async function* () {
        for (const { original, ...tool } of await tools(name)) yield { ...tool, name: original };
      },
      callTool: async (tool, args, options) => {
        const { name: offered = tool } = (await tools(name)).find(({ original }) => original === tool) ?? {};
        return call(
          offered,
          args,
          (allowed) => allowed.client.callTool(tool, allowed.arguments, options),
          options?.signal,
        );
      },
      resources: () => client(name).resources(),
      readResource: async (uri, options) => client(name).readResource(uri, options),
    }),
  }),
};
