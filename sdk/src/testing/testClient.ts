import { defined } from '../defined.js';
import type { Model } from '../client/chooseModel.js';
import type { Client } from '../client/client.js';
import { connect } from '../client/connect.js';
import type { ClientOptions } from '../client/options.js';
import type { CommandOptions, UrlOptions } from '../client/target.js';
import type { SupportedRevision } from '../revisions.js';
import type { Server } from '../server/server.js';
import { inProcess, type InProcessOptions } from './inProcess.js';

/** Options for reaching a server outside this process. */
type Elsewhere = keyof CommandOptions | Exclude<keyof UrlOptions, 'onError'>;

/** Options of {@link testClient}: those of a client, except for those for reaching a server. */
export interface TestClientOptions<Choice extends Model = Model>
  extends Omit<ClientOptions<Choice>, Elsewhere | 'revisions'>, InProcessOptions {
  /** The revision to use. Default: the newest that the server supports. */
  readonly revision?: SupportedRevision | undefined;
}

/**
 * Connects a client to a server in this process. Closing the client also ends the server's session.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { Server } from '@mcp-gen/sdk';
 * import { testClient } from '@mcp-gen/sdk/testing';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.tool('forecast', {}, () => 'Sunny');
 * await using client = await testClient(server, { revision: '2025-06-18' });
 * assert.equal((await client.callTool('forecast')).text, 'Sunny');
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {NegotiationError} if the server does not support the revision.
 */
export function testClient<Choice extends Model = Model>(
  server: Server,
  { revision, auth, ...options }: TestClientOptions<Choice> = {},
): Promise<Client> {
  return connect(inProcess(server, auth && { auth }), {
    name: 'test',
    ...defined(options),
    ...(revision !== undefined && { revisions: [revision] }),
  });
}
