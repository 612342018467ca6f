// Starts a server and closes it again, and tells what the process still holds.
import { StdioClientTransport } from '../../../runtime/dist/stdio.js';

const kinds = ['PipeWrap', 'ProcessWrap', 'Timeout'];
const held = () => process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
const before = held();
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [process.argv[2]],
  stderr: 'pipe',
  shutdownTimeout: 100,
});
await new Promise((resolve, reject) => {
  const receiver = { message: resolve, malformed: reject, ended: reject, closed: reject };
  transport.start(receiver).catch(reject);
});
const during = held();
await transport.close();
// The event loop lets go of closed handles in its next turns.
for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
const after = held();
process.stdout.write(JSON.stringify({ before, during, after }));
