/** A server over a pair of transports in memory, and the program as its client. */
import { memoryPair } from '@mcp-gen/runtime';
import { clientSteps } from '../clientMessages.mjs';
import { drive } from '../drive.mjs';
import { makeServer } from '../server.mjs';

let probe;
const { server, release } = makeServer({ onError: (error) => probe?.reported(error) });

export const memoryServer = {
  name: 'memory-server',
  make: (random) => clientSteps(random, 10 + random.below(50)),
  async run(round, watching) {
    probe = watching;
    await drive(round, { probe, release }, (receive, closed) => open(receive, closed));
  },
};

function open(receive, closed) {
  const [near, far] = memoryPair();
  const running = server.serve({ transport: far, shutdownTimeout: 1 });
  near.start({ message: receive, malformed() {}, failed() {}, ended: closed, closed });
  return {
    send(_, message) {
      if (message === undefined || message.isText) return false;
      near.send(message.value);
    },
    async close() {
      near.close();
      await probe.settles('closing the server', running.closed);
    },
  };
}
