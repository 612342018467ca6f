/** Long lists of a server do not block other work of a client. */

import { expect, test } from 'vitest';
import { converse } from './clientSupport.js';
import { slowClock } from '../../support/clock.js';

const TOOL = { name: 'changing', inputSchema: { type: 'object' } };

const toolsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `tool ${index}`,
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { [`key${index}`]: { type: 'string' } } },
  }));

/** Lists tools, on a machine that is slow: each look at the clock takes 20 milliseconds. Returns their number, and the turns of others. */
async function listSlowly(count: number): Promise<readonly [tools: number, turns: number]> {
  const tools = toolsOf(count);
  const { client } = await converse({ listTools: () => ({ tools }) });
  slowClock(20);
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const { length } = await client.tools().all();
  clearImmediate(next);
  return [length, turns];
}

test('the entries of a long list are examined in turns with other work', async () => {
  const [few, short] = await listSlowly(100);
  const [many, long] = await listSlowly(3_000);
  expect([few, many]).toEqual([100, 3_000]);
  expect(long - short).toBeGreaterThanOrEqual(25);
});

test('all tools of a long list are known afterwards', async () => {
  const tools = toolsOf(1_000);
  const { client } = await converse({
    listTools: () => ({ tools }),
    callTool: () => ({ content: [], structuredContent: { key999: 5 } }),
  });
  await client.tools().all();
  await expect(client.callTool('tool 999')).rejects.toThrow('does not match its output schema');
});

test('a list that changes while its entries are examined is not remembered', async () => {
  let type = 'string';
  const { client, session } = await converse(
    {
      listTools: () => {
        const tools = [...toolsOf(1_000), { ...TOOL, outputSchema: { type: 'object', properties: { key: { type } } } }];
        if (type === 'string') setImmediate(() => void session().notify('notifications/tools/list_changed'));
        type = 'number';
        return { tools };
      },
      callTool: () => ({ content: [], structuredContent: { key: 5 } }),
    },
    {},
    { capabilities: { tools: { listChanged: true } } },
  );
  await client.tools().all();
  expect(await client.callTool(TOOL.name)).toMatchObject({ structuredContent: { key: 5 } });
});
