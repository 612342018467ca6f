/** A client of the sdk and a server that does what a test wants, in one process. */

import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import {
  memoryPair,
  MetaKey,
  serve,
  type Revision,
  type RunningServer,
  type SessionHandle,
  type Transport,
} from '@mcp-gen/runtime';
import { isStateless } from '../../../sdk/src/era.js';
import type { SupportedRevision } from '../../../sdk/src/revisions.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { Wire } from '../runtime/support.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

/** How a server of a test is. */
interface ServerSettings {
  /** Default: the newest that opens sessions. */
  readonly revision?: SupportedRevision;
  /** What it declares beside what its handlers make true. */
  readonly capabilities?: { readonly [name: string]: unknown };
  readonly instructions?: string;
}

export interface ConnectedClient {
  readonly client: Client;
  /** The server's side of the session that was opened last. A revision without sessions has none. */
  readonly session: () => SessionHandle;
  /** Ends the server of the session that was opened last. */
  readonly stop: () => Promise<void>;
  /** What the client reported, since nobody waited for it. */
  readonly errors: Mailbox<unknown>;
}

/** How long results hold, which the newest revisions say in each result that may be kept. */
const HOLDS = { ttlMs: 0, cacheScope: 'private' };

/** Connects a client to a server with those of these handlers that the revision has, which is made again for each connection. */
export async function converse(
  handlers: object,
  options: ClientOptions = {},
  { revision: id = NEWEST_SESSION, capabilities = {}, instructions }: ServerSettings = {},
): Promise<ConnectedClient> {
  const errors = new Mailbox<unknown>();
  const sessions: SessionHandle[] = [];
  const servers: RunningServer[] = [];
  const { revision } = GENERATED[id];
  const target = (): Transport => {
    const [near, far] = memoryPair();
    servers.push(
      serve(handlersOf(revision, handlers), {
        transport: far,
        serverInfo: { name: 'weather', version: '2.0.0' },
        revisions: [revision],
        capabilities,
        convertResult: (_, result) => ({ ...HOLDS, ...(result as object) }),
        onError: () => {},
        onSession: (session) => sessions.push(session),
        ...(instructions !== undefined && { instructions }),
      }),
    );
    return near;
  };
  const client = await connectUntilEnd(target, { onError: errors.put, ...options });
  return {
    client,
    errors,
    session: () => last(sessions),
    stop: () => last(servers).close(),
  };
}

function handlersOf({ server }: Revision, handlers: object): object {
  const names = new Set(
    [server.requests, server.notifications].flatMap(Object.values).map(({ name }) => name as string),
  );
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => names.has(name)));
}

/** A request that opens a conversation. */
interface Opening {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly protocolVersion: string };
}

/**
 * Connects a client to a far end that says exactly what a test wants it to say.
 *
 * @param revision of the far end; in one with sessions, it takes any version that is asked for. Default: the newest with sessions.
 * @returns with `introduction`: what the client says of itself
 */
export async function converseRaw(
  serverCapabilities: object,
  options: ClientOptions = {},
  revision: SupportedRevision = NEWEST_SESSION,
): Promise<{ readonly client: Client; readonly wire: Wire; readonly introduction: object }> {
  const [near, far] = memoryPair();
  const wire = new Wire(far);
  const connecting = connect(near, { onError: () => {}, ...options });
  const { method, params } = await introduce(wire, serverCapabilities, revision);
  const client = untilEnd(await connecting);
  if (method === 'initialize') await wire.next();
  return { client, wire, introduction: params };
}

/** Answers the request that opens a conversation, for the far end of it. Returns that request. */
export async function introduce(wire: Wire, serverCapabilities: object, revision: SupportedRevision): Promise<Opening> {
  const next = async (): Promise<Opening> => (await wire.next()) as Opening;
  let opening = await next();
  if (opening.method === (isStateless(revision) ? 'initialize' : 'server/discover')) {
    wire.say({ jsonrpc: '2.0', id: opening.id, error: { code: -32601, message: 'Method not found' } });
    opening = await next();
  }
  const { id, method, params } = opening;
  const serverInfo = { name: 'raw', version: '1' };
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: serverCapabilities, serverInfo }
      : {
          ...HOLDS,
          resultType: 'complete',
          supportedVersions: [revision],
          capabilities: serverCapabilities,
          _meta: { [MetaKey.ServerInfo]: serverInfo },
        };
  wire.say({ jsonrpc: '2.0', id, result });
  return opening;
}

function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (item === undefined) throw new Error('There is none yet');
  return item;
}
