import type { CallToolResult } from '@mcp-gen/protocol/author';
import { expect, test } from 'vitest';
import { Output } from '../../../sdk/src/server/output.js';

const MOST = 8 * 1024 * 1024;

test('by default a tool gives out at most 8 Mi characters', async () => {
  const output = new Output({ sanitize: false });
  const result = (characters: number): CallToolResult =>
    ({ content: [{ type: 'text', text: 'x'.repeat(characters) }] }) as CallToolResult;
  expect(await output.tool(result(MOST))).toMatchObject({ content: [{ type: 'text' }] });
  await expect(output.tool(result(MOST + 1))).rejects.toThrow(`The result has ${MOST + 1} characters`);
});

test('a limit that only says how it cuts has the default size', async () => {
  const output = new Output({ sanitize: false, size: { whenLarger: 'cut' } as never });
  const result = { content: [{ type: 'text', text: 'x'.repeat(MOST + 1) }] } as CallToolResult;
  const { content } = await output.tool(result);
  expect(content).toMatchObject([{ text: expect.stringContaining('[cut: ') as unknown }]);
});
