import { expect, test } from 'vitest';
import type { ToolOutput } from '../../../sdk/src/content/index.js';
import { limitSize, sanitize } from '../../../sdk/src/guard/index.js';
import { Output } from '../../../sdk/src/server/output.js';

const MOST = 8 * 1024 * 1024;

test('by default a tool gives out at most 8 Mi characters', async () => {
  const output = new Output({ sanitize: false });
  const result = (characters: number): ToolOutput => ({ content: [{ type: 'text', text: 'x'.repeat(characters) }] });
  expect(await output.tool(result(MOST))).toMatchObject({ content: [{ type: 'text' }] });
  expect(() => output.tool(result(MOST + 1))).toThrow(`The result has ${MOST + 1} characters`);
});

test('a limit that only says how it cuts has the default size', async () => {
  const output = new Output({ sanitize: false, size: { whenLarger: 'cut' } as never });
  const result: ToolOutput = { content: [{ type: 'text', text: 'x'.repeat(MOST + 1) }] };
  const { content } = await output.tool(result);
  expect(content).toMatchObject([{ text: expect.stringContaining('[cut: ') as unknown }]);
});

/** Results near the size at which one pass over a value no longer tells that it is small enough, and some that need cleaning. */
test.each([
  ['a text of half the limit', [{ type: 'text', text: 'x'.repeat(MOST / 2) }], undefined],
  ['quotes that JSON escapes', [{ type: 'text', text: '"'.repeat(MOST) }], undefined],
  ['a text with an escape sequence', [{ type: 'text', text: 'a\u001b[31mb' }], [{ type: 'text', text: 'ab' }]],
  ['a short text with a tag character', [{ type: 'text', text: 'a\u{e0041}' }], [{ type: 'text', text: 'a' }]],
  [
    'a property whose name is cleaned',
    [{ type: 'text', text: 'a', _meta: { 'b\u0000': 1 } }],
    [{ type: 'text', text: 'a', _meta: { b: 1 } }],
  ],
])('the result for %s is the same as by cleaning and limiting one after the other', async (_name, content, cleaned) => {
  const result = { content } as ToolOutput;
  const output = await new Output().tool(result);
  expect(output).toStrictEqual(limitSize(sanitize(result), { maxCharacters: MOST }));
  expect(output).toStrictEqual({ content: cleaned ?? content });
});

test.each([
  ['of content', { content: [{ type: 'text', text: 'x'.repeat(101) }] }],
  ['of structured content', { content: [], structuredContent: { text: 'x'.repeat(90) } }],
  ['of metadata', { content: [], _meta: { text: 'x'.repeat(90) } }],
])('101 characters %s are more than 100', (_name, result) => {
  const output = new Output({ size: { maxCharacters: 100 } });
  expect(() => output.tool(result as ToolOutput)).toThrow('at most 100 are allowed');
});
