// A server with the features of `features.mjs` on the class Server, as servers were written for versions whose McpServer lacks some of them.
import { Connection, greet, INFO, OPTIONS, read, said, suggest, TOOLS } from './features.mjs';

/**
 * @param load imports a module of the package
 * @returns a function that makes a server for one connection
 */
export async function plainServers(load) {
  const { Server } = await load('server/index.js');
  const types = await load('types.js');
  const { ErrorCode, McpError } = types;
  const capabilities = {
    ...OPTIONS.capabilities,
    tools: { listChanged: true },
    resources: { subscribe: true },
    prompts: {},
  };
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  const tools = Object.keys(TOOLS).map((name) => ({
    name,
    inputSchema: name === 'echo' ? text : { type: 'object' },
  }));

  return () => {
    const server = new Server(INFO, { ...OPTIONS, capabilities });
    const connection = new Connection();

    async function callTool({ params: { name, arguments: args = {}, _meta } }, extra) {
      if (TOOLS[name] === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
      if (name === 'echo' && typeof args.text !== 'string') throw new McpError(ErrorCode.InvalidParams, 'No text');
      const context = {
        types,
        connection,
        signal: extra.signal,
        progressToken: _meta?.progressToken,
        // The first versions know of no connection between messages.
        ask: extra.sendRequest ?? ((request, result) => server.request(request, result)),
        notify: extra.sendNotification ?? ((notification) => server.notification(notification)),
        changeTools: () => server.sendToolListChanged(),
        updated: (uri) => server.sendResourceUpdated({ uri }),
      };
      try {
        return said(await TOOLS[name](args, context));
      } catch (error) {
        return { ...said(error.message), isError: true };
      }
    }

    const handlers = {
      ListTools: () => ({ tools }),
      CallTool: callTool,
      ListResources: () => ({ resources: [{ uri: 'text://a', name: 'text://a', mimeType: 'text/plain' }] }),
      ListResourceTemplates: () => ({ resourceTemplates: [{ uriTemplate: 'text://{name}', name: 'text' }] }),
      ReadResource({ params: { uri } }) {
        const contents = read(uri);
        if (contents === undefined) throw new McpError(-32002, 'Resource not found', { uri });
        return contents;
      },
      Subscribe: () => ({}),
      Unsubscribe: () => ({}),
      ListPrompts: () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'name', required: true }] }] }),
      GetPrompt: ({ params }) => greet(params.arguments.name),
      Complete: ({ params }) => ({ completion: { values: suggest(params.argument.value) } }),
      SetLevel: ({ params }) => ((connection.level = params.level), {}),
    };
    for (const [name, handle] of Object.entries(handlers)) {
      server.setRequestHandler(types[`${name}RequestSchema`], handle);
    }
    return server;
  };
}
