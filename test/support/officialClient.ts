/** The official client, connected to a server that runs on this Node. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isInitializeRequest, type Notification } from '@modelcontextprotocol/sdk/types.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { Mailbox } from './mailbox.js';

export interface OfficialClient {
  readonly client: Client;
  /** What the server has notified of. */
  readonly notifications: Mailbox<Notification>;
  /** The version that was negotiated. */
  readonly version: string | undefined;
}

/**
 * Connects over stdio, and closes the connection when the test is over.
 *
 * @param args the server's program and its arguments
 * @param ask the version to ask for; else the newest that the client knows
 */
export function connectOfficial(args: readonly string[], ask?: string): Promise<OfficialClient> {
  return connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }), ask);
}

/** Connects over HTTP with SSE, the older transport, and closes the connection when the test is over. */
export function connectOfficialOverSse(url: string, ask?: string): Promise<OfficialClient> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the older transport is what is wanted
  return connect(new SSEClientTransport(new URL(url)), ask);
}

/** Connects over Streamable HTTP, ends the session and closes the connection when the test is over. */
export async function connectOfficialOverHttp(url: string, ask?: string): Promise<OfficialClient> {
  const transport = new StreamableHTTPClientTransport(new URL(url));
  const official = await connect(transport, ask);
  // What was registered last runs first: the session ends before the client closes.
  onTestFinished(() => transport.terminateSession());
  return official;
}

async function connect(transport: Transport, ask: string | undefined): Promise<OfficialClient> {
  const client = new Client(
    { name: 'official', version: '1.0.0' },
    { capabilities: { sampling: {}, roots: { listChanged: true } } },
  );
  const notifications = new Mailbox<Notification>();
  client.fallbackNotificationHandler = (notification) => {
    notifications.put(notification);
    return Promise.resolve();
  };
  const official = { client, notifications, version: undefined as string | undefined };
  onTestFinished(() => client.close());
  const setProtocolVersion = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    official.version = version;
    setProtocolVersion?.(version);
  };
  if (ask !== undefined) askFor(ask, transport);
  await client.connect(transport);
  return official;
}

/** Asks for a version of the test's choice: the client itself always asks for the newest. */
function askFor(protocolVersion: string, transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!isInitializeRequest(message)) return send(message, options);
    return send({ ...message, params: { ...message.params, protocolVersion } }, options);
  };
}
