// A good server: `node goodServer.mjs stdio|http`. Over HTTP it prints its URL, and measurements of itself on each line of input.
import { createInterface } from 'node:readline';
import { Server } from '@mcp-gen/sdk';
import { HttpRefusalError, serveHttp } from '@mcp-gen/sdk/http';
import { Meter } from './meter.mjs';

const server = new Server({ name: 'good', version: '1.0.0' }, { onError() {} });
server.tool('echo', {}, ({ text }) => text);
server.tool('large', {}, () => 'x'.repeat(500_000));
server.tool(
  'slow',
  {},
  (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(''))),
);
server.tool('notify', {}, (_, { log }) => {
  for (let count = 0; count < 20; count++) log.info('x'.repeat(50_000));
  return 'notified';
});

if (process.argv[2] === 'stdio') server.serve();
else {
  // A caller whose access is revoked is refused from then on, in the middle of its session.
  const authenticate = ({ header }) => {
    const caller = header('authorization');
    if (caller === 'revoked' && Math.random() < 0.5) throw new HttpRefusalError(401, 'revoked');
    return caller;
  };
  const { url } = await serveHttp(server, {
    port: 0,
    authenticate,
    limits: { unsentLimit: 1_000_000 },
    timeouts: { sessionTimeout: 5_000 },
  });
  console.log(url);
  const meter = new Meter();
  createInterface({ input: process.stdin }).on('line', () => console.log(JSON.stringify(meter.read())));
}
