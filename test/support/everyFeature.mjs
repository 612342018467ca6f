// A server with everything that servers have. As a program of its own it serves stdio: node everyFeature.mjs [revision]
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Server } from '@mcp-gen/sdk';

/** @param revisions those that it serves; all of them if left out */
export function everyFeature(revisions) {
  const server = new Server(
    { name: 'every', version: '1.0.0' },
    { instructions: 'Use it', ...(revisions && { revisions }) },
  );
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  server.tool('echo', { input: text }, ({ text }) => text);
  server.tool('elicit', {}, async (_, { elicit }) => {
    const { action, content } = await elicit('who', { message: 'Who?', schema });
    return action === 'accept' ? content.name : action;
  });
  server.tool('sample', {}, async (_, { sample }) => (await sample('wish', 'Wish')).text);
  server.tool('roots', {}, async (_, { roots }) => String((await roots.list()).length));
  server.tool('progress', {}, async (_, { progress }) => {
    progress(1, 2);
    await pause(5);
    progress(2, 2);
    return 'done';
  });
  server.tool('log', {}, (_, { log }) => {
    log.debug('small');
    log.warning('large');
    return 'logged';
  });
  server.tool(
    'wait',
    {},
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  server.tool('change', {}, () => {
    server.tool('added', {}, () => '').remove();
    server.resourceUpdated('text://a');
    return 'changed';
  });
  server.resource('text://a', { mimeType: 'text/plain' }, 'a');
  server.resourceTemplate('text://{name}', { complete: { name: ['ada', 'bob'] } }, ({ name }) => `template ${name}`);
  server.prompt(
    'greet',
    { arguments: { name: { required: true, complete: ['ada', 'bob'] } } },
    ({ name }) => `Greet ${name}`,
  );
  return server;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [revision] = process.argv.slice(2);
  everyFeature(revision && [revision]).serve();
}
