/** What becomes of errors that tools do not throw on purpose. */

import { HandlerError, JsonRpcError, Server, ToolError, type ServerOptions } from '@mcp-gen/sdk';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { covers } from '../../support/covers.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { deferred } from '../runtime/support.js';
import { openClient, type ClientSettings } from './support.js';
import { aborted } from '../../support/aborted.js';

const info = { name: 'test', version: '1.0.0' };
const said = (text: string): object => ({ content: [{ type: 'text', text }], isError: true });
const GENERIC = said('Tool "break" failed with an internal error');

async function called(
  handler: () => unknown,
  { options = {}, settings = {} }: { options?: ServerOptions; settings?: ClientSettings } = {},
): Promise<{ result: unknown; reported: readonly unknown[] }> {
  const reported: unknown[] = [];
  const server = new Server(info, { onError: (error) => reported.push(error), ...options });
  server.tool('break', {}, handler as () => string);
  const client = await openClient(server, settings);
  const result = await client.request('tools/call', { name: 'break' });
  return { result, reported };
}

const fail = (): never => {
  throw new Error('password: 1234');
};

describe.each(REVISION_IDS)('an error that a tool throws, in revision %s', (revision) => {
  test('is a result for the model, which tells no details', async () => {
    covers('schema-tool-errors');
    const { result } = await called(fail, { settings: { revision } });
    expect(result).toEqual(GENERIC);
  });
});

describe('an error that a tool throws', () => {
  test('is reported, with the name of the tool and where it was thrown', async () => {
    const { reported } = await called(fail);
    expect(reported).toEqual([expect.any(HandlerError)]);
    expect(reported).toMatchObject([
      {
        tool: 'break',
        message: 'Tool "break" failed: Error: password: 1234',
        cause: { message: 'password: 1234' },
        stack: expect.stringContaining('toolFailures.test.ts') as string,
      },
    ]);
  });

  test.each<[what: string, handler: () => unknown]>([
    ['a value that has no place in a result', () => undefined],
    ['more than a result may have', () => 'x'.repeat(100)],
    ['a rejection', () => Promise.reject(new TypeError('later'))],
  ])('may be %s', async (_what, handler) => {
    const { result, reported } = await called(handler, { options: { output: { size: { maxCharacters: 99 } } } });
    expect(result).toEqual(GENERIC);
    expect(reported).toMatchObject([{ name: 'HandlerError', tool: 'break' }]);
  });

  test('is reported in other words where it has none', async () => {
    const error = Object.defineProperties(new Error(), {
      toString: { value: fail },
      stack: { get: fail },
    });
    const { result, reported } = await called(() => {
      throw error;
    });
    expect(result).toEqual(GENERIC);
    expect(reported).toMatchObject([{ message: 'Tool "break" failed: an error without text', cause: error }]);
  });

  test.each([
    ['at once', z.object({ sum: z.number() }), 'many'],
    ['later', z.object({ sum: z.number().refine(() => Promise.resolve(false)) }), 0],
  ])('of an output schema that answers %s is one, too', async (_, output, sum) => {
    const server = new Server(info, { onError: () => {} });
    server.tool('sum', { output }, () => ({ sum }) as never);
    const client = await openClient(server);
    expect(await client.request('tools/call', { name: 'sum' })).toEqual(
      said('Tool "sum" failed with an internal error'),
    );
  });

  test('stays an error of the protocol where it was thrown as one', async () => {
    const server = new Server(info);
    server.tool('break', {}, () => {
      throw new JsonRpcError(-32000, 'Not now');
    });
    const client = await openClient(server);
    await expect(client.request('tools/call', { name: 'break' })).rejects.toMatchObject({ code: -32000 });
  });

  test.each(['resource', 'prompt'])('stays an error of the protocol where it comes from a %s', async (kind) => {
    const server = new Server(info, { onError: () => {}, errors: 'show' });
    server.resource('a:b', {}, fail);
    server.prompt('a', {}, fail);
    const client = await openClient(server);
    const asked =
      kind === 'resource'
        ? client.request('resources/read', { uri: 'a:b' })
        : client.request('prompts/get', { name: 'a' });
    await expect(asked).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  test('is not reported when the client has cancelled', async () => {
    const reported: unknown[] = [];
    const told = deferred();
    const server = new Server(info, { onError: (error) => reported.push(error) });
    server.tool('break', {}, async (_, { signal }) => {
      await aborted(signal, () => told.resolve());
      return '';
    });
    const client = await openClient(server);
    const controller = new AbortController();
    const call = client.request('tools/call', { name: 'break' }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(call).rejects.toThrow('aborted');
    await told.promise;
    await client.request('ping');
    expect(reported).toEqual([]);
  });
});

describe('with errors: show', () => {
  const options: ServerOptions = { errors: 'show' };

  test('the message of an error reaches the model', async () => {
    const { result, reported } = await called(fail, { options });
    expect(result).toEqual(said('password: 1234'));
    expect(reported).toMatchObject([{ tool: 'break' }]);
  });

  test('it is cleaned as other text, and cut', async () => {
    const colored = (): never => {
      throw new Error('\u001b[31mred\u001b[0m');
    };
    expect((await called(colored, { options })).result).toEqual(said('red'));
    const long = (): never => {
      throw new Error('x'.repeat(100_000));
    };
    expect((await called(long, { options })).result).toEqual(said(`${'x'.repeat(1_999)}…`));
  });

  test.each<[what: string, handler: () => unknown]>([
    ['is empty', () => Promise.reject(new Error(''))],
    ['is not a string', () => Promise.reject(Object.assign(new Error('a'), { message: 1 }))],
    ['cannot be read', () => Promise.reject(Object.defineProperty(new Error(), 'message', { get: fail }))],
    [
      'comes with something that is not an Error',
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- what programs in plain JavaScript do
        throw 'secret';
      },
    ],
  ])('a message that %s is not shown', async (_what, handler) => {
    expect((await called(handler, { options })).result).toEqual(GENERIC);
  });

  test('a ToolError is what it was', async () => {
    const { result, reported } = await called(() => Promise.reject(new ToolError('Not today')), { options });
    expect(result).toEqual(said('Not today'));
    expect(reported).toEqual([]);
  });
});

test('errors has two values', () => {
  expect(() => new Server(info, { errors: 'tell' as 'show' })).toThrow(
    'Invalid option "errors" for the server: expected "hide" or "show", got "tell"',
  );
});
