/** The page of a host: shows the view of each tool that a test names. */

import { connect } from '@mcp-gen/sdk/client';
import { openView, type OpenedView } from '@mcp-gen/apps/host';

declare global {
  interface Window {
    show: (name: string, options?: object) => Promise<void>;
    state: { audit: unknown[]; errors: string[]; closed: string[]; opened: string[] };
    views: OpenedView[];
  }
}

window.state = { audit: [], errors: [], closed: [], opened: [] };
window.views = [];

const query = new URLSearchParams(location.search);
const client = await connect(new URL('/mcp', location.href));
const tools = await client.tools().all();

window.show = async (name, options) => {
  const tool = tools.find((each) => each.name === name);
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
  view.session.sendInput({ city: 'Vienna' });
  view.session.sendResult(await client.callTool(name));
};
document.title = 'ready';
