/** How applications reach new fields of known definitions. What the report says is compared with what the sdk does. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { form, request, roots, sample, Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { routeText } from '../../../generator/sdk/route.js';
import { routesOf } from '../../../generator/diff/routes.js';
import { builtSdk, type Sdk } from '../../../generator/sdk/features.js';
import { compileText } from '../../support/compileText.js';
import { Mailbox } from '../../support/mailbox.js';
import { ROOT, schemaText } from '../../support/schemas.js';
import { protocolOf } from './exchange.js';

const NEWEST = '2026-07-28';

/** The fields that are added to the newest revision. */
const FIELDS: { readonly [definition: string]: string } = {
  ToolAnnotations: 'costHint?: number;',
  Tool: 'costs?: number;',
  CallToolRequestParams: 'hint?: string;',
  CallToolResult: 'tokens?: number;',
  TextContent: 'language?: string;',
  Prompt: 'mood?: string;',
  PromptArgument: 'order?: number;',
  Resource: 'checksum?: string;',
  ReadResourceRequestParams: 'etag?: string;',
  ReadResourceResult: 'etag?: string;',
  CompleteRequestParams: 'limit?: number;',
  CreateMessageRequestParams: 'seed?: number;',
  CreateMessageResult: 'cost?: number;',
  ModelPreferences: 'region?: string;',
  ElicitRequestFormParams: 'submitLabel?: string;',
  ElicitResult: 'reason?: string;',
  Root: 'kind?: string;',
  LoggingMessageNotificationParams: 'code?: number;',
  ResourceUpdatedNotificationParams: 'version?: number;',
  RequestMetaObject: "'com.example/note'?: string;",
  Implementation: 'vendor?: string;',
  DiscoverResult: 'motd?: string;',
  ClientCapabilities: 'colors?: JSONObject;',
  ServerCapabilities: 'motd?: JSONObject;',
};

function extended(): string {
  let text = schemaText(NEWEST).replace('  completion: {', '  completion: { best?: string;');
  for (const [name, member] of Object.entries(FIELDS)) {
    text = text.replace(new RegExp(`(export interface ${name}\\b[^{]*\\{)`), `$1\n  ${member}\n`);
  }
  return text;
}

