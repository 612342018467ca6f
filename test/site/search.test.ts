/** The search of the site finds names by their parts, and Chinese without spaces. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SEARCH_OPTIONS } from '../../site/assets/searchOptions.js';
import { writeLlms } from '../../site/build/llms.mjs';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Whether a text has all words of a query, each as the beginning of a word. */
function finds(query: string, text: string): boolean {
  const words = SEARCH_OPTIONS.tokenize(text.toLowerCase());
  const wanted = SEARCH_OPTIONS.tokenize(query.toLowerCase());
  return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)));
}

test('names are found by their parts', () => {
  expect(SEARCH_OPTIONS.tokenize('callTool')).toEqual(expect.arrayContaining(['callTool', 'call', 'Tool']));
  expect(SEARCH_OPTIONS.tokenize('tools/call')).toEqual(expect.arrayContaining(['tools', 'call']));
});

test('Chinese is found by any of its words, beside other letters, too', () => {
  const text = '每个服务器都支持速率限制，MCP服务器也是。';
  for (const query of ['服务器', '速率限制', '限制', '服', '制', 'mcp服务器', 'MCP', '支持 限制'])
    expect(finds(query, text), query).toBe(true);
  for (const query of ['客户端', '限速', '器服']) expect(finds(query, text), query).toBe(false);
});

test('programs that read get each page once, and translations as links', async () => {
  const folder = await temporaryFolder();
  await writeLlms(folder, [
    { path: 'docs/tutorial.html', description: 'A tutorial', text: 'The tutorial' },
    { path: 'docs/zh/tutorial.html', description: '一个教程', text: '这个教程' },
  ]);
  const [list, full] = await Promise.all(
    ['llms.txt', 'llms-full.txt'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(list).toContain('docs/zh/tutorial.html): 一个教程');
  expect(full).toContain('The tutorial');
  expect(full).not.toContain('这个教程');
});
