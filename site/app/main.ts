/** Shows the app of `examples/apps`: the page is its host, and answers its tool, so that it needs no server. */

import { ViewSession, windowPort, type AppServer } from '@mcp-gen/apps/host';
import { sunReport, type SunReport } from '../../examples/apps/sun.js';

const TOOL = {
  name: 'sun',
  title: 'The sun over the world',
  inputSchema: { type: 'object' as const, properties: { time: { type: 'string' } } },
};

function call(time: unknown): { content: { type: 'text'; text: string }[]; structuredContent: SunReport } {
  const at = typeof time === 'string' ? Date.parse(time) : Date.now();
  const structuredContent = sunReport(Number.isNaN(at) ? Date.now() : at);
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

const server: AppServer = {
  callTool: (_name, { time }) => Promise.resolve(call(time)),
  readResource: () => Promise.reject(new Error('The server has no resources')),
  tools: async function* () {
    yield await Promise.resolve(TOOL);
  },
};

const isDark = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

function theme(): 'light' | 'dark' {
  const { theme: chosen } = root.dataset;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return isDark.matches ? 'dark' : 'light';
}

const place = document.querySelector('#app');
const log = document.querySelector('#app-log');
if (place === null || log === null) throw new Error('The page has no place for the app');
const write = (line: string): void => {
  log.append(Object.assign(document.createElement('li'), { textContent: line }));
};

const frame = document.createElement('iframe');
frame.title = TOOL.title;
// Without the origin of this site: the page of the app reaches nothing of it.
frame.setAttribute('sandbox', 'allow-scripts');
place.replaceChildren(frame);
if (frame.contentWindow === null) throw new Error('The page of the app has no window');
const session = new ViewSession(windowPort(frame.contentWindow), {
  server,
  tool: TOOL,
  host: { name: 'mcp-gen site', version: '0.1.0' },
  consent: () => true,
  context: { theme: theme(), displayMode: 'inline', containerDimensions: { maxHeight: 2_000 } },
  services: { updateModelContext: ({ content = [] }) => write(`context of the model: ${JSON.stringify(content)}`) },
  onAudit: ({ action, outcome, detail = '' }) => write(`${outcome}: ${action} ${detail}`),
  onError: reportError,
  onSize: ({ height = 0 }) => {
    frame.style.height = `${Math.min(height, 2_000)}px`;
    root.dataset.app = 'shown';
  },
});
session.sendInput({});
session.sendResult(call(undefined));
// Only now: what it sends before nobody would hear.
frame.src = 'view.html';

const themed = (): void => session.updateContext({ theme: theme() });
isDark.addEventListener('change', themed);
new MutationObserver(themed).observe(root, { attributeFilter: ['data-theme'] });
