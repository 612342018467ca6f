/** A client of the sdk and a server that does what a test wants, in one process. */

import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { memoryPair, serve, type RunningServer, type SessionContext, type Transport } from '@mcp-gen/runtime';
import { onTestFinished } from 'vitest';
import type { SupportedRevision } from '../../../sdk/src/revisions.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { Wire } from '../runtime/support.js';

export const NEWEST = '2025-11-25';

/** How a server of a test is. */
interface ServerSettings {
  readonly revision?: SupportedRevision;
  /** What it declares beside what its handlers make true. */
  readonly capabilities?: { readonly [name: string]: unknown };
  readonly instructions?: string;
}

export interface Conversation {
  readonly client: Client;
  /** The server's side of the session that was opened last. */
  readonly session: () => SessionContext;
  /** Ends the server of the session that was opened last. */
  readonly stop: () => Promise<void>;
  /** What the client reported, since nobody waited for it. */
  readonly errors: Mailbox<unknown>;
}

/** Connects a client to a server with these handlers, which is made anew for each session. */
export async function converse(
  handlers: object,
  options: ClientOptions = {},
  { revision = NEWEST, capabilities = {}, instructions }: ServerSettings = {},
): Promise<Conversation> {
  const errors = new Mailbox<unknown>();
  const sessions: SessionContext[] = [];
  const servers: RunningServer[] = [];
  const target = (): Transport => {
    const [near, far] = memoryPair();
    servers.push(
      serve(handlers, {
        transport: far,
        serverInfo: { name: 'weather', version: '2.0.0' },
        revisions: [GENERATED[revision].revision],
        capabilities,
        onError: () => {},
        onSession: (session) => sessions.push(session),
        ...(instructions !== undefined && { instructions }),
      }),
    );
    return near;
  };
  const client = await connect(target, { onError: errors.put, ...options });
  onTestFinished(() => client.close());
  return {
    client,
    errors,
    session: () => last(sessions),
    stop: () => last(servers).close(),
  };
}

/** Connects a client to a far end that says exactly what a test wants it to say. */
export async function converseRaw(
  serverCapabilities: object,
  options: ClientOptions = {},
): Promise<{ readonly client: Client; readonly wire: Wire; readonly introduction: object }> {
  const [near, far] = memoryPair();
  const wire = new Wire(far);
  const connecting = connect(near, { onError: () => {}, ...options });
  const opening = (await wire.next()) as {
    readonly id: unknown;
    readonly params: { readonly protocolVersion: string };
  };
  const { protocolVersion } = opening.params;
  const result = { protocolVersion, capabilities: serverCapabilities, serverInfo: { name: 'raw', version: '1' } };
  wire.say({ jsonrpc: '2.0', id: opening.id, result });
  const client = await connecting;
  onTestFinished(() => client.close());
  await wire.next();
  return { client, wire, introduction: opening.params };
}

function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (item === undefined) throw new Error('There is none yet');
  return item;
}
