/** What the official clients of both versions have in common. */

import { Mailbox } from '../mailbox.js';
import type { Address, CallOptions, Level, ReceivedNotification, TestClient } from './client.js';
import { fromOfficial, type MemoryAddress } from './memory.js';

/** The capabilities that an official client declares. */
export const CAPABILITIES = { sampling: {}, roots: { listChanged: true }, elicitation: { form: {}, url: {} } };

/** How soon, and how often, a stream that broke is taken up again. */
export const RECONNECTION = {
  initialReconnectionDelay: 100,
  maxReconnectionDelay: 100,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 10,
};

/** The methods that the two versions have alike. */
interface OfficialClient extends Pick<
  TestClient,
  | 'ping'
  | 'listTools'
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
  | 'listPrompts'
  | 'getPrompt'
  | 'complete'
  | 'close'
> {
  subscribeResource: TestClient['subscribe'];
  unsubscribeResource: TestClient['unsubscribe'];
  setLoggingLevel(level: Level): Promise<object>;
  sendRootsListChanged(): Promise<void>;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getServerCapabilities(): object | undefined;
  getInstructions(): string | undefined;
  fallbackNotificationHandler?(notification: { method: string; params?: unknown }): Promise<void>;
  onerror?: ((error: Error) => void) | undefined;
}

/** The transports of a version. */
interface OfficialTransports<Transport> {
  /** Two in this process. */
  readonly memory: () => readonly [Transport, Transport];
  readonly stdio: new (server: { command: string; args: string[]; stderr: 'ignore' }) => Transport;
  readonly HTTP: new (url: URL, options: HttpOptions) => Transport;
  readonly 'HTTP with SSE': new (url: URL, options: HttpOptions) => Transport;
}

interface HttpOptions {
  readonly fetch?: typeof fetch;
  readonly reconnectionOptions: typeof RECONNECTION;
}

/** The part of a transport that matters here. Only that of Streamable HTTP can end a session. */
interface OfficialTransport {
  readonly sessionId?: string | undefined;
  terminateSession?(): Promise<void>;
}

/** What differs between the versions. */
type Own = Pick<TestClient, 'revision' | 'callTool' | 'readsAllPages' | 'notifications' | 'errors'>;

/** Makes an official client, which is connected, what tests need. */
export function testClient(client: OfficialClient, transport: OfficialTransport, own: Own): TestClient {
  return {
    ...own,
    server: { ...client.getServerVersion(), capabilities: client.getServerCapabilities() ?? {} },
    instructions: client.getInstructions(),
    sessionId: transport.sessionId,
    ping: () => client.ping(),
    listTools: () => client.listTools(),
    listResources: (params) => client.listResources(params),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (params) => client.readResource(params),
    subscribe: (params) => client.subscribeResource(params),
    unsubscribe: (params) => client.unsubscribeResource(params),
    listPrompts: () => client.listPrompts(),
    getPrompt: (params) => client.getPrompt(params),
    complete: (params) => client.complete(params),
    setLevel: ({ level }) => client.setLoggingLevel(level),
    rootsListChanged: () => client.sendRootsListChanged(),
    close: async () => {
      await transport.terminateSession?.();
      await client.close();
    },
  };
}

/** The transport that reaches a server. */
export function transportTo<Transport extends Parameters<typeof fromOfficial>[0]>(
  address: Address | MemoryAddress,
  transports: OfficialTransports<Transport>,
): Transport {
  if (address.over === 'memory') {
    const [near, far] = transports.memory();
    address.serve(fromOfficial(far));
    return near;
  }
  if (address.over === 'stdio') {
    return new transports.stdio({ command: process.execPath, args: [...address.args], stderr: 'ignore' });
  }
  const { over, url, fetch } = address;
  return new transports[over](new URL(url), { ...(fetch && { fetch }), reconnectionOptions: RECONNECTION });
}

/** Collects what the server says without being asked, from the start. */
export function listen(client: OfficialClient): Pick<TestClient, 'notifications' | 'errors'> {
  const notifications = new Mailbox<ReceivedNotification>();
  const errors = new Mailbox<unknown>();
  client.fallbackNotificationHandler = (notification) => {
    notifications.put(notification);
    return Promise.resolve();
  };
  client.onerror = errors.put;
  return { notifications, errors };
}

export function requestOptions({ signal, onProgress }: CallOptions = {}) {
  return { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) };
}
