/** What a client answers the requests of a server: the id of the request, and a result or an error that says what is wrong. */

import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { converse, converseRaw } from './clientSupport.js';

const IDS = [0, -1, 7, Number.MAX_SAFE_INTEGER, '', '7', 'ä\n', '__proto__'];

const SAMPLING = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 10 };

describe('a client answers a request of the server', () => {
  test.each(IDS)('with its id: %j', async (id) => {
    covers('base-response-id', 'base-error-id');
    const { wire } = await converseRaw({}, { roots: [] });
    expect(await wire.ask(id, 'ping')).toEqual({ jsonrpc: '2.0', id, result: {} });
    expect(await wire.ask(id, 'roots/list')).toEqual({
      jsonrpc: '2.0',
      id,
      result: { roots: [] },
    });
    expect(await wire.ask(id, 'no/such')).toMatchObject({
      id,
      error: { code: -32601 },
    });
  });

  test.each([
    ['an Error', new Error('secret')],
    ['an Error without a message', new Error()],
    ['an object that is not an Error', { code: 'none', message: 7 }],
    ['undefined', undefined],
    ['an object without a prototype', Object.create(null)],
  ])('with a code and a message, whatever its model throws: %s', async (_, thrown) => {
    covers('base-error-shape', 'base-error-code-integer');
    const model = (): never => {
      throw thrown;
    };
    const { wire } = await converseRaw({}, { sampling: { model } });
    const { error } = (await wire.ask(1, 'sampling/createMessage', SAMPLING)) as {
      readonly error: { readonly code: unknown; readonly message: unknown };
    };
    expect(error.code).toSatisfy(Number.isInteger);
    expect(error.message).toBe('Internal error');
  });
});

test.each(['2025-03-26', '2025-06-18', '2025-11-25'] as const)(
  'in revision %s, an error that a server answers with has a code and a message',
  async (revision) => {
    covers('base-error-shape');
    const callTool = (): never => {
      throw new Error('secret');
    };
    const { client } = await converse({ callTool }, {}, { revision });
    await expect(client.callTool('fail')).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
    await expect(client.request('prompts/get', { name: 'none' })).rejects.toMatchObject({
      code: expect.any(Number) as number,
      message: expect.stringMatching(/./) as string,
    });
  },
);
