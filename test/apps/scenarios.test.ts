/**
 * The requirements of hosts that the conformance suite proposed for MCP Apps names, by its ids, and the rules of its validator for servers and
 * views. Neither is published: the checks are our own. Of the rules, APP-006 warns of the earlier key of tools, which hosts in use still read; what APP-104
 * says about sizes is checked in a browser; and APP-105 is about tools of views, which ours do not have.
 */

import { apps, isVisibleTo, isViewType, VIEW_TYPE, viewOf } from '@mcp-gen/apps';
import { contentSecurityPolicy } from '@mcp-gen/apps/host';
import { connectView, portPair } from '@mcp-gen/apps/view';
import { Server } from '@mcp-gen/sdk';
import { expect, onTestFinished } from 'vitest';
import { withoutChromium } from '../support/chromium.js';
import { EXT_APPS_MISSING, officialPackage } from '../support/extApps.js';
import { startServer } from '../support/httpServer.js';
import { testUnless } from '../support/omissions.js';
import { testClientUntilEnd } from '../support/untilEnd.js';
import { bundled, htmlOf, openHost, type Hosted } from './hosted.js';

/** A view in our host, and what a test does with it. */
class Scene {
  readonly hosted: Hosted;
  /** An origin that the view declares. */
  readonly declared: string;
  /** One that it does not. */
  readonly other: string;

  constructor(hosted: Hosted, declared: string, other: string) {
    this.hosted = hosted;
    this.declared = declared;
    this.other = other;
  }

  /** Runs an expression in the page of the host. */
  host(expression: string): Promise<unknown> {
    return this.hosted.page.run(expression);
  }

  /** Runs an expression in the view. */
  view(expression: string): Promise<unknown> {
    return this.hosted.frames.read('/view', expression);
  }

  /** Sends a request of the view. Resolves with its result or error. */
  ask(method: string, params: object): Promise<unknown> {
    return this.view(`ask('${method}', ${JSON.stringify(params)})`);
  }

  /** Shows the view again, with what the host does for it. */
  async open(): Promise<void> {
    await this.host(`(async () => {
      window.did = [];
      window.allows = true;
      const done = (kind) => (value) => void did.push([kind, value?.href ?? value]);
      window.opened = await mount('probe', {
        consent: ({ kind }) => (did.push(['consent', kind]), allows),
        context: { theme: 'dark', availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
        permissions: ['geolocation', 'camera'],
        allowsOrigin: (origin) => (did.push(['origin', origin]), origin !== 'https://refused.example'),
        services: {
          openLink: done('link'),
          sendMessage: done('message'),
          updateModelContext: done('context'),
          requestDisplayMode: (mode) => (mode === 'pip' ? 'inline' : mode),
        },
        onAudit: (entry) => did.push(['audit', entry.action, entry.outcome, entry.detail]),
      });
    })()`);
    await expect.poll(() => this.view('received.length')).toBe(1);
  }

  /** Returns what the host has done of a kind. */
  async did(kind: string): Promise<unknown[]> {
    return ((await this.host('did')) as unknown[][]).filter(([each]) => each === kind).map((entry) => entry[1]);
  }

  /** Returns the params of what the view was told of a method. */
  told(method: string): Promise<unknown> {
    return this.view(
      `received.filter((each) => each.method === 'ui/notifications/${method}').map(({ params }) => params)`,
    );
  }

  close(): Promise<unknown> {
    return this.host(`opened.close('done')`);
  }
}

/** What is checked: a value, and what it has to be; or why it does not apply. */
type Scenario = string | ((scene: Scene) => Promise<readonly [actual: unknown, expected: unknown]>);

const CONVERSATION = 'the conversation belongs to the program around the host, which receives everything in order';
const PERMITTED =
  "document.featurePolicy.allowsFeature('geolocation') && !document.featurePolicy.allowsFeature('camera')";
const REFUSED = { code: -32_000, message: 'The user does not allow it' };
const FRAME = "document.querySelector('iframe')";

