import { ANY, checkOptions, type OptionTable } from '@mcp-gen/runtime/options';
import { memoryPair, type AuthInfo, type Message, type Transport } from '@mcp-gen/runtime';
import type { Server } from '../server/server.js';

/** Options of {@link inProcess}. */
export interface InProcessOptions {
  /** The authenticated caller, as over HTTP. Default: not authenticated. */
  readonly auth?: AuthInfo | undefined;
}

export const IN_PROCESS_OPTIONS: OptionTable<InProcessOptions> = { auth: ANY };

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
