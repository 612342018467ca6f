/** The official client, connected over stdio to a server that runs on this Node. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { isInitializeRequest, type JSONRPCMessage, type Notification } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { Mailbox } from './mailbox.js';

export interface OfficialClient {
  readonly client: Client;
  /** What the server has notified of. */
  readonly notifications: Mailbox<Notification>;
  /** The version that was negotiated. */
  readonly version: string | undefined;
  readonly pid: number;
}

/**
 * Connects, and closes the connection when the test is over.
 *
 * @param args the server's program and its arguments
 * @param ask the version to ask for; else the newest that the client knows
 */
export async function connectOfficial(args: readonly string[], ask?: string): Promise<OfficialClient> {
  const client = new Client(
    { name: 'official', version: '1.0.0' },
    { capabilities: { sampling: {}, roots: { listChanged: true } } },
  );
  const notifications = new Mailbox<Notification>();
  client.fallbackNotificationHandler = (notification) => {
    notifications.put(notification);
    return Promise.resolve();
  };
  const transport = new AskingTransport(args, ask);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, notifications, version: transport.version, pid: transport.pid ?? 0 };
}

/** Asks for a version of the test's choice: the client itself always asks for the newest. */
class AskingTransport extends StdioClientTransport {
  /** The version that was negotiated, which the client tells its transport. */
  version: string | undefined;
  readonly #ask: string | undefined;

  constructor(args: readonly string[], ask: string | undefined) {
    super({ command: process.execPath, args: [...args], stderr: 'ignore' });
    this.#ask = ask;
  }

  setProtocolVersion(version: string): void {
    this.version = version;
  }

  override send(message: JSONRPCMessage): Promise<void> {
    if (this.#ask === undefined || !isInitializeRequest(message)) return super.send(message);
    const { params } = message;
    return super.send({ ...message, params: { ...params, protocolVersion: this.#ask } });
  }
}
