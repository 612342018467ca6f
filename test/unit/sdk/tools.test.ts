import { Server, ToolError } from '@mcp-gen/sdk';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openClient, SESSION_REVISIONS } from './support.js';

const info = { name: 'test', version: '1.0.0' };

const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });

/** A server with a tool for each way to answer. */
function toolServer(): Server {
  const server = new Server(info, { onError: () => {} });
  server.tool(
    'forecast',
    { description: 'The weather', input: z.object({ city: z.string() }) },
    ({ city }) => `Sunny in ${city}`,
  );
  server.tool('refuse', {}, () => {
    throw new ToolError('Not today');
  });
  server.tool('break', {}, () => {
    throw new Error('password: 1234');
  });
  return server;
}

describe.each(SESSION_REVISIONS)('in revision %s', (revision) => {
  test('a tool is listed and called', async () => {
    const client = await openClient(toolServer(), { revision });
    const { tools } = (await client.request('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['forecast', 'refuse', 'break']);
    expect(tools[0]).toMatchObject({
      description: 'The weather',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    });
    expect(await client.request('tools/call', { name: 'forecast', arguments: { city: 'Oslo' } })).toEqual(
      text('Sunny in Oslo'),
    );
  });

  test('what a tool says of a failure reaches the model, and nothing else does', async () => {
    const client = await openClient(toolServer(), { revision });
    expect(await client.request('tools/call', { name: 'refuse' })).toEqual({ ...text('Not today'), isError: true });
    await expect(client.request('tools/call', { name: 'break' })).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
  });

  test('an unknown tool is an error of the protocol', async () => {
    const client = await openClient(toolServer(), { revision });
    await expect(client.request('tools/call', { name: 'none' })).rejects.toMatchObject({ code: -32602 });
  });

  test("arguments that do not fit are refused, by the model's result where the revision says so", async () => {
    const client = await openClient(toolServer(), { revision });
    const called = client.request('tools/call', { name: 'forecast', arguments: { city: 1 } });
    if (revision < '2025-11-25') await expect(called).rejects.toMatchObject({ code: -32602 });
    else expect(await called).toMatchObject({ isError: true });
  });
});
