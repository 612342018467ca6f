// The server that is attacked: `node --max-old-space-size=256 server.mjs <checkout> http|stdio`. Callers with the header `authorization`
// are known, all others are not.
import { createRequire } from 'node:module';
import { tellHeap } from './tellHeap.mjs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [checkout, transport] = process.argv.slice(2);
const { resolve: find } = createRequire(join(resolve(checkout), 'package.json'));
const { Server } = await import(pathToFileURL(find('@mcp-gen/sdk')));

/** Milliseconds of a call that takes long: those of a session go on when their connection is lost. */
const LONG = 20_000;

/** Milliseconds without a connection until a session ends: long enough to last while it is attacked, and short enough to see what is left. */
const SESSION_TIMEOUT = 60_000;

const LARGE = 'x'.repeat(5_000_000);

const { tasks } = await import(pathToFileURL(find('@mcp-gen/sdk/tasks')));
const server = new Server({ name: 'attacked', version: '1.0.0' }, { extensions: [tasks()], onError() {} });
server.tool('echo', {}, ({ text }) => text);
server.tool('large', {}, () => LARGE);
server.tool(
  'wait',
  { task: 'optional' },
  (_, { signal }) =>
    new Promise((done) => {
      const timer = setTimeout(() => done(''), LONG);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        done('');
      });
    }),
);
server.tool('report', {}, async (_, context) => {
  for (let count = 1; count <= 50; count++) context.progress(count, 50);
  return 'reported';
});
server.tool('notify', {}, (_, { log }) => {
  for (let count = 0; count < 10; count++) log.info(LARGE.slice(0, 1_000_000));
  return 'notified';
});
server.tool(
  'ask',
  {},
  async (_, { elicit }) =>
    (await elicit('go on', { message: 'Go on?', schema: { type: 'object', properties: {} } })).action,
);
server.resourceTemplate('file:///{+path}', { name: 'file' }, () => 'a file');

if (transport === 'stdio') server.serve();
else {
  tellHeap();
  const { serveHttp } = await import(pathToFileURL(find('@mcp-gen/sdk/http')));
  const authenticate = ({ header }) => header('authorization');
  const { url } = await serveHttp(server, { port: 0, authenticate, timeouts: { sessionTimeout: SESSION_TIMEOUT } });
  console.log(url);
}
