// The server's end of stdio in a process of its own, which does what it is told over a socket, and tells what it hears.
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { StdioServerTransport } from '../../runtime/dist/stdio.js';

const [port, messageLimit] = process.argv.slice(2).map(Number);
const socket = createConnection(port, '127.0.0.1');
const transport = new StdioServerTransport({ limits: { messageLimit } });

const tell = (told) => {
  if (!socket.writableEnded) socket.write(`${JSON.stringify(told)}\n`);
};
const plain = ({ message, reason, code }) => ({ message, reason, code });

const orders = {
  start: () =>
    transport.start({
      message: (value) => tell({ call: 'message', args: [value] }),
      malformed: (error, id) => tell({ call: 'malformed', args: [plain(error), id] }),
      failed: (id, error) => tell({ call: 'failed', args: [id, plain(error)] }),
      ended: (error) => tell({ call: 'ended', args: [plain(error)] }),
      closed: (error) => tell({ call: 'closed', args: [plain(error)] }),
    }),
  send: ([message, options]) => transport.send(message, options),
  garble: () => transport.send({ jsonrpc: '2.0', id: NaN, method: 'garbled' }),
  stall: () => process.stdin.pause(),
  resume: () => process.stdin.resume(),
  async close() {
    const closed = transport.close();
    tell({ call: 'closing' });
    await closed;
    socket.end();
  },
};

createInterface({ input: socket }).on('line', async (line) => {
  const { order, args, number } = JSON.parse(line);
  try {
    await orders[order](args);
    if (order !== 'close') tell({ done: number });
  } catch (error) {
    tell({ done: number, error: plain(error) });
  }
});
