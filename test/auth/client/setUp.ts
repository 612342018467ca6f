/** A client, the server that it calls, and the authorization server of both. */

import {
  authorizationCode,
  MemoryTokenStore,
  type AuthorizationCodeOptions,
  type OAuthClient,
  type OAuthConnection,
} from '@mcp-gen/auth/client';
import { ProtectedServer, TestAuthorizationServer, TestReceiver } from '../support/authorizationServer.js';

export const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/** What a test works with. */
export interface SetUp {
  readonly authorization: TestAuthorizationServer;
  readonly server: ProtectedServer;
  readonly receiver: TestReceiver;
  /** Sends a request as transports do. */
  readonly send: (body?: string, signal?: AbortSignal) => Promise<Response>;
  /** Returns what sends requests on another connection. */
  readonly connect: (
    options?: AuthorizationCodeOptions,
    revisions?: readonly string[],
    connection?: Partial<OAuthConnection>,
  ) => SetUp['send'];
}

/** Starts the servers, and makes a client. */
export async function setUp(options: AuthorizationCodeOptions = {}, revisions?: readonly string[]): Promise<SetUp> {
  const authorization = await TestAuthorizationServer.start();
  const server = await ProtectedServer.start(authorization);
  const receiver = new TestReceiver();
  const connect: SetUp['connect'] = (more, known = revisions, connection = {}) =>
    sender(authorizationCode({ receiver, allowHttp: true, ...options, ...more }), server, known, connection);
  return { authorization, server, receiver, send: connect(), connect };
}

/** The same, where all connections keep their tokens in one store. */
export async function setUpWithStore(): Promise<SetUp & { readonly store: MemoryTokenStore }> {
  const store = new MemoryTokenStore();
  return { ...(await setUp({ store })), store };
}

/** Returns what sends requests to a server. */
export function sender(
  client: OAuthClient,
  server: ProtectedServer,
  revisions = REVISIONS as readonly string[],
  connection: Partial<OAuthConnection> = {},
): SetUp['send'] {
  const wrapped = client.wrapFetch({ server: server.url, fetch, revisions, ...connection });
  return (body = 'hello', signal) =>
    wrapped(server.url, { method: 'POST', body, ...(signal && { signal }), redirect: 'manual' });
}

/** The error that a promise rejects with. */
export async function errorOf(result: Promise<unknown>): Promise<Error> {
  const error = await result.then(
    (value) => new Error(`Nothing was refused: ${String(value)}`),
    (reason: unknown) => reason,
  );
  return error as Error;
}
