// Starts a server and closes it again, and tells what the process still holds: `node client.mjs <server> [<stderr> [<milliseconds>]]`.
// Without milliseconds, it waits until the server ends.
import { StdioClientTransport } from '../../../runtime/dist/stdio.js';

const kinds = ['PipeWrap', 'ProcessWrap', 'Timeout'];
const held = () => process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
const before = held();
const [server, stderr, shutdownTimeout = 600_000] = process.argv.slice(2);
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [server],
  ...(stderr && { stderr }),
  shutdownTimeout: Number(shutdownTimeout),
});
const first = await new Promise((resolve, reject) => {
  const receiver = { message: resolve, malformed: reject, ended: reject, closed: reject };
  transport.start(receiver).catch(reject);
});
const during = held();
await transport.close();
// The event loop lets go of closed handles in its next turns.
for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
const after = held();
process.stdout.write(JSON.stringify({ first, before, during, after }));