/** In an order in which one view is enough for those between the first and `lifecycle/teardown-notify`. */
const SCENARIOS: { readonly [id: string]: Scenario } = {
  'security/iframe-sandboxed': async (it) => [
    await it.host(`[...${FRAME}.sandbox].toSorted()`),
    ['allow-forms', 'allow-same-origin', 'allow-scripts'],
  ],
  'security/sandbox-proxy-required': async (it) => [await it.view('parent !== top && parent.parent === top'), true],
  'security/sandbox-distinct-origin': async (it) => [
    [await it.host(`new URL(${FRAME}.src).origin !== origin`), await it.view('origin')],
    [true, 'null'],
  ],
  'security/sandbox-permissions':
    'as it is worded, the view itself has an origin; ours is opaque, and the frame around it has one',
  'security/sandbox-proxy-ready': async (it) => [await it.view('received.length > 0'), true],
  'security/sandbox-resource-ready': async (it) => [await it.view('document.title'), 'View'],
  'security/sandbox-csp-enforced': async (it) => [await it.view(`fetches('${it.other}csp')`), false],
  'security/sandbox-message-forwarding': async (it) => [
    await it.view(`(tell('ui/notifications/sandbox-proxy-ready'), ask('ping'))`),
    {},
  ],
  'security/sandbox-no-self-requests': async (it) => [
    await it.view('received.every(({ id, method }) => method === undefined || id === undefined)'),
    true,
  ],
  'security/csp-construct-from-domains': async (it) => [await it.view(`fetches('${it.declared}connect')`), true],
  'security/csp-default-deny': async (it) => [
    await it.view(`Promise.all(['worker', 'frame'].map((kind) => loads('${it.other}' + kind)))`),
    [false, false],
  ],
  'security/csp-allow-declared': async (it) => [
    await it.view(`Promise.all([loads('${it.declared}image.svg'), loads('${it.declared}moved')])`),
    [true, true],
  ],
  'security/csp-no-loosening': async (it) => [
    [await it.did('origin'), await it.view(`loads('https://refused.example/image')`)],
    [[origin(it.declared), 'https://refused.example', origin(it.declared)], false],
  ],
  'security/permissions-allow-attr': async (it) => [await it.view(PERMITTED), true],
  'security/csp-audit-log': async (it) => [
    await it.host(
      `did.filter(([kind, action]) => kind === 'audit' && action === 'csp').map((entry) => entry.slice(2))`,
    ),
    [
      ['denied', 'https://refused.example'],
      ['done', expect.stringContaining(`connect-src ${origin(it.declared)};`)],
    ],
  ],
  'security/external-domain-warning': async (it) => [
    await it.did('origin'),
    expect.arrayContaining([origin(it.declared)]),
  ],
  'security/global-allowlist': async (it) => [
    await it.did('origin'),
    expect.arrayContaining(['https://refused.example']),
  ],
  'lifecycle/initialize-capabilities': async (it) => [
    await it.view('received[0].result'),
    {
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'test', version: '1.0.0' },
      hostCapabilities: {
        openLinks: {},
        serverTools: {},
        serverResources: {},
        message: expect.anything(),
        updateModelContext: expect.anything(),
        sandbox: {
          permissions: { geolocation: {} },
          csp: { connectDomains: [origin(it.declared)], resourceDomains: [origin(it.declared)] },
        },
      },
      hostContext: expect.anything(),
    },
  ],
  'context/initialize-hostcontext': async (it) => [
    await it.view('received[0].result.hostContext'),
    expect.objectContaining({ theme: 'dark', toolInfo: { tool: expect.objectContaining({ name: 'probe' }) } }),
  ],
  'lifecycle/tool-input-partial': async (it) => {
    await it.host(`['V', 'Vi'].map((city) => opened.session.sendPartialInput({ city }))`);
    return [await toldAll(it, 'tool-input-partial', 2), [{ arguments: { city: 'V' } }, { arguments: { city: 'Vi' } }]];
  },
  'lifecycle/tool-input': async (it) => {
    await it.host(`opened.session.sendInput({ city: 'Vienna' })`);
    return [await toldAll(it, 'tool-input', 1), [{ arguments: { city: 'Vienna' } }]];
  },
  'lifecycle/tool-input-partial-stop': async (it) => {
    await it.host(`opened.session.sendPartialInput({ city: 'late' })`);
    await it.ask('ping', {});
    return [await it.told('tool-input-partial'), [expect.anything(), expect.anything()]];
  },
  'lifecycle/tool-result': async (it) => {
    await it.host(`opened.session.sendResult({ content: [], structuredContent: { city: 'Vienna' } })`);
    return [await toldAll(it, 'tool-result', 1), [{ content: [], structuredContent: { city: 'Vienna' } }]];
  },
  'context/context-changed': async (it) => {
    await it.host(`opened.session.updateContext({ theme: 'light' })`);
    return [await toldAll(it, 'host-context-changed', 1), [{ theme: 'light' }]];
  },
  'tools/proxy-call': async (it) => [
    await it.ask('tools/call', { name: 'report', arguments: { n: 1 } }),
    expect.objectContaining({ content: [{ type: 'text', text: 'thanks' }] }),
  ],
  'visibility/app-tool-call-guard': async (it) => [
    [await it.ask('tools/call', { name: 'secret' }), it.hosted.calls.includes('secret')],
    [{ code: -32_602, message: expect.stringContaining('cannot call') }, false],
  ],
  'visibility/app-tool-hidden': () =>
    Promise.resolve([
      [isVisibleTo('model', { _meta: { ui: { visibility: ['app'] } } }), isVisibleTo('model', {})],
      [false, true],
    ]),
  'resources/read-referenced': async (it) => [
    await it.ask('resources/read', { uri: 'ui://probe' }),
    // Nothing that depends on the revision.
    { contents: [expect.objectContaining({ uri: 'ui://probe', mimeType: VIEW_TYPE })] },
  ],
  'resources/prefetch': 'optional: a view is read when it is opened',
  'dimensions/listen-size-changed': async (it) => {
    await it.view(`tell('ui/notifications/size-changed', { width: 300, height: 432 })`);
    await expect.poll(() => it.host(`${FRAME}.style.height`)).toBe('432px');
    return [await it.host(`${FRAME}.style.width`), '100%'];
  },
  'display/return-resulting-mode': async (it) => [
    await it.ask('ui/request-display-mode', { mode: 'fullscreen' }),
    { mode: 'fullscreen' },
  ],
  'display/unavailable-returns-current': async (it) => {
    await it.host(`opened.session.updateContext({ availableDisplayModes: ['inline'], displayMode: 'inline' })`);
    return [await it.ask('ui/request-display-mode', { mode: 'fullscreen' }), { mode: 'inline' }];
  },
  'display/no-undeclared-mode': async (it) => {
    await it.host(`opened.session.updateContext({ availableDisplayModes: ['inline', 'pip'] })`);
    return [await it.ask('ui/request-display-mode', { mode: 'pip' }), { mode: 'inline' }];
  },
  'display/decline-undeclared': async (it) => [
    await it.ask('ui/request-display-mode', { mode: 'pip' }),
    { mode: 'inline' },
  ],
  'links/open-external': async (it) => [
    [await it.ask('ui/open-link', { url: 'https://example.com/' }), await it.did('link')],
    [{}, ['https://example.com/']],
  ],
  'messages/add-to-conversation': async (it) => [
    [await it.ask('ui/message', MESSAGE), await it.did('message')],
    [{}, [MESSAGE.content]],
  ],
  'messages/consent': async (it) => {
    await it.host('allows = false');
    const refused = await it.ask('ui/message', MESSAGE);
    await it.host('allows = true');
    return [
      [refused, await it.did('consent')],
      [REFUSED, expect.arrayContaining(['message', 'link', 'tool'])],
    ];
  },
  'model-context/provide-future-turns': async (it) => [
    [await it.ask('ui/update-model-context', { structuredContent: { n: 1 } }), await it.did('context')],
    [{}, [{ structuredContent: { n: 1 } }]],
  ],
  'model-context/last-wins': CONVERSATION,
  'model-context/overwrite-defer-dedupe-display': CONVERSATION,
  'capabilities/server-passthrough': async (it) => [
    await it.view(`ask('resources/read', { uri: 'ui://absent' })`),
    { code: expect.any(Number), message: expect.any(String) },
  ],
  'capabilities/mimetypes-required': async () => {
    const server = new Server({ name: 'a', version: '1.0.0' });
    let declared: unknown;
    server.tool('a', {}, (_, { client }) => {
      declared = client.capabilities.extensions;
      return 'a';
    });
    await (await testClientUntilEnd(server, { extensions: [apps()] })).callTool('a');
    return [declared, { 'io.modelcontextprotocol/ui': { mimeTypes: [VIEW_TYPE] } }];
  },
  'lifecycle/teardown-notify': async (it) => {
    it.hosted.reports.empty();
    await it.close();
    return [it.hosted.reports.empty(), [{ kept: true }]];
  },
  'lifecycle/teardown-await': async (it) => [await it.host(`document.querySelectorAll('iframe').length`), 0],
  'lifecycle/tool-cancelled': async (it) => {
    await it.open();
    await it.host(`opened.session.sendCancelled('user action')`);
    return [await toldAll(it, 'tool-cancelled', 1), [{ reason: 'user action' }]];
  },
};

