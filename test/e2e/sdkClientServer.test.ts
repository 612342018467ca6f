/** Client and server of the sdk: every revision, every way to the server, every feature. */

import { memoryPair } from '@mcp-gen/runtime';
import { connect, type Client, type ClientOptions, type ElicitationOptions } from '@mcp-gen/sdk/client';
import type { Server } from '@mcp-gen/sdk';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { Mailbox } from '../support/mailbox.js';

const PROGRAM = fileURLToPath(new URL('../fixtures/weather.mjs', import.meta.url));

interface Opened {
  readonly client: Client;
  readonly stop?: () => Promise<void>;
}

const WAYS: { readonly [way: string]: (options: ClientOptions) => Promise<Opened> } = {
  memory: async (options) => {
    const { weatherServer } = (await import(PROGRAM)) as { weatherServer: (onError: () => void) => Server };
    const server = weatherServer(() => undefined);
    const target = () => {
      const [near, far] = memoryPair();
      server.serve({ transport: far });
      return near;
    };
    return { client: await connect(target, options) };
  },
  stdio: async (options) => ({ client: await connect([process.execPath, PROGRAM, 'stdio'], options) }),
  HTTP: async (options) => {
    const { ready, stop } = await startHttpProgram([PROGRAM, 'http'], (line) => line.startsWith('http'));
    return { client: await connect(ready, options), stop };
  },
};

const elicitation: ElicitationOptions = {
  form: (_, { defaults, server }) => ({
    action: 'accept',
    content: { name: `${String(defaults.name)} at ${server.name}` },
  }),
};

const CASES = SUPPORTED_REVISIONS.flatMap((revision) =>
  Object.entries(WAYS).map(([way, open]) => ({ revision, way, open })),
);

describe.each(CASES)('in revision $revision over $way', ({ revision, open }) => {
  let client: Client;
  let stop: Opened['stop'];
  const errors = new Mailbox<unknown>();
  const log = new Mailbox<{ readonly data: unknown }>();
  const changed = new Mailbox<string>();

  beforeAll(async () => {
    ({ client, stop } = await open({
      revisions: [revision],
      onError: errors.put,
      onLog: log.put,
      onListChanged: changed.put,
      roots: ['.', { path: '/', name: 'Everything' }],
      sampling: { model: () => ({ role: 'assistant', model: 'poet', content: { type: 'text', text: 'Roses' } }) },
      elicitation,
    }));
  });
  afterAll(async () => {
    await client.close();
    await stop?.();
    expect(errors.empty()).toEqual([]);
  });

  test('tools are listed and called, and their results checked', async () => {
    const tools = await client.tools().all();
    expect(tools.length).toBeGreaterThan(6);
    const claims = tools.find(({ name }) => name === 'forecast')?.untrustedAnnotations;
    expect(claims).toEqual({ readOnlyHint: true });
    expect((await client.callTool('forecast', { city: 'Oslo' })).text).toBe('Sunny in Oslo');
    const { text, structuredContent } = await client.callTool('measure', { city: 'Oslo' });
    expect(JSON.parse(text)).toEqual({ degrees: 21 });
    if (revision >= '2025-06-18') expect(structuredContent).toEqual({ degrees: 21 });
  });

  test('progress and log are heard of a call, which can be cancelled', async () => {
    await client.setLogLevel('info');
    const controller = new AbortController();
    const reports: number[] = [];
    const onProgress = ({ progress }: { readonly progress: number }): number => reports.push(progress);
    const call = client.callTool('wait', {}, { signal: controller.signal, onProgress });
    expect(await log.take()).toMatchObject({ level: 'warning', data: 'Clouds' });
    controller.abort(new Error('Enough'));
    await expect(call).rejects.toThrow('Enough');
    expect(reports).toEqual([1]);
  });

  test('model, user and roots are asked for where the revision can', async () => {
    expect((await client.callTool('ask-model')).text).toBe('The model says: Roses');
    expect((await client.callTool('ask-roots')).text).toMatch(/,Everything$/);
    const { isError, text } = await client.callTool('ask-user');
    const canAsk = revision >= '2025-06-18';
    expect(isError).toBe(!canAsk);
    expect(text).toContain(canAsk ? 'accept Ada at weather' : 'does not have elicitation/create');
  });

  test('resources and templates are listed, read and completed', async () => {
    expect(await client.resources().all()).toMatchObject([{ uri: 'weather://oslo' }]);
    const [template] = await client.resourceTemplates().all();
    const uri = template?.uriTemplate ?? '';
    expect((await client.complete({ type: 'ref/resource', uri }, 'city', 'o')).values).toEqual(['oslo', 'odessa']);
    expect((await client.readResource('weather://rome/now')).contents).toMatchObject([{ text: 'Now in rome' }]);
    await expect(client.readResource('weather://nowhere')).rejects.toMatchObject({ name: 'JsonRpcError' });
  });

  test('prompts are listed and filled in', async () => {
    expect(await client.prompts().all()).toMatchObject([{ name: 'pack', arguments: [{ name: 'city' }] }]);
    const { messages } = await client.getPrompt('pack', { city: 'Oslo' });
    expect(messages).toMatchObject([{ role: 'user', content: { text: 'What to pack for Oslo?' } }]);
  });

  test('changes are told', async () => {
    const updates = client.subscribe('weather://oslo');
    await updates.ready;
    await client.callTool('rename');
    expect(await updates.next()).toEqual({ done: false, value: { uri: 'weather://oslo' } });
    expect(await changed.take()).toBe('tools');
    await updates.return();
  });
});
