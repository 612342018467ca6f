/** The official package at the other end, without windows: its view in our host, and our view in its host. */

import { connectView, portPair, type Port } from '@mcp-gen/apps/view';
import { ViewSession, type AppServer, type ViewServices } from '@mcp-gen/apps/host';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import {
  EXT_APPS_MISSING,
  EXT_APPS_VERSIONS,
  extAppsPath,
  officialPackage,
  type OfficialPackage,
  type OfficialTransport,
} from '../support/extApps.js';
import { testUnless } from '../support/omissions.js';

const TOOL = { name: 'show', inputSchema: { type: 'object' as const } };
const HIDDEN = { ...TOOL, name: 'hidden', _meta: { ui: { visibility: ['model'] } } };
const RESULT = { content: [{ type: 'text' as const, text: 'two' }], structuredContent: { n: 2 } };
const MESSAGE = { role: 'user', content: [{ type: 'text', text: 'hello' }] };
const FILE = { type: 'resource_link', uri: 'https://example.com/report.csv', name: 'report.csv' };
const SAMPLE = { role: 'assistant' as const, content: { type: 'text' as const, text: 'yes' }, model: 'm' };
const QUESTION = { messages: [{ role: 'user', content: { type: 'text', text: 'yes?' } }], maxTokens: 10 };
const HOST = { name: 'host', version: '1.0.0' };
const APP = { name: 'chart', version: '1.0.0' };
const CONTEXT = { theme: 'dark' as const, availableDisplayModes: ['inline' as const, 'fullscreen' as const] };

/** What happened, by subject: what was told, what was answered, and errors by their code. */
interface Outcome {
  [subject: string]: unknown;
}

const unreachable = (): never => expect.unreachable();

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