/** The report for each field. */
const EXPECTED: { readonly [field: string]: readonly string[] } = {
  'ToolAnnotations.costHint': [
    'client: typed in ListedTool',
    'client: typed in ListedTool.untrustedAnnotations',
    'server: typed in ToolOptions.annotations',
    'client: typed in SamplingOptions.model',
    'server: typed in SampleRequest',
  ],
  'Tool.costs': [
    'client: typed in ListedTool',
    `server: Tools has no interface for it in tools/list; server.use(middleware)`,
    'client: typed in SamplingOptions.model',
    'server: typed in SampleRequest',
  ],
  'CallToolRequestParams.hint': [
    `client: Client.callTool has no interface for it in tools/call; client.request("tools/call", params)`,
    `server: Tools has no interface for it in tools/call; server.use(middleware)`,
  ],
  'CallToolResult.tokens': [
    `client: Client.callTool has no interface for it in tools/call; client.request("tools/call", params)`,
    `server: Tools has no interface for it in tools/call; server.use(middleware)`,
  ],
  'TextContent.language': [
    'client: typed in Client.getPrompt',
    'server: typed in PromptReturnMessage.content',
    'client: typed in ToolResult.content',
    'server: typed in ToolReturnObject.content',
    'client: typed in SamplingOptions.model',
    'server: typed in SampleRequest',
    'server: typed in SampleRequest.messages',
    'server: typed in Sampled',
  ],
  'Prompt.mood': [
    'client: typed in Client.prompts',
    `server: Prompts has no interface for it in prompts/list; server.use(middleware)`,
  ],
  'PromptArgument.order': [
    'client: typed in Client.prompts',
    `server: Prompts has no interface for it in prompts/list; server.use(middleware)`,
  ],
  'Resource.checksum': [
    'client: typed in Client.getPrompt',
    'server: typed in PromptReturnMessage.content',
    'client: typed in Client.resources',
    `server: Resources has no interface for it in resources/list; server.use(middleware)`,
    'client: typed in ToolResult.content',
    'server: typed in ToolReturnObject.content',
    'client: typed in SamplingOptions.model',
    'server: typed in SampleRequest',
    'server: typed in SampleRequest.messages',
    'server: typed in Sampled',
  ],
  'ReadResourceRequestParams.etag': [
    `client: Client.readResource has no interface for it in resources/read; client.request("resources/read", params)`,
    `server: Resources has no interface for it in resources/read; server.use(middleware)`,
  ],
  'ReadResourceResult.etag': [
    'client: typed in Client.readResource',
    `server: Resources has no interface for it in resources/read; server.use(middleware)`,
  ],
  'CompleteRequestParams.limit': [
    `client: Client.complete has no interface for it in completion/complete; client.request("completion/complete", params)`,
    `server: Completion has no interface for it in completion/complete; server.use(middleware)`,
  ],
  'CompleteResult.completion.best': [
    'client: typed in Completion',
    `server: Completion has no interface for it in completion/complete; server.use(middleware)`,
  ],
  'CreateMessageRequestParams.seed': ['client: typed in SamplingOptions.model', 'server: typed in SampleRequest'],
  'CreateMessageResult.cost': ['client: typed in SamplingOptions.model', 'server: typed in Sampled'],
  'ModelPreferences.region': ['client: typed in SamplingOptions.model', 'server: typed in SampleRequest'],
  'ElicitRequestFormParams.submitLabel': [
    'client: typed in ElicitationOptions.form',
    `server: form has no interface for it in elicitation/create; context.ask(key, request("elicitation/create", params))`,
    `server: url has no interface for it in elicitation/create; context.ask(key, request("elicitation/create", params))`,
  ],
  'ElicitResult.reason': [
    'client: typed in ElicitationOptions.form',
    `server: form has no interface for it in elicitation/create; context.ask(key, request("elicitation/create", params))`,
    `server: url has no interface for it in elicitation/create; context.ask(key, request("elicitation/create", params))`,
  ],
  'Root.kind': [
    `client: the option roots has no interface for it in roots/list; connect(target, { methods: { "roots/list": handler } })`,
    'server: typed in roots',
  ],
  'LoggingMessageNotificationParams.code': [
    'client: client.onNotification("notifications/message", listener)',
    `server: logSender has no interface for it in notifications/message; server.use(middleware)`,
  ],
  'ResourceUpdatedNotificationParams.version': [
    'client: client.onNotification("notifications/resources/updated", listener)',
    `server: Clients has no interface for it in notifications/resources/updated; server.use(middleware)`,
  ],
  'RequestMetaObject.com.example/note': ['client: client.request(method, params)', 'server: context.meta'],
  'Implementation.vendor': [
    `client: connect has no interface for it in server/discover`,
    `server: Server has no interface for it in server/discover`,
    'server: typed in new Server',
  ],
  'DiscoverResult.motd': [
    `client: Client.ping has no interface for it in server/discover; client.request("server/discover", params)`,
    `client: connect has no interface for it in server/discover; client.request("server/discover", params)`,
    `server: Server has no interface for it in server/discover`,
  ],
};

