// Opens files until it can open no more, then starts a server, and tells what came of it.
import { openSync } from 'node:fs';
import { StdioClientTransport } from '../../../runtime/dist/stdio.js';

const transport = new StdioClientTransport({ command: process.execPath, args: ['-e', ''] });
try {
  for (;;) openSync(process.execPath, 'r');
} catch {
  // That is enough.
}
const nothing = () => {};
const failure = await transport
  .start({ message: nothing, malformed: nothing, ended: nothing, closed: nothing })
  .catch(String);
await transport.close();
process.stdout.write(`${failure}\n`);
