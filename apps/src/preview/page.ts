/**
 * The program of the page that `servePreview` serves: a host that calls the tools of a server, and shows their views.
 *
 * @module
 */

import type { Tool } from '@mcp-gen/protocol/author';
import { JsonRpcError } from '@mcp-gen/runtime';
import type { AppServer, AppToolResult } from '../host/appServer.js';
import { openView, type OpenedView } from '../host/openView.js';
import { viewOf } from '../metadata.js';
import type { Answer, Question } from './answers.js';
import type { PreviewSettings } from './html.js';

/** A call of a tool whose view is shown. */
interface Called {
  readonly tool: Tool;
  readonly input: object;
  readonly result: AppToolResult;
}

export type { PreviewSettings } from './html.js';

/** Starts the page. Resolves when the tool that is to be called first is shown. */
export async function startPreview(settings: PreviewSettings): Promise<void> {
  const { sandbox, server: serverName, version, arguments: args } = settings;
  const tools = (await ask({ method: 'tools' })) as readonly Tool[];
  const select = element('tool', HTMLSelectElement);
  const given = element('arguments', HTMLTextAreaElement);
  const theme = element('theme', HTMLSelectElement);
  const width = element('width', HTMLSelectElement);
  const container = element('view', HTMLElement);
  const name = element('name', HTMLElement);
  const log = element('log', HTMLElement);
  element('server', HTMLElement).textContent = serverName;
  const withViews = tools.filter((tool) => viewOf(tool) !== undefined);
  select.replaceChildren(...withViews.map((tool) => new Option(tool.title ?? tool.name, tool.name)));
  if (withViews.length === 0) name.textContent = 'No tool of this server has a view';

  let called: Called | undefined;
  let view: OpenedView | undefined;
  let turn = Promise.resolve();
  let isStale = false;
  const write = (line: string): void => {
    log.append(Object.assign(document.createElement('li'), { textContent: line }));
  };
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const themeNow = (): 'light' | 'dark' =>
    theme.value === 'light' || theme.value === 'dark' ? theme.value : isDark.matches ? 'dark' : 'light';
  /** One after another: views share a place. */
  const inTurn = (act: () => Promise<void>): void => {
    turn = turn.then(act).catch((error: unknown) => write(`error: ${messageOf(error)}`));
  };
  const show = async ({ tool, input, result }: Called): Promise<void> => {
    await view?.close();
    log.replaceChildren();
    name.textContent = `View of ${tool.title ?? tool.name}`;
    view = await openView(container, {
      server,
      tool,
      host: { name: 'mcp-gen preview', version },
      sandbox,
      consent: (request) => request.kind !== 'link' || confirm(`The app wants to open ${request.url.href}`),
      context: { theme: themeNow(), displayMode: 'inline', locale: navigator.language, platform: 'web' },
      services: {
        openLink: (url) => void open(url, '_blank', 'noopener,noreferrer'),
        sendMessage: (content) => write(`message: ${JSON.stringify(content)}`),
        updateModelContext: (context) => write(`model context: ${JSON.stringify(context)}`),
        log: ({ level, data }) => write(`log ${level}: ${JSON.stringify(data)}`),
      },
      onAudit: ({ action, outcome, detail = '' }) => write(`${outcome}: ${action} ${detail}`),
      onError: (error) => write(`error: ${String(error)}`),
    });
    view.session.sendInput(input);
    view.session.sendResult(result);
  };
  const call = async (): Promise<void> => {
    const tool = withViews.find((each) => each.name === select.value);
    if (tool === undefined) return;
    const input = JSON.parse(given.value) as { readonly [name: string]: unknown };
    called = { tool, input, result: await server.callTool(tool.name, input) };
    await show(called);
  };
  const chosen = (): void => {
    given.value = JSON.stringify(args[select.value] ?? {}, null, 2);
  };
  const themed = (): void => {
    document.documentElement.dataset.theme = theme.value;
    view?.session.updateContext({ theme: themeNow() });
  };
  select.addEventListener('change', chosen);
  theme.addEventListener('change', themed);
  isDark.addEventListener('change', themed);
  width.addEventListener('change', () => {
    container.style.width = width.value === '' ? '' : `${width.value}px`;
  });
  element('call', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    inTurn(call);
  });
  new EventSource('/changes').onmessage = ({ data }: MessageEvent<string>) => {
    if (called === undefined || viewOf(called.tool) !== JSON.parse(data) || isStale) return;
    isStale = true;
    inTurn(async () => {
      isStale = false;
      if (called !== undefined) await show(called);
    });
  };
  const first = withViews.find((tool) => args[tool.name] !== undefined);
  if (first !== undefined) select.value = first.name;
  chosen();
  if (first !== undefined) inTurn(call);
  await turn;
}

const server: AppServer = {
  callTool: async (name, args) => (await ask({ method: 'callTool', name, arguments: args })) as AppToolResult,
  readResource: async (uri) => (await ask({ method: 'readResource', uri })) as never,
  tools: async function* () {
    yield* (await ask({ method: 'tools' })) as readonly Tool[];
  },
};

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function ask(question: Question): Promise<unknown> {
  const response = await fetch('/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  if (!response.ok) throw new Error(`The preview answers ${response.status}`);
  const answer = (await response.json()) as Answer;
  if ('error' in answer) throw new JsonRpcError(answer.error.code, answer.error.message);
  return answer.result;
}

function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}`);
}
