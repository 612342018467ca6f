/** The page of a host that is made of official packages alone: shows the view of each tool that a test names, in the sandbox of its query. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const INFO = { name: 'official', version: '1.0.0' };
const { document, location } = globalThis;
const sandbox = new URLSearchParams(location.search).get('sandbox') ?? '';
const client = new Client(INFO);
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
const { tools } = await client.listTools();

globalThis.state = { errors: [], opened: [], closed: [], sizes: [] };

globalThis.show = async (name) => {
  const tool = tools.find((each) => each.name === name);
  const { contents } = await client.readResource({ uri: getToolUiResourceUri(tool) });
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  document.querySelector('main').append(frame);
  const bridge = new AppBridge(
    client,
    INFO,
    { openLinks: {}, serverTools: {}, serverResources: {} },
    {
      hostContext: { theme: 'dark', styles: { variables: { '--color-text-primary': 'rgb(1, 2, 3)' } } },
    },
  );
  bridge.onerror = (error) => globalThis.state.errors.push(String(error));
  bridge.onopenlink = ({ url }) => {
    globalThis.state.opened.push(url);
    return {};
  };
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`;
  };
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html: contents[0].text });
  bridge.oninitialized = async () => {
    const input = { city: 'Vienna' };
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(await client.callTool({ name, arguments: input }));
  };
  globalThis.close = async () => {
    await bridge.teardownResource({});
    frame.remove();
    globalThis.state.closed.push('torn down');
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = `${sandbox}?${new URLSearchParams({ host: location.origin, title: name })}`;
};
document.title = 'ready';