function transportOf(port: Port): OfficialTransport {
  let stop: (() => void) | undefined;
  const transport: OfficialTransport = {
    start: () => {
      stop = port.listen((message) => transport.onmessage?.(message));
      return Promise.resolve();
    },
    send: (message) => {
      port.send(message);
      return Promise.resolve();
    },
    close: () => {
      stop?.();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}

/** Returns what a call comes to: its result, the code of its error, or undefined if a version does not have it. */
async function outcomeOf(call: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return (error as { readonly code: number }).code;
  }
}

async function anyResult(): Promise<object> {
  const { z } = (await import(pathToFileURL(extAppsPath('zod/index.js')).href)) as {
    readonly z: { readonly looseObject: (shape: object) => object };
  };
  return z.looseObject({});
}

/** What a page of the official view is told when the call is cancelled. */
async function cancelledView({ App }: OfficialPackage): Promise<unknown> {
  const [own, other] = portPair();
  const server: AppServer = { tools: () => Readable.from([]), callTool: unreachable, readResource: unreachable };
  const session = new ViewSession(own, { server, tool: TOOL, host: HOST, consent: () => true, onError: unreachable });
  const app = new App(APP, {}, { autoResize: false });
  let cancelled: unknown;
  app.ontoolcancelled = (params) => (cancelled = params);
  session.sendCancelled('user action');
  await app.connect(transportOf(other));
  await settled();
  session.close('done');
  await app.close();
  return cancelled;
}

/** The official view in our host. */
async function officialView(folder: string): Promise<Outcome> {
  const official = await officialPackage(folder);
  const outcome: Outcome = { cancelled: await cancelledView(official) };
  const told = (subject: string) => (value: unknown) => (outcome[subject] = value);
  const server: AppServer = {
    tools: () => Readable.from([TOOL, HIDDEN]),
    callTool: (name, args, { signal } = {}) => {
      signal?.addEventListener('abort', () => (outcome['cancelled call'] = 'cancelled'));
      return args.wait === true ? new Promise(() => undefined) : Promise.resolve({ ...RESULT, _meta: { name, args } });
    },
    readResource: (uri) => Promise.resolve({ contents: [{ uri, text: 'text' }] }) as never,
  };
  const services: ViewServices = {
    openLink: (url) => void (outcome.opened = url.href),
    downloadFile: told('downloaded') as never,
    sendMessage: told('said') as never,
    updateModelContext: told('remembered') as never,
    createMessage: (params) => {
      outcome.asked = params;
      return Promise.resolve(SAMPLE);
    },
    requestDisplayMode: (mode) => mode,
    log: told('logged'),
    requestTeardown: () => void (outcome['teardown requested'] = true),
  };
  const errors: unknown[] = [];
  const closed: string[] = [];
  const [own, other] = portPair();
  const session = new ViewSession(own, {
    server,
    tool: TOOL,
    host: HOST,
    consent: () => true,
    services,
    context: CONTEXT,
    onError: (error) => errors.push(String(error)),
    onSize: told('size'),
    onClose: (reason) => closed.push(reason),
  });
  const app = new official.App(APP, { availableDisplayModes: ['inline', 'fullscreen'] }, { autoResize: false });
  app.onerror = (error) => errors.push(String(error));
  app.ontoolinput = told('input');
  app.ontoolinputpartial = told('partial input');
  app.ontoolresult = told('result');
  app.onhostcontextchanged = (params) => (outcome['context changed'] ??= params);
  app.onteardown = () => {
    outcome['torn down'] = true;
    return {};
  };
  session.sendPartialInput({ city: 'V' });
  await app.connect(transportOf(other));
  await settled();
  outcome.host = app.getHostVersion();
  outcome.capabilities = Object.keys(app.getHostCapabilities() ?? {}).toSorted();
  outcome.context = app.getHostContext();
  outcome.declared = session.capabilities;
  session.sendInput({ city: 'Vienna' });
  session.sendResult(RESULT);
  session.updateContext({ theme: 'light' });
  await settled();
  outcome['merged context'] = app.getHostContext();
  outcome.call = await outcomeOf(() => app.callServerTool({ name: 'show', arguments: { a: 1 } }));
  outcome['hidden tool'] = await outcomeOf(() => app.callServerTool({ name: 'hidden' }));
  const controller = new AbortController();
  const waiting = outcomeOf(() =>
    app.callServerTool({ name: 'show', arguments: { wait: true } }, { signal: controller.signal }),
  );
  await settled();
  controller.abort();
  await waiting;
  await settled();
  outcome.read = await outcomeOf(() => app.readServerResource?.({ uri: 'a://b' }));
  outcome.link = await outcomeOf(() => app.openLink({ url: 'https://example.com/' }));
  outcome['link scheme'] = await outcomeOf(() => app.openLink({ url: 'javascript:alert(1)' }));
  outcome.message = await outcomeOf(() => app.sendMessage(MESSAGE));
  outcome.remember = await outcomeOf(() => app.updateModelContext({ structuredContent: { n: 2 } }));
  outcome.mode = await outcomeOf(() => app.requestDisplayMode({ mode: 'fullscreen' }));
  outcome['context of the mode'] = app.getHostContext();
  outcome['undeclared mode'] = await outcomeOf(() => app.requestDisplayMode({ mode: 'pip' }));
  outcome.download = await outcomeOf(() => app.downloadFile?.({ contents: [FILE] }));
  outcome.sample = await outcomeOf(() => app.createSamplingMessage?.(QUESTION));
  await app.sendLog({ level: 'info', data: 'text', logger: 'chart' });
  await app.sendSizeChanged({ height: 20 });
  const schema = await anyResult();
  const ask = (method: string, params: object) => outcomeOf(() => app.request({ method, params }, schema));
  outcome.ping = await ask('ping', {});
  outcome['unknown method'] = await ask('ui/absent', {});
  outcome['bad params'] = await ask('ui/open-link', { url: 7 });
  await app.requestTeardown?.();
  await settled();
  await session.tearDown('done');
  await app.close();
  return { ...outcome, errors, closed };
}

/** Our view in the official host. */
async function officialHost(folder: string): Promise<Outcome> {
  const { AppBridge } = await officialPackage(folder);
  const outcome: Outcome = {};
  const told = (subject: string) => (value: unknown) => (outcome[subject] = value);
  const errors: unknown[] = [];
  const [own, other] = portPair();
  const capabilities = {
    serverTools: {},
    serverResources: {},
    openLinks: {},
    logging: {},
    sampling: {},
    downloadFile: {},
  };
  const bridge = new AppBridge(null, HOST, capabilities, { hostContext: CONTEXT });
  bridge.onerror = (error) => errors.push(String(error));
  bridge.oninitialized = () => (outcome.initialized = true);
  bridge.oncalltool = ((
    params: { readonly name: string },
    extra: { signal?: AbortSignal; mcpReq?: { signal: AbortSignal } },
  ) => {
    outcome.called ??= params;
    const signal = extra.signal ?? extra.mcpReq?.signal;
    signal?.addEventListener('abort', () => (outcome['cancelled call'] = 'cancelled'));
    if (params.name === 'wait') return new Promise(() => undefined);
    if (params.name === 'absent') throw Object.assign(new Error('Unknown tool'), { code: -32_602 });
    return RESULT;
  }) as never;
  bridge.onreadresource = ({ uri }: { readonly uri: string }) => ({ contents: [{ uri, text: 'text' }] });
  bridge.onopenlink = ({ url }: { readonly url: string }) => {
    if (url.startsWith('javascript:')) return { isError: true };
    outcome.opened = url;
    return {};
  };
  bridge.onmessage = (params) => {
    outcome.said = params;
    return {};
  };
  bridge.onupdatemodelcontext = (params) => {
    outcome.remembered = params;
    return {};
  };
  bridge.onrequestdisplaymode = ({ mode }: { readonly mode: string }) => ({ mode });
  bridge.ondownloadfile = (params) => {
    outcome.downloaded = params;
    return {};
  };
  bridge.oncreatesamplingmessage = (params) => {
    outcome.asked = params;
    return SAMPLE;
  };
  bridge.onloggingmessage = told('logged');
  bridge.onsizechange = told('size');
  bridge.onrequestteardown = () => (outcome['teardown requested'] = true);
  await bridge.connect(transportOf(own));
  const view = await connectView(APP, {
    port: other,
    displayModes: ['inline', 'fullscreen'],
    onTeardown: () => void (outcome['torn down'] = true),
    onError: (error) => errors.push(String(error)),
  });
  await settled();
  outcome.host = view.host;
  outcome.capabilities = Object.keys(view.capabilities).toSorted();
  outcome.context = view.context;
  outcome.app = [bridge.getAppVersion(), bridge.getAppCapabilities()];
  view.onPartialInput(told('partial input'));
  await bridge.sendToolInputPartial({ arguments: { city: 'V' } });
  await bridge.sendToolInput({ arguments: { city: 'Vienna' } });
  await bridge.sendToolResult(RESULT);
  await bridge.sendToolCancelled({ reason: 'user action' });
  await bridge.sendHostContextChange({ theme: 'light' });
  await settled();
  view.onInput(told('input'));
  view.onResult(told('result'));
  view.onCancelled(told('cancelled'));
  view.onContext(told('merged context'));
  outcome.call = await outcomeOf(() => view.callTool('show', { a: 1 }));
  outcome['unknown tool'] = await outcomeOf(() => view.callTool('absent'));
  const controller = new AbortController();
  const waiting = outcomeOf(() => view.callTool('wait', {}, { signal: controller.signal }));
  await settled();
  controller.abort();
  await waiting;
  await settled();
  outcome.read = await outcomeOf(() => view.readResource('a://b'));
  outcome.link = await outcomeOf(() => view.openLink('https://example.com/'));
  outcome['refused link'] = await outcomeOf(() => view.openLink('javascript:alert(1)'));
  outcome.message = await outcomeOf(() => view.sendMessage('hello'));
  outcome.remember = await outcomeOf(() => view.updateModelContext({ structuredContent: { n: 2 } }));
  outcome.mode = await outcomeOf(() => view.requestDisplayMode('fullscreen'));
  outcome['undeclared mode'] = await outcomeOf(() => view.requestDisplayMode('pip'));
  outcome.download = await outcomeOf(() => view.downloadFile([FILE as never]));
  outcome.sample = await outcomeOf(() => view.createMessage(QUESTION as never));
  view.log('info', 'text', 'chart');
  other.send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 20 } });
  view.requestTeardown();
  await settled();
  const schema = await anyResult();
  const ask = (method: string, params: object) => outcomeOf(() => bridge.request({ method, params }, schema));
  outcome.ping = await ask('ping', {});
  outcome['unknown method'] = await ask('ui/absent', {});
  outcome['bad params'] = await ask('ui/resource-teardown', { _meta: 7 });
  outcome['tear down'] = await outcomeOf(() => bridge.teardownResource({}));
  view.close();
  await bridge.close();
  return { ...outcome, errors };
}

