// A server with everything that servers have. As a program of its own it serves stdio: node everyFeature.mjs [revision]
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { audio, resourceLink, Server, text } from '@mcp-gen/sdk';

/**
 * @param revisions those that it serves; all of them if left out
 * @param onClient called for each client
 */
export function everyFeature(revisions, onClient) {
  const server = new Server(
    { name: 'every', version: '1.0.0' },
    { instructions: 'Use it', onClient, ...(revisions && { revisions }) },
  );
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const texts = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  server.tool('echo', { input: texts }, ({ text }) => text);
  const numbers = { type: 'array', items: { type: 'number' } };
  server.tool('show', { title: 'Show', output: numbers, annotations: { readOnlyHint: true } }, () => ({
    content: [text('All'), audio('UklGRg==', 'audio/wav'), resourceLink({ uri: 'text://a', name: 'a' })],
    structuredContent: [1, 2],
  }));
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
  let stop;
  const stopped = new Promise((resolve) => (stop = resolve));
  server.tool(
    'wait',
    {},
    (_, { signal, progress }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stop('stopped');
          reject(signal.reason);
        });
        progress(1);
      }),
  );
  server.tool('stopped', {}, () => stopped);
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
