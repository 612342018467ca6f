/** A client and a server of a real revision, in one process. */

import { connectSession, memoryPair, serve, type Session } from '@mcp-gen/runtime';
import { onTestFinished } from 'vitest';
import { GENERATED } from '../../support/generated.js';
import type { RevisionId } from '../../support/schemas.js';

export const info = { name: 'test', version: '1.0.0' };

/** Connects a client's handlers with a server's, until the test is over. */
export async function converse(
  id: RevisionId,
  server: object,
  client: object = {},
  capabilities: object = {},
): Promise<Session> {
  const revisions = [GENERATED[id].revision];
  const [near, far] = memoryPair();
  // What fails in the server is told to the client, which is where tests look.
  const running = serve(server, { transport: far, serverInfo: info, revisions, onError: () => {} });
  onTestFinished(() => running.close());
  const session = await connectSession(near, {
    clientInfo: info,
    revisions,
    handlers: client,
    capabilities: capabilities as never,
  });
  onTestFinished(() => session.close());
  return session;
}
