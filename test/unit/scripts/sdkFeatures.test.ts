/** The features of a small sdk, as the build finds them. */

import { expect, test } from 'vitest';
import { sdkFeatures } from '../../../scripts/sdkFeatures.mjs';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const METHODS = "import * as Method from '@mcp-gen/protocol/registry/methods';";
const types = (names: string): string => `import type { ${names} } from '@mcp-gen/protocol/author';`;

const FILES = {
  'generated/registry/methods.ts': `
    export const toolsList = 'tools/list';
    export const toolsCall = 'tools/call';
    export const rootsList = 'roots/list';
    export const samplingCreateMessage = 'sampling/createMessage';
    export const initialize = 'initialize';
    export const serverDiscover = 'server/discover';
    export const ping = 'ping';`,
  'sdk/src/server/tools.ts': `${types('Tool, ToolAnnotations, CallToolResult, Icon')}
    import type { Entry } from './entry.js';
    /** Type parameters hide types of other modules. */
    type Handler<Icon> = (args: Icon, context: Context) => Promise<Pick<CallToolResult, 'content' | 'isError'>>;
    export interface ToolOptions extends Entry { readonly annotations?: ToolAnnotations | undefined }
    export class Tools {
      readonly handlers;
      #tool: Tool;
      constructor(tool: Tool) { this.handlers = { 'tools/list': () => 1, 'tools/call': () => 2 }; }
      add(name: string, options: ToolOptions, handler: Handler<string>): void {}
      private drop(tool: Tool): void {}
      /** @internal */
      list(): Tool[] { return []; }
    }`,
  'sdk/src/server/entry.ts': `import type { Icon } from '../author.js'; export interface Entry { icons?: Icon[] }`,
  'sdk/src/author.ts': "export type { Icon } from '@mcp-gen/protocol/author';",
  'sdk/src/server/questions.ts': `${METHODS} ${types('CreateMessageRequestParams, CreateMessageResult, Root')}
    interface Request extends Omit<CreateMessageRequestParams, 'messages'> {}
    interface Sampled extends CreateMessageResult { text: string }
    interface Question<Answer> { read: (result: unknown) => Answer }
    export function sample(request: string | Request): Question<Sampled> {
      return { method: Method.samplingCreateMessage, params: request };
    }
    export function roots(): Question<Root[]> { return { method: Method.rootsList }; }
    export function other(root: Root): void {}`,
  'sdk/src/server/server.ts': `${types('Implementation')}
    export class Server { constructor(info: Implementation) {} }`,
  'sdk/src/client/client.ts': `${METHODS} ${types('Tool, CompleteRequestParams')}
    class Listing<Item> { all(): Promise<Item[]> { return []; } }
    export class Client {
      tools(ref: CompleteRequestParams['ref']): Listing<Tool> { return this.#list(Method.toolsList); }
      ping(): void { this.#ask(isNew ? Method.serverDiscover : Method.ping); }
      call(): void { this.#call(); }
      #call(): void { forget(Method.toolsList); this.#ask(Method.toolsCall); }
    }`,
  'sdk/src/client/connect.ts': `import type { ClientOptions } from './options.js'; import type { Client } from './client.js';
    export async function connect(options: ClientOptions): Promise<Client> {}`,
  'sdk/src/client/options.ts': `import type { RootsOptions } from './roots.js';
    export interface ClientOptions { readonly roots?: readonly string[] | RootsOptions | undefined }`,
  'sdk/src/client/roots.ts': `${types('Root, ListRootsResult')}
    export interface RootsOptions { consent(root: Root): Promise<ListRootsResult> }`,
  'sdk/src/client/clientMethods.ts': `${METHODS} const OPTIONS = { [Method.rootsList]: 'roots' };`,
  'runtime/src/session/opening.ts': `import * as Method from '../registry/methods.js';
    const methods = [[Method.ping, { handle: () => ({}) }]];
    peer.open(Method.initialize, params);`,
  'runtime/src/http/other.ts': `import * as Method from '../registry/methods.js'; peer.open(Method.ping, params);`,
};

const SERVER = 'sdk/src/server';
const CLIENT = 'sdk/src/client';

test('are classes with handlers, functions, members of the client, and options, with the definitions of their public types', async () => {
  const { features } = sdkFeatures(await temporaryFolder(FILES));
  expect(features.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'Client.call', side: 'client', file: `${CLIENT}/client.ts`, methods: ['tools/call'], gives: {}, gets: {} },
    {
      ...{ name: 'Client.ping', side: 'client', file: `${CLIENT}/client.ts`, methods: ['ping', 'server/discover'] },
      ...{ gives: {}, gets: {} },
    },
    {
      ...{ name: 'Client.tools', side: 'client', file: `${CLIENT}/client.ts`, methods: ['tools/list'] },
      gives: { Tool: 'Client.tools' },
      gets: { 'CompleteRequestParams.ref': 'Client.tools' },
    },
    {
      ...{ name: 'Server', side: 'server', file: `${SERVER}/server.ts`, opens: true },
      methods: ['initialize', 'server/discover'],
      gives: {},
      gets: { Implementation: 'new Server' },
    },
    {
      ...{ name: 'Tools', side: 'server', file: `${SERVER}/tools.ts`, methods: ['tools/call', 'tools/list'] },
      gives: {},
      gets: {
        Icon: 'Entry.icons',
        ToolAnnotations: 'ToolOptions.annotations',
        'CallToolResult.content': 'Handler',
        'CallToolResult.isError': 'Handler',
      },
    },
    {
      ...{ name: 'connect', side: 'client', file: `${CLIENT}/connect.ts`, opens: true },
      methods: ['initialize', 'server/discover'],
      gives: { Root: 'RootsOptions.consent' },
      gets: { ListRootsResult: 'RootsOptions.consent' },
    },
    {
      ...{ name: 'roots', side: 'server', file: `${SERVER}/questions.ts`, methods: ['roots/list'] },
      gives: { Root: 'roots' },
      gets: {},
    },
    {
      ...{ name: 'sample', side: 'server', file: `${SERVER}/questions.ts`, methods: ['sampling/createMessage'] },
      gives: { CreateMessageResult: 'Sampled' },
      gets: { CreateMessageRequestParams: 'Request' },
    },
    {
      ...{ name: 'the option roots', side: 'client', file: `${CLIENT}/roots.ts`, methods: ['roots/list'] },
      gives: { Root: 'RootsOptions.consent' },
      gets: { ListRootsResult: 'RootsOptions.consent' },
    },
  ]);
});

test('the runtime sends and handles what opens conversations', async () => {
  const { runtime } = sdkFeatures(await temporaryFolder(FILES));
  const file = 'runtime/src/session/opening.ts';
  expect(runtime).toEqual([
    { name: 'the runtime', does: 'sends', file, methods: ['initialize'] },
    { name: 'the runtime', does: 'handles', file, methods: ['ping'] },
  ]);
});
