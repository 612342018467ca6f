/** The page of a host: shows the view of each tool that a test names. */

import { connect } from '@mcp-gen/sdk/client';
import { openView, type OpenedView, type OpenViewOptions } from '@mcp-gen/apps/host';

interface ShowOptions extends Partial<OpenViewOptions> {
  /** The URL of the server. Default: that of the server of the page. */
  readonly url?: string;
  /** The arguments of the tool. */
  readonly input?: { readonly [name: string]: unknown };
}

declare global {
  interface Window {
    /** Shows the view of a tool, and tells it nothing. */
    mount: (name: string, options?: ShowOptions) => Promise<OpenedView>;
    /** Shows the view of a tool, with its result. */
    show: (name: string, options?: ShowOptions) => Promise<void>;
    state: { audit: unknown[]; errors: string[]; closed: string[]; opened: string[] };
    views: OpenedView[];
  }
}

window.state = { audit: [], errors: [], closed: [], opened: [] };
window.views = [];

const query = new URLSearchParams(location.search);
const connections = new Map<string, ReturnType<typeof connect>>();
const connected = (url: string): ReturnType<typeof connect> => {
  const client = connections.get(url) ?? connect(new URL(url, location.href));
  connections.set(url, client);
  return client;
};

window.mount = async (name, { url = '/mcp', input: _, ...options } = {}) => {
  const client = await connected(url);
  const tool = (await client.tools().all()).find((each) => each.name === name);
  if (tool === undefined) throw new Error(`No tool ${name}`);
  const view = await openView(document.querySelector('main') ?? document.body, {
    server: client,
    tool,
    host: { name: 'test', version: '1.0.0' },
    sandbox: query.get('sandbox') ?? '',
    consent: () => true,
    context: { theme: 'dark', styles: { variables: { '--color-text-primary': 'rgb(1, 2, 3)' } } },
    services: { openLink: (url) => void window.state.opened.push(url.href) },
    onAudit: (entry) => window.state.audit.push(entry),
    onError: (error) => window.state.errors.push(String(error)),
    onClose: (reason) => window.state.closed.push(reason),
    ...options,
  });
  window.views.push(view);
  return view;
};

window.show = async (name, options = {}) => {
  const { url = '/mcp', input = { city: 'Vienna' } } = options;
  const view = await window.mount(name, options);
  view.session.sendInput(input);
  view.session.sendResult(await (await connected(url)).callTool(name, input));
};
document.title = 'ready';