const MODES = ['inline', 'fullscreen'];
const CONTENT = [{ type: 'text', text: 'hello' }];

/** What is the same in both directions. */
const BOTH: Outcome = {
  host: HOST,
  'cancelled call': 'cancelled',
  read: { contents: [{ uri: 'a://b', text: 'text' }] },
  opened: 'https://example.com/',
  remembered: { structuredContent: { n: 2 } },
  asked: QUESTION,
  sample: SAMPLE,
  logged: { level: 'info', data: 'text', logger: 'chart' },
  size: { height: 20 },
  ping: {},
  'unknown method': -32_601,
  'bad params': -32_602,
  'teardown requested': true,
  'torn down': true,
  errors: [],
};

const CAPABILITIES = [
  'downloadFile',
  'logging',
  'message',
  'openLinks',
  'sampling',
  'serverResources',
  'serverTools',
  'updateModelContext',
];

const OFFICIAL_VIEW: Outcome = {
  ...BOTH,
  'partial input': { arguments: { city: 'V' } },
  context: { ...CONTEXT, toolInfo: { tool: TOOL } },
  declared: { availableDisplayModes: MODES },
  input: { arguments: { city: 'Vienna' } },
  result: RESULT,
  cancelled: { reason: 'user action' },
  'context changed': { theme: 'light' },
  'merged context': { ...CONTEXT, theme: 'light', toolInfo: { tool: TOOL } },
  call: { ...RESULT, _meta: { name: 'show', args: { a: 1 } } },
  'hidden tool': -32_602,
  link: {},
  'link scheme': -32_000,
  said: CONTENT,
  message: {},
  remember: {},
  mode: { mode: 'fullscreen' },
  'context of the mode': { ...CONTEXT, theme: 'light', toolInfo: { tool: TOOL }, displayMode: 'fullscreen' },
  'undeclared mode': { mode: 'fullscreen' },
  downloaded: [{ name: 'report.csv', content: FILE }],
  download: {},
  closed: ['done'],
};

