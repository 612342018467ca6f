/** The server that is fuzzed: a tool for each way of answering, and some of everything else. */
import { Server, ToolError } from '@mcp-gen/sdk';

export const TOOLS = [
  'echo',
  'later',
  'hang',
  'fail',
  'refuse',
  'flood',
  'large',
  'change',
  'sample',
  'elicit',
  'roots',
];

const FORM = { type: 'object', properties: { room: { type: 'string' } } };

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * @param {{ onError: (error: unknown) => void, revisions?: string[] }} options
 * @returns {{ server: Server, release: () => void }} `release` ends the calls that hang.
 */
export function makeServer({ onError, revisions }) {
  const server = new Server(
    { name: 'fuzzed', version: '1.0.0' },
    { rateLimits: false, pageSize: 3, onError, ...(revisions && { revisions }) },
  );
  const hanging = new Set();
  server.tool('echo', {}, (given) => JSON.stringify(given ?? {}).slice(0, 1_000));
  server.tool('later', {}, async ({ turns = 3 } = {}) => {
    for (let left = Math.min(Number(turns) || 0, 20); left > 0; left--) await turn();
    return 'later';
  });
  server.tool('hang', {}, async (_, { signal }) => {
    await new Promise((resolve) => {
      hanging.add(resolve);
      signal.addEventListener('abort', resolve, { once: true });
    });
    return 'released';
  });
  server.tool('fail', {}, () => {
    throw new Error('failed on purpose');
  });
  server.tool('refuse', {}, () => {
    throw new ToolError('refused on purpose');
  });
  server.tool('flood', {}, async (_, context) => {
    for (let count = 1; count <= 150; count++) {
      context.progress(count, 150);
      context.log.info({ count });
    }
    await turn();
    return 'flooded';
  });
  server.tool('large', {}, () => 'x'.repeat(100_000));
  server.tool('change', {}, () => {
    server.resourceUpdated('note:///kitchen');
    server.tool('passing', {}, () => '').remove();
    return 'changed';
  });
  server.tool('sample', {}, async (_, context) => {
    const { text } = await context.sample('answer', { messages: 'Say it.', maxTokens: 10 });
    return String(text).slice(0, 100);
  });
  server.tool(
    'elicit',
    {},
    async (_, context) => (await context.elicit('room', { message: 'Where?', schema: FORM })).action,
  );
  server.tool('roots', {}, async (_, context) => `${(await context.roots.list()).length} roots`);
  server.resource('note:///kitchen', {}, 'a note');
  server.resourceTemplate('file:///{+path}', { name: 'file' }, ({ path }) => String(path).slice(0, 1_000));
  const complete = (typed) => ['attic', 'cellar', 'kitchen'].filter((room) => room.startsWith(typed));
  server.prompt('tidy', { arguments: { room: { required: true, complete } } }, ({ room }) => `Tidy the ${room}.`);
  return {
    server,
    release() {
      for (const resolve of hanging) resolve();
      hanging.clear();
    },
  };
}
