/** How often a handler asks for the roots of the client. */

import { JsonRpcError, Server, type Context } from '@mcp-gen/sdk';
import { expect, test } from 'vitest';
import { openClient } from './support.js';

/** Calls a tool that does what the test wants. Resolves with its text, and how often the client was asked for its roots. */
async function withRoots(
  act: (context: Context) => Promise<unknown>,
  { listChanged = false, listRoots = (): object => ({ roots: [{ uri: 'file:///tmp' }] }) } = {},
): Promise<{ readonly said: unknown; readonly asked: number }> {
  let asked = 0;
  const server = new Server({ name: 'test', version: '1.0.0' }, { onError: () => {} });
  server.tool('do', {}, async (_, context) => JSON.stringify(await act(context)));
  const client = await openClient(server, {
    capabilities: { roots: { listChanged }, elicitation: {} },
    handlers: {
      listRoots: () => {
        asked++;
        return listRoots();
      },
      elicit: () => ({ action: 'decline' }),
    },
  });
  const { content } = (await client.request('tools/call', { name: 'do' })) as { content: [{ text: string }] };
  return { said: content[0].text, asked };
}

test.each([true, false])('several at a time ask once, whether or not the client tells of changes: %s', async (told) => {
  const both = async ({ roots }: Context): Promise<unknown> => {
    const lists = await Promise.all([roots.list(), roots.list()]);
    return lists.map(({ length }) => length);
  };
  expect(await withRoots(both, { listChanged: told })).toEqual({ said: '[1,1]', asked: 1 });
});

test('roots can be asked for again after a failure', async () => {
  let isFirst = true;
  const listRoots = (): object => {
    if (!isFirst) return { roots: [] };
    isFirst = false;
    throw new JsonRpcError(-32603, 'Not yet');
  };
  const retrying = async ({ roots }: Context): Promise<unknown> => {
    await roots.list().catch(() => undefined);
    return roots.list();
  };
  expect(await withRoots(retrying, { listRoots })).toEqual({ said: '[]', asked: 2 });
});

test('a question of the handler may have the key roots', async () => {
  const schema = { type: 'object', properties: {} } as const;
  const asking = async ({ elicit, roots }: Context): Promise<unknown> => {
    const { action } = await elicit('roots', { message: 'Which?', schema });
    return [action, (await roots.list()).length];
  };
  expect(await withRoots(asking)).toEqual({ said: '["decline",1]', asked: 1 });
});
