/** Options that do not exist are refused, with the name that was probably meant. */

import { Server, type ServerOptions } from '@mcp-gen/sdk';
import { createCompleter, connect, type ClientOptions } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { testClient } from '@mcp-gen/sdk/testing';
import { onTestFinished, describe, expect, test } from 'vitest';
import { checkOptions, nearest } from '../../../sdk/src/options.js';
import { openHost, stoppable } from './hostSupport.js';

const info = { name: 'test', version: '1.0.0' };
const wrong = { timout: 5 } as object;

/** A server that counts what is asked of it. */
function counting(): { readonly server: Server; readonly asked: string[] } {
  const asked: string[] = [];
  const server = new Server(info);
  server.tool('a', {}, () => 'a');
  server.resource('a:b', {}, 'b');
  server.prompt('p', { arguments: { x: { complete: ['y'] } } }, () => 'p');
  server.use((request, next) => {
    asked.push(request.method);
    return next(request);
  });
  return { server, asked };
}

describe('an unknown option', () => {
  const names = { timeout: true, onError: true, input: true } as const;

  test.each([
    ['timout', 'Unknown option "timout" for the test. Did you mean "timeout"?'],
    ['onerror', 'Unknown option "onerror" for the test. Did you mean "onError"?'],
    ['inputSchema', 'Unknown option "inputSchema" for the test. Did you mean "input"?'],
    ['color', 'Unknown option "color" for the test. Valid options: timeout, onError, input'],
    ['x'.repeat(100_000), `Unknown option "${'x'.repeat(40)}" for the test. Valid options: timeout, onError, input`],
    ['a\nb', 'Unknown option "a\\nb" for the test. Valid options: timeout, onError, input'],
  ])('%.20s is refused with a suggestion', (name, message) => {
    expect(() => checkOptions('the test', { [name]: 1 }, names)).toThrow(new TypeError(message));
  });

  test('is near to nothing that is no more like it than others', () => {
    expect(nearest('ab', ['cd'])).toBeUndefined();
    expect(nearest('timeout', [])).toBeUndefined();
    expect(nearest('ping', ['pong', 'pin', 'ping'])).toBe('ping');
  });
});

describe('of a client', () => {
  test.each<[options: object, message: string]>([
    [{ timout: 5 }, 'Unknown option "timout" for connect. Did you mean "timeout"?'],
    [{ reconnect: { atempts: 1 } }, 'Unknown option "atempts" for the option reconnect of connect'],
    [{ ping: { intervall: 1 } }, 'Unknown option "intervall" for the option ping of connect'],
    [{ roots: { list: [], watched: true } }, 'Unknown option "watched" for the option roots of connect'],
    [{ sampling: { modell: () => '' } }, 'Unknown option "modell" for the option sampling of connect'],
    [{ elicitation: { from: () => '' } }, 'Unknown option "from" for the option elicitation of connect'],
    [{ logRate: { bursts: 1 } }, 'Unknown option "bursts" for the option logRate of connect'],
  ])('%j is refused before anything is started', async (options, message) => {
    const started = (): never => {
      throw new Error('started');
    };
    await expect(connect(started, options as ClientOptions)).rejects.toThrow(message);
  });

  test('is refused in a test, too', async () => {
    await expect(testClient(counting().server, { timout: 1 } as object)).rejects.toThrow(
      'Unknown option "timout" for connect',
    );
  });

  test('is refused with a request, and nothing is sent', async () => {
    const { server, asked } = counting();
    const client = await testClient(server);
    onTestFinished(() => client.close());
    await expect(client.callTool('a', {}, wrong)).rejects.toThrow(
      'Unknown option "timout" for tools/call. Did you mean "timeout"?',
    );
    await expect(client.readResource('a:b', wrong)).rejects.toThrow('Unknown option "timout"');
    await expect(client.getPrompt('p', {}, wrong)).rejects.toThrow('Unknown option "timout"');
    await expect(client.complete({ type: 'ref/prompt', name: 'p' }, 'x', '', {}, wrong)).rejects.toThrow('"timout"');
    await expect(client.setLogLevel('info', wrong)).rejects.toThrow('Unknown option "timout"');
    await expect(client.ping(wrong)).rejects.toThrow('Unknown option "timout"');
    await expect(client.request('tools/list', {}, wrong)).rejects.toThrow('Unknown option "timout"');
    await expect(client.visitRequired(new Error(''), wrong)).rejects.toThrow('Unknown option "timout"');
    expect(() => client.tools({ limits: 1 } as object)).toThrow('Unknown option "limits" for tools/list');
    const options = { delays: 1 } as object;
    expect(() => createCompleter(client, { type: 'ref/prompt', name: 'p' }, 'x', options)).toThrow(
      'Did you mean "delay"?',
    );
    expect(asked).toEqual([]);
  });
});

describe('of a host', () => {
  test.each<[options: object, message: string]>([
    [{ onEvents: () => {} }, 'Unknown option "onEvents" for the host. Did you mean "onEvent"?'],
    [{ restart: { tries: 1 } }, 'Unknown option "tries" for the option restart of the host'],
    [{ elicit: { from: () => '' } }, 'Unknown option "from" for the option elicit of the host'],
    [{ review: { befor: () => '' } }, 'Unknown option "befor" for the option review of the host'],
  ])('%j is refused', (options, message) => {
    expect(() => new Host({ servers: {}, ...options })).toThrow(message);
  });

  test('is refused with a call, before anybody is asked for consent', async () => {
    const { server, asked } = counting();
    const questions: unknown[] = [];
    const { host } = await openHost({
      servers: { one: stoppable(server).connect },
      consent: (question) => {
        questions.push(question);
        return 'allow';
      },
    });
    await expect(host.callTool('one__a', {}, wrong)).rejects.toThrow('Did you mean "timeout"?');
    await expect(host.readResource({ server: 'one', uri: 'a:b' }, wrong)).rejects.toThrow('"timout"');
    await expect(host.getPrompt('one__p', {}, wrong)).rejects.toThrow('Unknown option "timout"');
    expect(questions).toEqual([]);
    expect(asked.filter((method) => !method.endsWith('/list'))).toEqual([]);
  });
});

describe('of a server', () => {
  test.each<[options: object, message: string]>([
    [{ instruction: '' }, 'Unknown option "instruction" for the server. Did you mean "instructions"?'],
    [{ limits: { toolCall: false } }, 'Unknown option "toolCall" for the option limits of the server'],
    [{ output: { sanitise: false } }, 'Did you mean "sanitize"?'],
  ])('%j is refused', (options, message) => {
    expect(() => new Server(info, options as ServerOptions)).toThrow(message);
  });
});
