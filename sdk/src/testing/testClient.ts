import type { AuthInfo, Message, Transport } from '@mcp-gen/runtime';
import { memoryPair } from '@mcp-gen/runtime/client';
import { checkOptions, OBJECT, type OptionTable } from '@mcp-gen/runtime/options';
import { defined } from '../properties.js';
import type { Model } from '../client/chooseModel.js';
import type { Client } from '../client/client.js';
import { connect } from '../client/connect.js';
import type { ClientOptions } from '../client/options.js';
import type { ReachOptions } from '../client/target.js';
import type { RevisionChoice } from '../revisions.js';
import type { Server } from '../server/server.js';

/** Options of {@link inProcess}. */
export interface InProcessOptions {
  /** The authenticated caller, as over HTTP. Default: not authenticated. */
  readonly auth?: AuthInfo | undefined;
}

export const IN_PROCESS_OPTIONS: OptionTable<InProcessOptions> = { auth: OBJECT };

/**
 * Returns a target for a server in this process: `connect(inProcess(server))`. Each connection is a separate session, which the server has
 * ended when the client is closed. Messages are serialized as JSON, so that values that are not JSON-serializable are detected.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { Host } from '@mcp-gen/sdk/host';
 * import { inProcess } from '@mcp-gen/sdk/testing';
 *
 * const weather = new Server({ name: 'weather', version: '1.0.0' });
 * weather.tool('forecast', {}, () => 'Sunny');
 * await using host = new Host({ servers: { weather: inProcess(weather) }, consent: () => true });
 * await host.start();
 * console.log((await host.callTool('weather__forecast')).text); // Sunny
 * ```
 * @throws {TypeError} if an option is unknown.
 */
export function inProcess(server: Server, options: InProcessOptions = {}): () => Transport {
  checkOptions('inProcess', options, IN_PROCESS_OPTIONS);
  const { auth } = options;
  return () => {
    const [near, far] = memoryPair().map(overJson) as [Transport, Transport];
    const running = server.serve({ transport: far, auth });
    return {
      ...near,
      async close() {
        await near.close();
        await running.closed;
      },
    };
  };
}

function overJson(transport: Transport): Transport {
  return {
    start: (receiver) => transport.start(receiver),
    send: (message) => transport.send(JSON.parse(JSON.stringify(message)) as Message),
    close: () => transport.close(),
  };
}

/** Options for reaching a server outside this process. */
type Elsewhere = Exclude<keyof ReachOptions, 'onError'>;

/** Options of {@link testClient}: those of a client, except for those for reaching a server. */
export interface TestClientOptions<Choice extends Model = Model>
  extends Omit<ClientOptions<Choice>, Elsewhere | 'revisions'>, InProcessOptions {
  /** The revision to use. Default: the newest that the server supports. */
  readonly revision?: RevisionChoice | undefined;
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
