// A server with the features of `features.mjs` on the class McpServer, which gives tools what these need from version 1.11 on.
import { z } from 'zod';
import { Connection, greet, INFO, OPTIONS, read, said, suggest, TOOLS } from './features.mjs';

/**
 * @param load imports a module of the package
 * @returns a function that makes a server for one connection
 */
export async function mcpServers(load) {
  const { McpServer, ResourceTemplate } = await load('server/mcp.js');
  const { completable } = await load('server/completable.js');
  const types = await load('types.js');

  return () => {
    const mcp = new McpServer(INFO, OPTIONS);
    const { server } = mcp;
    const connection = new Connection();
    server.setRequestHandler(types.SetLevelRequestSchema, ({ params }) => ((connection.level = params.level), {}));
    server.setRequestHandler(types.SubscribeRequestSchema, () => ({}));
    server.setRequestHandler(types.UnsubscribeRequestSchema, () => ({}));

    const contextOf = ({ signal, _meta, sendNotification, sendRequest }) => ({
      types,
      connection,
      signal,
      progressToken: _meta?.progressToken,
      ask: sendRequest,
      notify: sendNotification,
      changeTools: () => mcp.tool('added', () => said('')).remove(),
      updated: (uri) => server.sendResourceUpdated({ uri }),
    });
    const { echo, ...others } = TOOLS;
    mcp.tool('echo', { text: z.string() }, (args) => said(echo(args)));
    for (const [name, call] of Object.entries(others)) {
      mcp.tool(name, async (extra) => said(await call({}, contextOf(extra))));
    }

    mcp.resource('text://a', 'text://a', { mimeType: 'text/plain' }, ({ href }) => read(href));
    const template = new ResourceTemplate('text://{name}', { list: undefined, complete: { name: suggest } });
    mcp.resource('text', template, ({ href }) => read(href));
    mcp.prompt('greet', { name: completable(z.string(), suggest) }, ({ name }) => greet(name));
    return server;
  };
}
