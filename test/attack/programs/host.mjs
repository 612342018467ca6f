// Starts three servers, says their process ids, and ends as it is told: `node host.mjs <folder> <note> exit|throw|wait`. The first
// two exit at the end of their input, one of them behind a shell; the third waits for SIGTERM.
import { join } from 'node:path';
import { StdioClientTransport } from '../../../runtime/dist/stdio.js';

const [folder, note, how] = process.argv.slice(2);
const [echo, obedient] = ['echo', 'obedient'].map((name) => join(folder, `${name}.mjs`));
const commands = [
  { command: process.execPath, args: [echo] },
  { command: 'sh', args: ['-c', '"$0" "$1"; true', process.execPath, echo] },
  { command: process.execPath, args: [obedient, note] },
];
const transports = commands.map((options) => new StdioClientTransport(options));
await Promise.all(
  transports.map(
    (transport, index) =>
      new Promise((resolve, reject) => {
        transport.start({ message: resolve, malformed: reject, ended: reject, closed: reject }).then(() => {
          if (index < 2) void transport.send({ jsonrpc: '2.0', method: 'ready' });
        }, reject);
      }),
  ),
);
process.stdout.write(`${JSON.stringify(transports.map(({ pid }) => pid))}\n`, () => {
  if (how === 'exit') process.exit(1);
  if (how === 'throw')
    setImmediate(() => {
      throw new Error('nobody catches this');
    });
});