const MESSAGE = { role: 'user', content: [{ type: 'text', text: 'hello' }] };

const origin = (url: string): string => new URL(url).origin;

/** Waits until the view was told something as often as it has to be, and returns it. */
async function toldAll(it: Scene, method: string, times: number): Promise<unknown> {
  await expect.poll(() => it.told(method)).toHaveLength(times);
  return it.told(method);
}

testUnless(withoutChromium, 'a host does what the proposed conformance suite asks for', async () => {
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const [declared, other] = await Promise.all(
    [0, 1].map(() =>
      startServer(({ url }, response) => {
        if (url === '/moved') response.writeHead(302, { location: '/image.svg' }).end();
        else response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image);
      }),
    ),
  );
  const [own, foreign] = [declared?.href ?? '', other?.href ?? ''];
  const html = htmlOf(await bundled('probe'));
  const csp = { connectDomains: [origin(own), 'https://refused.example'], resourceDomains: [origin(own)] };
  const hosted = await openHost(() => Promise.resolve({ probe: { html, csp } }));
  const scene = new Scene(hosted, own, foreign);
  await scene.open();
  expect(Object.keys(SCENARIOS)).toHaveLength(45);
  for (const [id, check] of Object.entries(SCENARIOS)) {
    if (typeof check === 'string') continue;
    const [actual, expected] = await check(scene);
    expect.soft(actual, id).toEqual(expected);
  }
  await scene.close();
});

