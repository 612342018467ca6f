/** The echo servers in this process, by column: each returns the client's end of a connection, a transport of its library. */

import { InMemoryTransport as PairV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { InMemoryTransport as PairV2 } from '@modelcontextprotocol/server';
import { memoryPair, serve } from '@mcp-gen/runtime';
import { handlers, options } from './echo.mjs';
import { echoServer } from './echoServer.mjs';
import { inputOf } from './inputs.mjs';
import { echoServer as sdkV1Server } from './sdk-v1-echo.mjs';
import { echoServers as sdkV2Servers } from './sdk-v2-echo.mjs';

export const inMemory = {
  runtime() {
    const [near, far] = memoryPair();
    serve(handlers, { ...options, transport: far });
    return near;
  },
  async sdk(schema) {
    const [near, far] = memoryPair();
    echoServer(await inputOf(schema)).serve({ transport: far });
    return near;
  },
  async 'SDK v1'() {
    const [near, far] = PairV1.createLinkedPair();
    await sdkV1Server().connect(far);
    return near;
  },
  async 'SDK v2'(schema) {
    const [near, far] = PairV2.createLinkedPair();
    await (await sdkV2Servers(schema))().connect(far);
    return near;
  },
};
