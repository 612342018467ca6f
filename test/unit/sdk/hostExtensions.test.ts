/** Extensions of a host: in the client of each server, behind its consent. */

import { Server } from '@mcp-gen/sdk';
import { defineExtension } from '@mcp-gen/sdk/extension';
import { Host, ServerNotRunningError, type ConsentQuestion, type HostOptions } from '@mcp-gen/sdk/host';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { chat, messages } from './chatExtension.js';
import { openHost, type OpenHost } from './hostSupport.js';

const ERAS = ['2025-11-25', '2026-07-28'] as const;
type Revision = (typeof ERAS)[number];

function chatty(revision: Revision): Server {
  const server = new Server(
    { name: 'calls itself so', version: '1.0.0' },
    { revisions: [revision], extensions: [chat()] },
  );
  server.tool('ask', {}, async (_input, { extension }) => {
    const client = extension(chat);
    await client?.notify('notifications/chat/joined', { who: 'tool' });
    return String((await client?.ask('sure', 'chat/confirm', { question: 'Sure?' }))?.ok);
  });
  return server;
}

/** A host of a server with the extension, and of one without it. */
function opened(revision: Revision, options: Partial<HostOptions> = {}): Promise<OpenHost> {
  const plain = new Server({ name: 'plain', version: '1.0.0' }, { revisions: [revision] });
  const servers = { chatty: inProcess(chatty(revision)), plain: inProcess(plain) };
  return openHost({ extensions: [chat()], ...options, servers });
}

describe.each(ERAS)('revision %s', (revision) => {
  test('each server that has declared an extension has its value', async () => {
    const seen: string[] = [];
    const { host, errors } = await opened(revision, { extensions: [chat(seen)] });
    expect(host.extensions).toEqual(['com.acme/chat']);
    const found = host.extension(chat, 'chatty');
    expect(found?.settings).toEqual({ rooms: 3 });
    expect(await found?.request('chat/say', { text: 'hi' })).toMatchObject({ echo: 'hi' });
    expectTypeOf(await found?.request('chat/say', { text: 'hi' })).toEqualTypeOf<{ echo: string } | undefined>();
    expect(seen).toEqual(['joined server', 'joined server']);
    expect(host.extension(chat, 'plain')).toBeUndefined();
    expect(() => host.extension(chat, 'other')).toThrow(TypeError);
    expect(errors.empty()).toEqual([]);
  });

  test('consent is requested for each request of a server that an extension answers', async () => {
    const questions: ConsentQuestion[] = [];
    let answer: 'allow' | 'deny' = 'allow';
    const { host } = await opened(revision, {
      consent: (question) => {
        questions.push(question);
        return answer;
      },
    });
    const found = host.extension(chat, 'chatty');
    expect(await found?.request('chat/rename', { name: 'Ada' })).toMatchObject({ renamed: true });
    expect(questions).toMatchObject([
      {
        kind: 'request',
        server: 'chatty',
        method: 'chat/confirm',
        extension: 'com.acme/chat',
        params: { question: 'Rename to Ada?' },
        abbreviated: [],
      },
    ]);
    answer = 'deny';
    await expect(found?.request('chat/rename', { name: 'Bob' })).rejects.toThrow(
      'The host does not allow chat/confirm',
    );
    expect(questions).toHaveLength(2);
    expect(await found?.request('chat/say', { text: 'still here' })).toMatchObject({ echo: 'still here' });
  });

  test('without consent, requests of servers are refused', async () => {
    const { host, errors } = await opened(revision, { consent: undefined });
    const found = host.extension(chat, 'chatty');
    await expect(found?.request('chat/rename', { name: 'Ada' })).rejects.toThrow(
      'The host does not allow chat/confirm',
    );
    expect(String((await errors.take()).error)).toContain('the host was created without consent');
  });

  test('what no extension of the host answers is refused, and its notifications are events', async () => {
    const { host, events } = await opened(revision, {
      extensions: [],
      capabilities: { extensions: { [chat.id]: {} } },
    });
    expect(() => host.extension(chat, 'chatty')).toThrow('The extension com.acme/chat is not registered');
    const outcome = await host.callTool('chatty__ask').then(
      ({ text }) => text,
      (error: unknown) => String(error),
    );
    // Without sessions, a result with a question that the client does not know is invalid.
    expect(outcome).toContain(revision === '2025-11-25' ? 'chat/confirm' : 'The result of tools/call is invalid');
    expect(await events.take(({ type }) => type === 'notification')).toMatchObject({
      server: 'chatty',
      method: 'notifications/chat/joined',
      params: { who: 'tool' },
    });
  });

  test('a server that is started again has a value of its own', async () => {
    const { host } = await opened(revision);
    const before = host.extension(chat, 'chatty');
    await host.restart('chatty');
    const after = host.extension(chat, 'chatty');
    expect(after).not.toBe(before);
    expect(await after?.request('chat/say', { text: 'again' })).toMatchObject({ echo: 'again' });
    await host.stop('chatty');
    expect(() => host.extension(chat, 'chatty')).toThrow(ServerNotRunningError);
  });
});

