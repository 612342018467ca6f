// One measurement of a checkout in a process of its own, printed as a number: `node versusOnce.mjs <checkout> runtime|sdk|validate`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nanoseconds } from './nanoseconds.mjs';

const [checkout, what] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(checkout, path)).href);

const CALLS = 20_000;
const CALL = { name: 'echo', arguments: { text: 'hello' } };
const clientInfo = { name: 'bench', version: '1.0.0' };

const measurements = {
  async runtime() {
    // Checkouts before the name connectSession have connect.
    const { memoryPair, serve, connectSession, connect = connectSession } = await load('runtime/dist/index.js');
    const { ClientStub, revision } = await load('generated/dist/2025-03-26/index.js');
    const { handlers, options } = await load('bench/servers/echo.mjs');
    const [near, far] = memoryPair();
    serve(handlers, { ...options, transport: far });
    const stub = new ClientStub(await connect(near, { clientInfo, revisions: [revision] }));
    return microsecondsPerCall(() => stub.callTool(CALL));
  },
  async sdk() {
    const { memoryPair } = await load('runtime/dist/index.js');
    const { connect } = await load('sdk/dist/client.js');
    const { echoServer } = await load('bench/servers/echoServer.mjs');
    const [near, far] = memoryPair();
    echoServer().serve({ transport: far });
    const client = await connect(near, clientInfo);
    return microsecondsPerCall(() => client.callTool(CALL.name, CALL.arguments));
  },
  async validate() {
    const { isCallToolResult } = await load('generated/dist/2025-03-26/index.js');
    const value = {
      content: [
        { type: 'text', text: 'hello '.repeat(20) },
        { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png', annotations: { priority: 0.5, audience: ['user'] } },
        { type: 'resource', resource: { uri: 'file:///notes.txt', text: 'a note' } },
      ],
      isError: false,
    };
    const copies = Array.from({ length: 8 }, () => JSON.parse(JSON.stringify(value)));
    nanoseconds(isCallToolResult, copies, 1_000_000); // warm up
    return nanoseconds(isCallToolResult, copies, 1_000_000);
  },
};

async function microsecondsPerCall(call) {
  let taken;
  for (const calls of [CALLS, CALLS]) {
    const started = performance.now();
    for (let count = 0; count < calls; count++) await call();
    taken = ((performance.now() - started) / calls) * 1000; // the second round counts
  }
  return taken;
}

console.log(await measurements[what]());
process.exit(0);