describe('a field of the newest revision', () => {
  const routes = routesOf(compileText(schemaText(NEWEST), NEWEST), compileText(extended(), NEWEST), {
    revisions: new Set(),
  });

  test.each(Object.keys(EXPECTED))('%s', (field) => {
    const own = routes.filter(({ kind, name }) => kind === 'field' && name === field);
    expect(own.map(routeText)).toEqual(EXPECTED[field]);
  });

  test('each is listed, beside capabilities', () => {
    expect(new Set(routes.map(({ kind, name }) => `${kind} ${name}`))).toEqual(
      new Set([...Object.keys(EXPECTED).map((name) => `field ${name}`), 'capability colors', 'capability motd']),
    );
  });

  test('the files are there', () => {
    const files = routes.flatMap(({ ignoredBy }) => ignoredBy?.file ?? []);
    expect([...new Set(files)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

/** Values whose types do not have the new fields, as they have in an application that is compiled with the extended schema. */
const untyped = (value: object): never => value as never;

type Values = { [name: string]: unknown };

/** What middleware of the server adds to results, where the report names it. */
const ADDED: { readonly [method: string]: (result: Values) => Values } = {
  'tools/list': (result) => withFirst(result, 'tools', { costs: 1 }),
  'prompts/list': (result) => withFirst(result, 'prompts', { mood: 'calm', arguments: [{ name: 'a', order: 2 }] }),
  'resources/list': (result) => withFirst(result, 'resources', { checksum: 'abc' }),
  'tools/call': (result) => ({ ...result, tokens: 7 }),
  'resources/read': (result) => ({ ...result, etag: 'e' }),
  'completion/complete': (result) => ({ ...result, completion: { values: [], best: 'b' } }),
  'server/discover': (result) => ({ ...result, motd: 'hello' }),
};

/** What middleware of the server adds to notifications. */
const SENT: { readonly [method: string]: object } = {
  'notifications/message': { code: 3 },
  'notifications/resources/updated': { version: 2 },
};

function withFirst(result: Values, list: string, added: object): Values {
  const [first, ...others] = result[list] as object[];
  return { ...result, [list]: [{ ...first, ...added }, ...others] };
}

/** Returns a server that sends the new fields, and records what it receives. */
function makeServer(received: Values): Server {
  const info = untyped({ name: 'fields', version: '1.0.0', vendor: 'V' });
  const server = new Server(info, { capabilities: untyped({ motd: {} }), features: ['resources'] });
  server.use(async (message, next) => {
    const { direction, method, params } = message;
    if (direction === 'out') return next({ ...message, params: { ...(params as Values), ...SENT[method] } });
    received[method] = { ...(received[method] as object | undefined), ...(params as object) };
    const result = await next(message);
    return result !== undefined ? (ADDED[method]?.(result as Values) ?? result) : result;
  });
  const block = untyped({ type: 'text', text: 'x', language: 'en' });
  server.tool('annotated', { annotations: untyped({ costHint: 5 }) }, () => ({ content: [block] }));
  server.prompt('first', { arguments: { a: { complete: ['x'] } } }, () => ({ role: 'user', content: block }));
  server.resource('demo://a', {}, 'x');
  const schema = { type: 'object', properties: {} } as const;
  server.tool('ask', {}, async (_, { ask, client, meta }) => {
    const answers = await ask({
      sampled: sample(untyped({ messages: 'hi', seed: 4, modelPreferences: { region: 'eu' } })),
      form: form(untyped({ message: 'feature', schema, submitLabel: 'Go' })),
      whole: request('elicitation/create', untyped({ message: 'whole', requestedSchema: schema, submitLabel: 'Go' })),
      roots: roots(),
    });
    Object.assign(received, { ...answers, client, meta });
    return 'done';
  });
  server.tool('log', {}, async (_, { notify }) => {
    await notify('notifications/message', { level: 'error', data: 'x' });
    return 'done';
  });
  return server;
}

/** Returns what both sides have of the new fields after all calls of the report. */
async function exchanged(): Promise<Values> {
  const received: Values = {};
  const [asked, logs]: [Values, Values[]] = [{}, []];
  const server = makeServer(received);
  await using client = await connect(inProcess(server), {
    trusted: true,
    logLevel: 'info',
    capabilities: untyped({ colors: {} }),
    sampling: {
      model: (params) => {
        asked['sampling'] = params;
        return untyped({ role: 'assistant', model: 'm', content: { type: 'text', text: 'a' }, cost: 9 });
      },
    },
    elicitation: {
      form: (params) => {
        asked[params.message] = params;
        return untyped({ action: 'accept', content: {}, reason: 'because' });
      },
    },
    methods: { 'roots/list': () => ({ roots: [untyped({ uri: 'file:///a', kind: 'main' })] }) },
  });
  client.onNotification('notifications/message', (entry) => void logs.push(untyped(entry)));
  const updates = new Mailbox<unknown>();
  client.onNotification('notifications/resources/updated', updates.put);
  const subscription = client.subscribe('demo://a');
  await subscription.ready;
  server.resourceUpdated('demo://a');
  const ref = { type: 'ref/prompt', name: 'first' } as const;
  const found = {
    tool: (await client.tools().all())[0],
    prompt: (await client.prompts().all())[0],
    resource: (await client.resources().all())[0],
    call: await client.callTool('annotated'),
    wholeCall: await client.request('tools/call', untyped({ name: 'annotated', hint: 'h' })),
    message: (await client.getPrompt('first')).messages[0],
    read: await client.readResource('demo://a'),
    wholeRead: await client.request('resources/read', untyped({ uri: 'demo://a', etag: 'old' })),
    completed: await client.complete(ref, 'a', 'x'),
    wholeCompletion: await client.request(
      'completion/complete',
      untyped({ ref, argument: { name: 'a', value: '' }, limit: 2 }),
    ),
    asked: await client.request('tools/call', untyped({ name: 'ask', _meta: { 'com.example/note': 'n' } })),
    log: await client.callTool('log'),
    updated: await updates.take(),
    discovered: await client.request('server/discover', {}),
    server: client.server,
  };
  await subscription.return();
  const rooted = await connect(inProcess(server), {
    roots: [untyped({ path: ROOT, kind: 'main' })],
    onError: () => undefined,
  });
  const tool = makeRootsTool(server);
  await rooted.callTool(tool.name);
  await rooted.close();
  return JSON.parse(JSON.stringify({ ...found, logs, ask: asked, received, ownRoots: tool.roots })) as Values;
}

/** Registers a tool that asks for roots, and returns what it gets. */
function makeRootsTool(server: Server): { readonly name: string; readonly roots: unknown[] } {
  const found: unknown[] = [];
  server.tool('roots', {}, async (_, { ask }) => {
    found.push(...(await ask('roots', roots())));
    return 'done';
  });
  return { name: 'roots', roots: found };
}

/** Returns the value at a path, whose keys have `~` for `/`. What the server received of a method is at `received:<method>`. */
function valueAt(values: Values, path: string): unknown {
  const keys = path.replace(/^received:(\w+)\//, 'received/$1~').split('/');
  const all = keys.map((key) => key.replaceAll('~', '/'));
  return all.reduce<unknown>((value, key) => (value as Values | undefined)?.[key], values);
}

describe('the sdk does what the report says', () => {
  let seen: Values;
  beforeAll(async () => {
    seen = await exchanged();
  });

  test.each([
    ['ToolAnnotations.costHint, in ToolOptions.annotations and ListedTool', 'tool/annotations/costHint', 5],
    ['Tool.costs, by middleware of the server and in ListedTool', 'tool/costs', 1],
    ['CallToolRequestParams.hint, by client.request and middleware', 'received:tools/call/hint', 'h'],
    ['CallToolResult.tokens, by middleware and client.request', 'wholeCall/tokens', 7],
    ['TextContent.language, in ToolReturnObject.content and ToolResult.content', 'call/content/0/language', 'en'],
    ['TextContent.language, in PromptReturnMessage.content and Client.getPrompt', 'message/content/language', 'en'],
    ['Prompt.mood, by middleware and in Client.prompts', 'prompt/mood', 'calm'],
    ['PromptArgument.order, by middleware and in Client.prompts', 'prompt/arguments/0/order', 2],
    ['Resource.checksum, by middleware and in Client.resources', 'resource/checksum', 'abc'],
    ['ReadResourceRequestParams.etag, by client.request and middleware', 'received:resources/read/etag', 'old'],
    ['ReadResourceResult.etag, by middleware and in Client.readResource', 'read/etag', 'e'],
    ['CompleteRequestParams.limit, by client.request and middleware', 'received:completion/complete/limit', 2],
    ['CompleteResult.completion.best, by middleware and in Client.complete', 'completed/best', 'b'],
    ['CreateMessageRequestParams.seed, in SampleRequest and SamplingOptions.model', 'ask/sampling/seed', 4],
    ['ModelPreferences.region, likewise', 'ask/sampling/modelPreferences/region', 'eu'],
    ['CreateMessageResult.cost, in SamplingOptions.model and Sampled', 'received/sampled/cost', 9],
    ['ElicitRequestFormParams.submitLabel, by request and in ElicitationOptions.form', 'ask/whole/submitLabel', 'Go'],
    ['ElicitResult.reason, in ElicitationOptions.form and by request', 'received/whole/reason', 'because'],
    ['Root.kind, by the option methods and in roots', 'received/roots/0/kind', 'main'],
    ['LoggingMessageNotificationParams.code, by middleware and onNotification', 'logs/0/code', 3],
    ['ResourceUpdatedNotificationParams.version, by middleware and onNotification', 'updated/version', 2],
    ['RequestMetaObject.com.example/note, by client.request and context.meta', 'received/meta/com.example~note', 'n'],
    ['capability colors, by the option capabilities', 'received/client/capabilities/colors', {}],
    ['capability motd, by the option capabilities', 'server/capabilities/motd', {}],
    ['Implementation.vendor, in new Server', 'call/_meta/io.modelcontextprotocol~serverInfo/vendor', 'V'],
  ])('%s', (_, path, value) => {
    expect(valueAt(seen, path)).toEqual(value);
  });

  test.each([
    ['Client.callTool and CallToolResult.tokens', 'call/tokens'],
    ['form and ElicitRequestFormParams.submitLabel', 'ask/feature/submitLabel'],
    ['form and ElicitResult.reason', 'received/form/reason'],
    ['the option roots and Root.kind', 'ownRoots/0/kind'],
    ['connect and Implementation.vendor', 'server/vendor'],
    ['Server and DiscoverResult.motd', 'discovered/motd'],
  ])('%s: an interface is missing', (_, path) => {
    const parent = path.split('/').slice(0, -1).join('/');
    expect(valueAt(seen, parent)).toBeInstanceOf(Object);
    expect(valueAt(seen, path)).toBeUndefined();
  });

  test.each([
    ['Tools and Tool.costs', (server: Server) => server.tool('a', untyped({ costs: 1 }), () => 'x')],
    ['Prompts and Prompt.mood', (server: Server) => server.prompt('a', untyped({ mood: 'calm' }), () => 'x')],
    ['Resources and Resource.checksum', (server: Server) => server.resource('a://b', untyped({ checksum: 'a' }), 'x')],
  ])('%s: an option of that name is refused', (_, register) => {
    const server = new Server({ name: 'fields', version: '1.0.0' });
    expect(() => register(server)).toThrow(/^Unknown option "(?:costs|mood|checksum)"/);
  });
});

describe('a surface', () => {
  const SCHEMA = (extra: string): string => `
    export interface Item { name: string; ${extra} }
    export interface AskRequest { method: 'x/ask'; params?: { item?: Item } }
    export interface AskResult { items: Item[] }
    export type ClientRequest = AskRequest; export type RequestId = string;`;
  const known = (sdk: Sdk): Parameters<typeof routesOf>[2] => ({
    revisions: new Set(),
    sdk,
  });
  const lines = (sdk: Sdk): readonly string[] =>
    routesOf(protocolOf(SCHEMA('')), protocolOf(SCHEMA('size?: string;')), known(sdk)).map(routeText);
  const feature = { name: 'Asker', side: 'client', file: 'a.ts', methods: ['x/ask'], gives: {}, gets: {} } as const;

  test('without features, the default routes reach it', () => {
    expect(lines({ features: [], runtime: [], methods: [] })).toEqual([
      'client: client.request("x/ask", params)',
      'server: server.use(middleware)',
    ]);
  });

  test('of a feature has it if a public type has the definition', () => {
    const features = [{ ...feature, gives: { 'AskResult.items': 'Asker.ask' }, gets: { Item: 'AskOptions.item' } }];
    expect(lines({ features, runtime: [], methods: [] })).toEqual([
      'client: typed in AskOptions.item',
      'server: server.use(middleware)',
      'client: typed in Asker.ask',
    ]);
  });

  test('is that of one side, also where both have one of its name', () => {
    const both = (['client', 'server'] as const).map((side) => ({
      ...feature,
      side,
      gives: { Item: 'Items' },
      gets: { Item: 'Items' },
    }));
    expect(lines({ features: both, runtime: [], methods: [] })).toEqual([
      'client: typed in Items',
      'server: typed in Items',
    ]);
  });

  test('lacks it otherwise', () => {
    expect(lines({ features: [feature], runtime: [], methods: [] })).toEqual([
      'client: Asker has no interface for it in x/ask; client.request("x/ask", params)',
      'server: server.use(middleware)',
    ]);
  });
});

test('the build knows a feature for each request that applications send', () => {
  const { features } = builtSdk();
  expect(features.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Tools', 'Client.callTool', 'the option roots']),
  );
});