testUnless(withoutChromium, 'what a view needs may stand in the list of resources alone', async () => {
  const { page } = await openHost(async () => ({ probe: htmlOf(await bundled('probe')) }));
  const origins = await page.run(`(async () => {
    const origins = [];
    const uri = 'ui://probe';
    const said = (name) => ({ _meta: { ui: { csp: { connectDomains: ['https://' + name + '.example'] } } } });
    const text = { uri, mimeType: 'text/html;profile=mcp-app', text: '<!doctype html>' };
    for (const content of [text, { ...text, ...said('content') }]) {
      const server = {
        async *tools() {},
        async *resources() { yield { uri: 'ui://other', name: 'other', ...said('other') }; yield { uri, name: 'probe', ...said('listed') }; },
        callTool: async () => ({ content: [] }),
        readResource: async () => ({ contents: [content] }),
      };
      const view = await mount('probe', { server, allowsOrigin: (origin) => (origins.push(origin), true) });
      await view.close('done');
    }
    return origins;
  })()`);
  expect(origins).toEqual(['https://listed.example', 'https://content.example']);
});

/** The official schemas of what servers write. */
interface OfficialSchemas {
  readonly [name: string]: { readonly safeParse: (value: unknown) => { readonly success: boolean } };
}

testUnless(EXT_APPS_MISSING, 'a server and a view keep the rules of the proposed validator', async () => {
  const official = (await officialPackage('@modelcontextprotocol/ext-apps')) as unknown as OfficialSchemas;
  const fits = (name: string, value: unknown): boolean => official[`${name}Schema`]?.safeParse(value).success === true;
  const csp = {
    connectDomains: ['https://api.example.com', 'wss://*.example.com'],
    resourceDomains: ['https://cdn.example.com:8443'],
  };
  const chart = {
    html: '<!doctype html><title>Chart</title>',
    csp,
    permissions: ['camera'] as const,
    prefersBorder: false,
  };
  const server = new Server({ name: 'a', version: '1.0.0' }, { extensions: [apps({ chart })] });
  server.tool('show', { app: 'chart' }, () => ({ n: 1 }));
  server.tool('refresh', { app: { visibility: ['app'] } }, () => 'done');
  const client = await testClientUntilEnd(server, {});
  const [show, refresh] = await client.tools().all();
  const uri = show && viewOf(show);
  const content = (await client.readResource(uri ?? '')).contents[0] ?? expect.unreachable();
  const { ui } = content._meta ?? {};
  const text = 'text' in content ? content.text : '';
  const result = await client.callTool('show');

  const sent: Sent[] = [];
  const [own, other] = portPair();
  const view = connectView({ name: 'chart', version: '1.0.0' }, { port: own, displayModes: ['inline', 'pip'] });
  const hostContext = { availableDisplayModes: ['inline', 'fullscreen'] };
  const answers: { readonly [method: string]: object } = {
    'ui/initialize': {
      protocolVersion: '2025-06-18',
      hostInfo: { name: 'mock', version: '1' },
      hostCapabilities: {},
      hostContext,
    },
    'ui/request-display-mode': { mode: 'fullscreen' },
  };
  onTestFinished(
    other.listen((value) => {
      const message = value as Sent;
      sent.push(message);
      if (message.id !== undefined)
        other.send({ jsonrpc: '2.0', id: message.id, result: answers[message.method] ?? {} });
    }),
  );
  const connected = await view;
  onTestFinished(() => connected.close());
  const modes = [await connected.requestDisplayMode('pip'), await connected.requestDisplayMode('fullscreen')];
  await connected.openLink('https://example.com/');
  await connected.sendMessage('hello');
  await connected.updateModelContext({ structuredContent: { n: 1 } });
  connected.requestTeardown();
  await expect.poll(() => sent.at(-1)?.method).toBe('ui/notifications/request-teardown');

  const [initialize, initialized] = sent;
  const rules: { readonly [id: string]: boolean } = {
    'APP-001 the scheme of the view': uri?.startsWith('ui://') === true,
    'APP-002 its media type': isViewType(content.mimeType) && content.mimeType === VIEW_TYPE,
    'APP-003 it has text': text !== '',
    'APP-004 in HTML5': text.startsWith('<!doctype html>'),
    'APP-005 it exists': content.uri === uri,
    'APP-007 the metadata of tools':
      fits('McpUiToolMeta', show?._meta?.ui) && fits('McpUiToolMeta', refresh?._meta?.ui),
    'APP-008 the metadata of the view': fits('McpUiResourceMeta', ui),
    'APP-009 its origins': contentSecurityPolicy((ui as { readonly csp: object }).csp).refused.length === 0,
    'APP-010 results have content': result.content.length > 0,
    'APP-011 visibility': JSON.stringify(refresh?._meta?.ui) === '{"visibility":["app"]}',
    'APP-100 a view begins with initialize': fits('McpUiInitializeRequest', initialize),
    'APP-101 its capabilities': fits('McpUiAppCapabilities', initialize?.params?.appCapabilities),
    'APP-102 then it is initialized': fits('McpUiInitializedNotification', initialized),
    'APP-103 it sends nothing but messages of the specification': sent.every(
      (message) => message.jsonrpc === '2.0' && fits(SCHEMA_OF[message.method] ?? '', message),
    ),
    'APP-106 modes of the host alone': modes.join() === 'inline,fullscreen',
  };
  expect(rules).toEqual(Object.fromEntries(Object.keys(rules).map((id) => [id, true])));
});

/** A message of a view. */
interface Sent {
  readonly jsonrpc: string;
  readonly id?: string;
  readonly method: string;
  readonly params?: { readonly [name: string]: unknown };
}

/** The official schema of each message that the view of the test sends. */
const SCHEMA_OF: { readonly [method: string]: string } = {
  'ui/initialize': 'McpUiInitializeRequest',
  'ui/notifications/initialized': 'McpUiInitializedNotification',
  'ui/request-display-mode': 'McpUiRequestDisplayModeRequest',
  'ui/open-link': 'McpUiOpenLinkRequest',
  'ui/message': 'McpUiMessageRequest',
  'ui/update-model-context': 'McpUiUpdateModelContextRequest',
  'ui/notifications/request-teardown': 'McpUiRequestTeardownNotification',
};
