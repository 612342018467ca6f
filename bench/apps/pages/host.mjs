/** A page with two hosts, ours and one on the official package, which show views in turn, in the same sandbox. */

import { openView } from '@mcp-gen/apps/host';
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const { document, location } = globalThis;
const { sandbox, rounds } = Object.fromEntries(new URLSearchParams(location.search));
const HOST = { name: 'bench', version: '1.0.0' };
const TOOL = { name: 'show', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://show' } } };
const INPUT = { city: 'Vienna' };
const RESULT = { content: [{ type: 'text', text: 'Vienna' }], structuredContent: INPUT };

const htmlOf = async (name) => (await fetch(`/${name}.html`)).text();
const html = { ours: await htmlOf('ours'), official: await htmlOf('official') };

/** Opens a view. Returns what removes it. */
const OPEN = {
  async ours() {
    const server = {
      async *tools() {
        yield TOOL;
      },
      callTool: async () => RESULT,
      readResource: async (uri) => ({ contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: html.ours }] }),
    };
    const options = { server, tool: TOOL, host: HOST, sandbox, consent: () => true, onError: report };
    const view = await openView(document.body, options);
    view.session.sendInput(INPUT);
    view.session.sendResult(RESULT);
    return () => view.session.close('measured');
  },
  async official() {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    frame.style.cssText = 'border: 0; width: 100%; display: block';
    document.body.append(frame);
    const bridge = new AppBridge(null, HOST, { serverTools: {}, serverResources: {} }, { hostContext: {} });
    bridge.onerror = report;
    bridge.onsizechange = ({ height }) => {
      frame.style.height = `${height}px`;
    };
    bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html: html.official });
    bridge.oninitialized = () => {
      bridge.sendToolInput({ arguments: INPUT });
      bridge.sendToolResult(RESULT);
    };
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.src = `${sandbox}?${new URLSearchParams({ host: location.origin, title: 'show' })}`;
    return () => {
      void bridge.close();
      frame.remove();
    };
  },
};

function report(error) {
  // What waits for an answer when a view is removed fails.
  if (!/closed/i.test(String(error))) throw error;
}

/** Milliseconds from the result of the tool until the view has painted it. */
async function measure(name) {
  const painted = new Promise((resolve) => {
    globalThis.addEventListener('message', function listen({ data }) {
      if (data?.painted === undefined) return;
      globalThis.removeEventListener('message', listen);
      resolve();
    });
  });
  const begin = performance.now();
  const opened = OPEN[name]();
  await painted;
  const time = performance.now() - begin;
  (await opened)();
  return time;
}

const measured = { ours: [], official: [] };
// The first rounds load what both have in common.
for (let round = -2; round < Number(rounds); round++) {
  const names = round % 2 === 0 ? ['ours', 'official'] : ['official', 'ours'];
  for (const name of names) {
    const time = await measure(name);
    if (round >= 0) measured[name].push(time);
  }
}
await fetch('/measured', { method: 'POST', body: JSON.stringify(measured) });
