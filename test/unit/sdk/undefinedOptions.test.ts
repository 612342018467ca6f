import { expect, test } from 'vitest';
import { revision } from '@mcp-gen/protocol/2025-11-25';
import { connectSession, memoryPair } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { testClient } from '@mcp-gen/sdk/testing';

// Programs with exactOptionalPropertyTypes pass on what may be absent, as in `new Server(info, { instructions: config.instructions })`.

test('an option that is undefined means its default, and is not sent', async () => {
  const server = new Server({ name: 'optional', version: '1.0.0' }, { instructions: undefined, pageSize: undefined });
  server.tool(
    'echo',
    { title: undefined, description: undefined, annotations: undefined, icons: undefined },
    () => 'said',
  );
  server.resource(
    'notes://today',
    { name: undefined, title: undefined, size: undefined, mimeType: undefined },
    'a note',
  );
  server.resourceTemplate('notes://{day}', { name: undefined, description: undefined }, () => ({
    text: 'old',
    mimeType: undefined,
  }));
  server.prompt(
    'greet',
    { description: undefined, arguments: { who: { title: undefined } } },
    ({ who }) => `Hello ${who ?? ''}`,
  );
  await using client = await testClient(server, { name: undefined, timeout: undefined, logLevel: undefined });

  expect(client.instructions).toBeUndefined();
  expect((await client.callTool('echo')).text).toBe('said');
  expect(Object.keys((await client.tools().all())[0] ?? {}).toSorted()).toEqual(['inputSchema', 'name']);
  expect(await client.resources().all()).toStrictEqual([
    { uri: 'notes://today', name: 'notes://today', mimeType: 'text/plain' },
  ]);
  expect(await client.resourceTemplates().all()).toStrictEqual([
    { uriTemplate: 'notes://{day}', name: 'notes://{day}' },
  ]);
  expect(await client.prompts().all()).toStrictEqual([{ name: 'greet', arguments: [{ name: 'who' }] }]);
  expect((await client.readResource('notes://monday')).contents).toMatchObject([
    { text: 'old', mimeType: 'text/plain' },
  ]);
});

test('an option of serving that is undefined does not replace what the server says', async () => {
  const server = new Server({ name: 'optional', version: '1.0.0' }, { rateLimits: false });
  let running = 0;
  let resolve!: (text: string) => void;
  const promise = new Promise<string>((done) => (resolve = done));
  server.tool('wait', {}, () => (++running, promise));
  const [near, far] = memoryPair();
  server.serve({ transport: far, limits: { handlerLimit: undefined }, requestTimeout: undefined });
  const session = await connectSession(near, { clientInfo: { name: 'c', version: '1' }, revisions: [revision] });
  // The runtime runs 10,000 handlers at a time unless it is told otherwise; rateLimits: false lifts that.
  const calls = Array.from({ length: 10_001 }, () => session.request('tools/call', { name: 'wait' }));
  await expect.poll(() => running).toBe(10_001);
  resolve('done');
  await Promise.all(calls);
  await session.close();
});
