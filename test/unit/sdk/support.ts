/** A server of the sdk in this process, and a client that speaks one revision and sees what is on the wire. */

import { connectSession, memoryPair, MetaKey, type AuthInfo, type Session } from '@mcp-gen/runtime';
import { Server, type ServeOptions, type ServerOptions } from '@mcp-gen/sdk';
import { expect, onTestFinished } from 'vitest';
import { isStateless } from '../../../sdk/src/era.js';
import type { ReceivedNotification } from '../../support/clients/client.js';
import type { SupportedRevision } from '../../../sdk/src/revisions.js';
import { listening } from '../../support/clients/ours.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { notification, Wire } from '../runtime/support.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { untilEnd } from '../../support/untilEnd.js';

/** A server, and what it reports. */
export function reportingServer(options: ServerOptions = {}): { readonly server: Server; readonly errors: unknown[] } {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  return { server: new Server({ name: 'test', version: '1.0.0' }, { onError, ...options }), errors };
}

/** What the client is. */
export interface ClientSettings {
  /** Default: the newest that opens sessions. */
  readonly revision?: SupportedRevision;
  readonly capabilities?: { readonly [name: string]: object };
  /** Answers the server's requests: `createMessage`. */
  readonly handlers?: object;
}

export interface TestClient extends Session {
  /** The server's notifications, as they arrive. */
  readonly notified: Mailbox<ReceivedNotification>;
}

/** Connects a client, until the test is over. */
export async function openClient(
  server: Server,
  { revision = NEWEST_SESSION, capabilities = {}, handlers = {} }: ClientSettings = {},
): Promise<TestClient> {
  const [near, far] = memoryPair();
  const running = server.serve({ transport: near });
  const notified = new Mailbox<ReceivedNotification>();
  const spoken = GENERATED[revision].revision;
  const session = await connectSession(far, {
    clientInfo: { name: 'test', version: '1.0.0' },
    revisions: [spoken],
    capabilities,
    handlers: { ...listening(spoken.client, notified), ...handlers },
  });
  onTestFinished(async () => {
    await session.close();
    await running.close();
  });
  if (isStateless(revision)) {
    const request = session.request.bind(session);
    session.request = async (...asked) => withoutEnvelope(await request(...asked));
  }
  return Object.assign(session, { notified });
}

/** A result without what every result of a revision without sessions says, whatever was asked for. */
function withoutEnvelope(result: object): object {
  const { resultType, ttlMs, cacheScope, _meta, ...rest } = result as { readonly [name: string]: unknown };
  expect(resultType).toBe('complete');
  expect([undefined, 0]).toContain(ttlMs);
  expect([undefined, 'private']).toContain(cacheScope);
  const { [MetaKey.ServerInfo]: serverInfo, ...meta } = _meta as { readonly [key: string]: unknown };
  expect(serverInfo).toHaveProperty('name');
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

/** The far end of a connection to a server, on which tests say what they like, until the test is over. */
export function wireOf(server: Server, options: ServeOptions = {}): Wire {
  const [near, far] = memoryPair();
  untilEnd(server.serve({ ...options, transport: near }));
  return new Wire(far);
}

/** Opens a session with a server by hand, until the test is over. The client's end sends messages unchecked. */
export async function openWire(
  server: Server,
  protocolVersion: string = NEWEST_SESSION,
  capabilities: object = {},
  auth?: AuthInfo,
  options: ServeOptions = {},
): Promise<Wire> {
  const wire = wireOf(server, { ...options, ...(auth && { auth }) });
  const clientInfo = { name: 'raw', version: '1.0.0' };
  await wire.ask('open', 'initialize', { protocolVersion, capabilities, clientInfo });
  wire.say(notification('notifications/initialized'));
  return wire;
}
