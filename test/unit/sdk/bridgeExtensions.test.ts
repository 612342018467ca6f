/** Extensions that the bridge does not know. */

import { Server, type Context, type ServerOptions } from '@mcp-gen/sdk';
import type { BridgeOptions } from '@mcp-gen/sdk/bridge';
import type { Client, ClientOptions } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { defineExtension } from '@mcp-gen/sdk/extension';
import { isObject, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import { describe, expect, test } from 'vitest';
import { REVISION_IDS, type RevisionId } from '../../support/schemas.js';
import { throughBridge } from './bridgeSupport.js';
import { chat } from './chatExtension.js';

const PAIRS = REVISION_IDS.flatMap((client) =>
  REVISION_IDS.map((server): [RevisionId, RevisionId] => [client, server]),
);
/** One revision of each era. */
const ERAS: readonly RevisionId[] = ['2025-11-25', '2026-07-28'];
const PAIRS_OF_ERAS = ERAS.flatMap((client) => ERAS.map((server): [RevisionId, RevisionId] => [client, server]));

/** An extension without messages, whose client sends those of others. */
const acme = defineExtension({ id: 'com.acme/other' }, () => ({ client: {} }));

interface SlowRequests {
  'slow/wait': { params: object; result: object };
}

const slowMessages: TableOf<SlowRequests, object> = {
  requests: { 'slow/wait': { name: 'wait', params: isObject, result: isObject } },
  notifications: {},
};

/** An extension with a request that reports progress, and waits until it is cancelled. */
const slow = defineExtension({ id: 'com.acme/slow', messages: { server: slowMessages } }, (steps: string[]) => ({
  server: {
    requests: {
      'slow/wait': async (_params, { progress, signal }) => {
        progress(1);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        steps.push('cancelled');
        return {};
      },
    },
  },
}));

const ANY_RESULT = { result: { type: 'object' } } as const;

interface Both {
  readonly client: Client;
  readonly errors: readonly string[];
}

/** A client and a server with a bridge between them. */
async function both(
  client: RevisionId,
  server: RevisionId,
  {
    of = {},
    ofServer = {},
    ofBridge = {},
    add = () => undefined,
  }: {
    readonly of?: ClientOptions;
    readonly ofServer?: ServerOptions;
    readonly ofBridge?: BridgeOptions;
    readonly add?: (server: Server) => unknown;
  },
): Promise<Both> {
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const behind = new Server({ name: 'behind', version: '3.2.1' }, { revisions: [server], onError, ...ofServer });
  add(behind);
  const connected = await throughBridge(inProcess(behind), client, { onError, ...of }, { onError, ...ofBridge });
  return { client: connected, errors };
}

describe.each(PAIRS)('a client of %s, and a server of %s', (client, server) => {
  test('requests, notifications, and settings, in both directions', async () => {
    const [atServer, atClient, settings]: [string[], string[], unknown[]] = [[], [], []];
    const { client: connected, errors } = await both(client, server, {
      of: { extensions: [chat(atClient)] },
      ofServer: { extensions: [chat(atServer)] },
      add: (behind) =>
        behind.use((request, next) => {
          settings.push(request.context.extension(chat)?.settings);
          return next(request);
        }),
    });
    const found = connected.extension(chat);
    expect(found?.settings).toEqual({ rooms: 3 });
    expect(await found?.request('chat/say', { text: 'hi' })).toMatchObject({ echo: 'hi' });
    expect(await found?.request('chat/rename', { name: 'Ada' })).toMatchObject({ renamed: true });
    await found?.notify('notifications/chat/typing', { who: 'me' });
    await expect.poll(() => atServer).toEqual(['typing me']);
    expect(atClient).toEqual(['joined server']);
    expect(settings[0]).toEqual({ color: true });
    expect(errors).toEqual([]);
  });

  test('a tool asks a question of an extension', async () => {
    const { client: connected, errors } = await both(client, server, {
      of: { extensions: [chat()] },
      ofServer: { extensions: [chat()] },
      add: (behind) =>
        behind.tool('sure', {}, async (_, { extension }: Context) => {
          const answer = await extension(chat)?.ask('sure', 'chat/confirm', { question: 'Sure?' });
          return `sure: ${answer?.ok}`;
        }),
    });
    expect((await connected.callTool('sure')).text).toBe('sure: true');
    expect(errors).toEqual([]);
  });

  test('without extensions of the server, requests are refused', async () => {
    const { client: connected } = await both(client, server, { of: { extensions: [acme()] } });
    expect(connected.extension(acme)).toBeUndefined();
    await expect(connected.request('chat/say', { text: 'hi' }, ANY_RESULT)).rejects.toMatchObject({
      code: -32601,
      message: 'Method not found: chat/say',
    });
  });

  test('a client that has declared no extension is not asked, and gets no notification', async () => {
    const methods: string[] = [];
    const { client: connected } = await both(client, server, {
      of: { middleware: [(message, next) => next((methods.push(message.method), message))] },
      ofServer: { extensions: [chat()] },
    });
    expect(await connected.request('chat/say', { text: 'hi' }, ANY_RESULT)).toMatchObject({ echo: 'hi' });
    expect(await connected.request('chat/rename', { name: 'x' }, ANY_RESULT)).toMatchObject({ renamed: false });
    expect(methods.filter((method) => method.startsWith('chat/') || method.includes('joined'))).toEqual([
      'chat/say',
      'chat/rename',
    ]);
  });
});

describe.each(PAIRS_OF_ERAS)('between a client of %s, and a server of %s', (client, server) => {
  test('errors reach the other side as they are', async () => {
    const { client: connected } = await both(client, server, {
      of: { extensions: [acme()] },
      ofServer: { extensions: [chat()] },
    });
    await expect(connected.request('chat/say', { text: 1 }, ANY_RESULT)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Invalid params for chat/say') as string,
    });
    await expect(connected.request('chat/sing', {}, ANY_RESULT)).rejects.toMatchObject({
      code: -32601,
      message: 'Method not found: chat/sing',
    });
    expect(await connected.request('chat/say', { text: 'still here' }, ANY_RESULT)).toMatchObject({
      echo: 'still here',
    });
  });

  test('cancellation and progress', async () => {
    const steps: string[] = [];
    const { client: connected } = await both(client, server, {
      of: { extensions: [acme()] },
      ofServer: { extensions: [slow(steps)] },
    });
    const controller = new AbortController();
    const waiting = connected.request(
      'slow/wait',
      {},
      {
        ...ANY_RESULT,
        signal: controller.signal,
        onProgress: ({ progress }) => {
          steps.push(`progress ${progress}`);
          controller.abort(new Error('No longer wanted'));
        },
      },
    );
    await expect(waiting).rejects.toThrow('No longer wanted');
    await expect.poll(() => steps).toEqual(['progress 1', 'cancelled']);
  });
});