test('consent is requested for requests of the protocol that an extension answers', async () => {
  const questions: ConsentQuestion[] = [];
  const answered: string[] = [];
  const model = defineExtension({ id: 'com.acme/model' }, () => ({
    client: {
      protocol: () => ({
        requests: {
          'sampling/createMessage': () => {
            answered.push('sampled');
            return { role: 'assistant', content: { type: 'text', text: 'yes' }, model: 'small' };
          },
        },
      }),
    },
  }));
  const server = new Server({ name: 'asking', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  server.tool('ask', {}, async (_input, { sample }) => (await sample('one', 'Sure?')).text);
  let answer: 'allow' | 'deny' = 'allow';
  const { host } = await openHost({
    extensions: [model()],
    servers: { asking: inProcess(server) },
    consent: (question) => {
      questions.push(question);
      return question.kind === 'tool' ? 'allow' : answer;
    },
  });
  expect((await host.callTool('asking__ask')).text).toBe('yes');
  expect(questions).toMatchObject([
    { kind: 'tool' },
    { kind: 'request', server: 'asking', method: 'sampling/createMessage', extension: 'com.acme/model' },
  ]);
  answer = 'deny';
  expect((await host.callTool('asking__ask')).isError).toBe(true);
  expect(answered).toEqual(['sampled']);
});

test('the functions of an extension know the name of the server in the configuration', async () => {
  const names: (string | undefined)[] = [];
  const named = defineExtension({ id: chat.id, messages }, () => ({
    client: {
      requests: {
        'chat/confirm': (_params, { server, serverName }) => {
          names.push(server.name, serverName);
          return { ok: true };
        },
      },
    },
  }));
  const { host } = await opened('2026-07-28', { extensions: [named()] });
  await host.extension(named, 'chatty')?.request('chat/rename', { name: 'Ada' });
  expect(names).toEqual(['calls itself so', 'chatty']);
});

test('invalid extensions are refused before a server starts', () => {
  const servers = { chatty: inProcess(chatty('2026-07-28')) };
  const create = (...extensions: readonly unknown[]): (() => Host) => {
    return () => new Host({ servers, extensions: extensions as NonNullable<HostOptions['extensions']> });
  };
  expect(create(chat(), chat())).toThrow('The extension com.acme/chat is registered twice for the host');
  expect(create(chat)).toThrow('Invalid extension com.acme/chat of the host: call its definition');
  expect(create({})).toThrow('Invalid option "extensions" for the host: expected extensions of defineExtension');
  expect(create(defineExtension({ id: 'com.acme/server' }, () => ({ server: {} }))())).toThrow(
    'The extension com.acme/server has no code for a client, and is registered for the host',
  );
});
