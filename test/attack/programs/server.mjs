// A server on the built runtime that prints where it should not, and keeps itself busy.
import { serve } from '../../../runtime/dist/index.js';

const anything = () => true;
const lifecycle = { params: anything, result: anything, lifecycle: true };
const revision = {
  id: '2001-01-01',
  era: 'session',
  batching: false,
  server: {
    requests: {
      initialize: { name: 'initialize', cancellable: false, ...lifecycle },
      ping: { name: 'ping', cancellable: true, ...lifecycle },
      'plain/do': { name: 'doPlain', params: anything, result: anything, cancellable: true },
    },
    notifications: {},
  },
  client: { requests: {}, notifications: {} },
};

const options = { serverInfo: { name: 'server', version: '1.0.0' }, revisions: [revision] };
const server = serve(
  {
    doPlain({ count }) {
      console.log('printed by the program');
      console.table([['printed as a table']]);
      process.stdout.write('written by a library\n');
      return { text: 'x'.repeat(count) };
    },
  },
  options,
);
try {
  serve({}, options);
} catch (error) {
  console.log(`a second server: ${error.message}`);
}
setInterval(() => {}, 1_000);
const { reason } = await server.closed;
console.log(`closed: ${reason}`);
