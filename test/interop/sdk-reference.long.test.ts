/** The client of the sdk talks to the official reference server. */

import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address, TestClient } from '../support/clients/client.js';
import { openSdkClient } from '../support/clients/sdk.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { OFFICIAL_EVERYTHING } from '../support/programs.js';
import { ROOT, SESSION_IDS } from '../support/schemas.js';
import { useServer, type Start } from '../support/servers.js';
import { containing, EXCHANGES, saying, TEXT } from './exchanges.js';

const overHttp =
  (transport: string, over: 'HTTP' | 'HTTP with SSE', path: string): Start =>
  async () => {
    const port = await freePort();
    const listening = (line: string): boolean => line.includes(`on port ${port}`);
    const { stop } = await startHttpProgram([OFFICIAL_EVERYTHING, transport], listening, { PORT: String(port) });
    return { address: { over, url: `http://127.0.0.1:${port}${path}` }, stop };
  };

const STDIO: Address = { over: 'stdio', args: [OFFICIAL_EVERYTHING, 'stdio'] };

const WAYS: { readonly [way: string]: Start } = {
  stdio: () => Promise.resolve({ address: STDIO, stop: () => Promise.resolve() }),
  HTTP: overHttp('streamableHttp', 'HTTP', '/mcp'),
  'HTTP with SSE': overHttp('sse', 'HTTP with SSE', '/sse'),
};

describe.each(Object.entries(WAYS))('over %s', (_way, start) => {
  const reach = useServer(start);

  describe.each(SESSION_IDS)('in revision %s', (revision) => {
    let client: TestClient;
    beforeAll(async () => {
      client = await openSdkClient(reach(), {
        revision,
        answers: {
          'roots/list': () => ({ roots: [{ uri: pathToFileURL(`${ROOT}test`).href }] }),
          'sampling/createMessage': (params) => {
            const { messages } = params as { readonly messages: readonly { content: { readonly text: string } }[] };
            const text = `Because of: ${messages.map(({ content }) => content.text).join()}`;
            return { role: 'assistant', model: 'oracle', content: { type: 'text', text } };
          },
        },
      });
    });
    afterAll(() => client.close());

    test('the server introduces itself', () => {
      expect(client).toMatchObject({
        revision,
        server: { name: 'mcp-servers/everything', capabilities: { resources: { subscribe: true }, logging: {} } },
        instructions: containing('Everything'),
      });
    });

    test.each(EXCHANGES)('$title', async ({ ask, answer }) => {
      expect(await ask(client)).toMatchObject(answer);
    });

    test('a long-running tool reports progress, and is cancelled', async () => {
      const reports: unknown[] = [];
      const run = (given: object, options: object): Promise<object> =>
        client.callTool({ name: 'trigger-long-running-operation', arguments: { ...given } }, options);
      const onProgress = (report: object): number => reports.push(report);
      const result = await run({ duration: 0.3, steps: 3 }, { onProgress });
      expect(result).toMatchObject(saying('Long running operation completed'));
      expect(reports).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));

      const controller = new AbortController();
      const { signal } = controller;
      const abort = (): void => controller.abort(new Error('Enough'));
      await expect(run({ duration: 60, steps: 600 }, { onProgress: abort, signal })).rejects.toThrow('Enough');
      expect(await client.ping()).toEqual({});
    });

    test('a subscriber is notified of updates', async () => {
      await client.setLevel({ level: 'debug' });
      await client.subscribe({ uri: TEXT });
      const toggle = { name: 'toggle-subscriber-updates' };
      await client.callTool(toggle);
      const { notifications } = client;
      const updated = await notifications.take(({ method }) => method === 'notifications/resources/updated');
      expect(updated).toMatchObject({ params: { uri: TEXT } });
      await client.callTool(toggle);
      await client.unsubscribe({ uri: TEXT });
    });

    test('what the server refuses rejects, and nothing else was reported', async () => {
      await expect(client.readResource({ uri: 'demo://nothing' })).rejects.toMatchObject({ code: -32602 });
      expect(client.errors.empty()).toEqual([]);
    });
  });
});