const OFFICIAL_HOST: Outcome = {
  ...BOTH,
  initialized: true,
  capabilities: ['downloadFile', 'logging', 'openLinks', 'sampling', 'serverResources', 'serverTools'],
  context: CONTEXT,
  app: [APP, { availableDisplayModes: MODES }],
  'partial input': { city: 'V' },
  input: { city: 'Vienna' },
  result: RESULT,
  cancelled: 'user action',
  'merged context': { ...CONTEXT, theme: 'light', displayMode: 'fullscreen' },
  called: { name: 'show', arguments: { a: 1 }, _meta: { progressToken: expect.any(String) } },
  call: RESULT,
  'unknown tool': -32_602,
  link: true,
  'refused link': false,
  said: { role: 'user', content: CONTENT },
  message: true,
  remember: undefined,
  mode: 'fullscreen',
  'undeclared mode': 'fullscreen',
  downloaded: { contents: [FILE] },
  download: true,
  'tear down': {},
};

/** Subjects that the view of an older version does not have. */
const VIEW_LACKS: { readonly [version: string]: readonly string[] } = {
  '1.0.0': ['read', 'downloaded', 'download', 'asked', 'sample', 'teardown requested'],
};

/** What the view of an older version does not know of the host. */
const UNKNOWN_CAPABILITIES: { readonly [version: string]: readonly string[] } = {
  '1.0.0': ['downloadFile', 'sampling'],
};

/** What an older host answers instead. */
const HOST_DIFFERS: { readonly [version: string]: Outcome } = {
  '1.0.0': {
    downloaded: undefined,
    download: -32_601,
    asked: undefined,
    sample: -32_601,
    'teardown requested': undefined,
  },
};

for (const [version, folder] of EXT_APPS_VERSIONS) {
  testUnless(EXT_APPS_MISSING, `the official view ${version} in our host`, async () => {
    const lacking = (VIEW_LACKS[version] ?? []).map((subject) => [subject, undefined]);
    const capabilities = CAPABILITIES.filter((name) => UNKNOWN_CAPABILITIES[version]?.includes(name) !== true);
    expect(await officialView(folder)).toEqual({ ...OFFICIAL_VIEW, capabilities, ...Object.fromEntries(lacking) });
  });

  testUnless(EXT_APPS_MISSING, `our view in the official host ${version}`, async () => {
    expect(await officialHost(folder)).toEqual({ ...OFFICIAL_HOST, ...HOST_DIFFERS[version] });
  });
}
