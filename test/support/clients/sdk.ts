/** The client of the sdk, connected to a server. */

import { memoryPair } from '@mcp-gen/runtime';
import { connect, type Client, type ClientOptions, type Subscription, type Target } from '@mcp-gen/sdk/client';
import { onTestFinished } from 'vitest';
import type { SupportedRevision } from '../../../sdk/src/revisions.js';
import { Mailbox } from '../mailbox.js';
import type { Address, Answers, OpenOptions, ReceivedNotification, TestClient } from './client.js';
import type { MemoryAddress } from './memory.js';

/** Connects, and closes the connection when the test is over, unless it stays. */
export async function connectSdkClient(
  address: Address | MemoryAddress,
  options: OpenOptions = {},
): Promise<TestClient> {
  const client = await openSdkClient(address, options);
  if (options.stays !== true) onTestFinished(() => client.close());
  return client;
}

/** Connects. The caller closes the connection. */
export async function openSdkClient(
  address: Address | MemoryAddress,
  { revision, answers = {} }: OpenOptions = {},
): Promise<TestClient> {
  const notifications = new Mailbox<ReceivedNotification>();
  const errors = new Mailbox<unknown>();
  const roots = await rootsOf(answers);
  let sessionId: string | undefined;
  const noting: typeof fetch = async (...request) => {
    const answer = await (('fetch' in address && address.fetch) || fetch)(...request);
    sessionId = answer.headers.get('mcp-session-id') ?? sessionId;
    return answer;
  };
  const client = await connect(targetOf(address), {
    ...answering(answers, notifications),
    onLog: (params) => notifications.put({ method: 'notifications/message', params }),
    onListChanged: (list) => notifications.put({ method: `notifications/${list}/list_changed` }),
    ...(address.over === 'stdio' && { stderr: 'ignore' }),
    ...('url' in address && { fetch: noting }),
    ...(roots && { roots }),
    ...(revision !== undefined && { revisions: [revision as SupportedRevision] }),
    onError: errors.put,
  });
  return {
    revision: client.revision,
    server: client.server,
    instructions: client.instructions,
    get sessionId() {
      return sessionId;
    },
    notifications,
    errors,
    readsAllPages: true,
    ...requestsOf(client, notifications),
    rootsListChanged: () => {
      client.setRoots(roots ?? []);
      return Promise.resolve();
    },
    close: () => client.close(),
  };
}

function targetOf(address: Address | MemoryAddress): Target {
  if (address.over === 'stdio') return [process.execPath, ...address.args];
  if (address.over !== 'memory') return address.url;
  const [near, far] = memoryPair();
  address.serve(far);
  return near;
}

/** What the tests answer, as the options in which applications do. */
function answering(answers: Answers, { put }: Mailbox<ReceivedNotification>): ClientOptions {
  const { 'sampling/createMessage': sample, 'elicitation/create': elicit } = answers;
  return {
    ...(sample && { sampling: { model: async (request) => (await sample(request)) as never } }),
    ...(elicit && {
      elicitation: {
        form: async (request) => (await elicit(request)) as never,
        url: async (request) => ((await elicit({ mode: 'url', ...request })) as { action: 'accept' }).action,
        onComplete: ({ elicitationId }) =>
          put({ method: 'notifications/elicitation/complete', params: { elicitationId } }),
      },
    }),
  };
}

/** What a server is told that asks for roots: folders that exist, since no others are offered. */
async function rootsOf({ 'roots/list': list }: Answers): Promise<readonly string[] | undefined> {
  if (list === undefined) return undefined;
  const { roots } = (await list(undefined)) as { readonly roots: readonly { readonly uri: string }[] };
  return roots.map(({ uri }) => uri);
}

type Requests = Omit<
  TestClient,
  | 'revision'
  | 'server'
  | 'instructions'
  | 'sessionId'
  | 'notifications'
  | 'errors'
  | 'readsAllPages'
  | 'rootsListChanged'
  | 'close'
>;

function requestsOf(client: Client, { put }: Mailbox<ReceivedNotification>): Requests {
  const subscriptions = new Map<string, Subscription>();
  const follow = async (subscription: Subscription): Promise<void> => {
    for await (const params of subscription) put({ method: 'notifications/resources/updated', params });
  };
  return {
    ping: async () => (await client.ping(), {}),
    listTools: async () => ({ tools: await client.tools().all() }),
    callTool: ({ name, arguments: given }, options) => client.callTool(name, given, options),
    listResources: async () => ({ resources: await client.resources().all() }),
    listResourceTemplates: async () => ({ resourceTemplates: await client.resourceTemplates().all() }),
    readResource: ({ uri }) => client.readResource(uri),
    subscribe: async ({ uri }) => {
      const subscription = client.subscribe(uri);
      subscriptions.set(uri, subscription);
      await subscription.ready;
      void follow(subscription);
      return {};
    },
    unsubscribe: async ({ uri }) => (await subscriptions.get(uri)?.return(), {}),
    listPrompts: async () => ({ prompts: await client.prompts().all() }),
    getPrompt: ({ name, arguments: given }) => client.getPrompt(name, given),
    complete: async ({ ref, argument: { name, value } }) => ({ completion: await client.complete(ref, name, value) }),
    setLevel: async ({ level }) => (await client.setLogLevel(level), {}),
  };
}
