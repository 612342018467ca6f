/** The site has a page for each document, and a cause and a fix for each error. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ErrorCode, ProtocolErrorCode } from '@mcp-gen/runtime';
import { expect, test } from 'vitest';
import { pageHtml } from '../../site/build/page.mjs';
import { CLASS_FIXES, CODE_FIXES } from '../../site/errors/fixes.mjs';
import { NAVIGATION } from '../../site/navigation.mjs';
import { readProjectFile, ROOT } from '../support/schemas.js';

const pages = NAVIGATION.flatMap((group) => group.pages);
const sources = pages.flatMap(({ source = '' }) => (source === '' ? [] : [source]));

test('the navigation names each page once, and every document has a page', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  const made = (source: string): boolean => source.startsWith('errors/');
  expect(sources.filter((source) => !made(source) && !existsSync(join(ROOT, source)))).toEqual([]);
  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  expect(documents.length).toBeGreaterThan(30);
  // The pages about single proposals are reached from their index.
  const listed = [...readProjectFile('docs/coming/index.md').matchAll(/\]\(([\w-]+\.md)\)/g)];
  const reached = new Set([...sources, ...listed.map(([, name]) => `docs/coming/${name}`)]);
  expect(documents.filter((name) => !reached.has(name))).toEqual([]);
});

test('every error class of docs/errors.md has a cause and a fix, and no other', () => {
  const listed = [...readProjectFile('docs/errors.md').matchAll(/^\| `(\w+Error)` /gm)].map(([, name]) => name);
  expect(listed.length).toBeGreaterThan(30);
  expect(Object.keys(CLASS_FIXES).toSorted()).toEqual(listed.toSorted());
});

test('every code of JSON-RPC and of the protocol has a cause and a fix', () => {
  const codes = [...Object.values(ErrorCode), ...Object.values(ProtocolErrorCode)];
  const explained = CODE_FIXES.map(([code]) => code);
  expect(codes.filter((code) => !explained.includes(code))).toEqual([]);
  expect(new Set(explained).size).toBe(explained.length);
});

test('what causes and fixes link to is in the site', () => {
  const texts = [...Object.values(CLASS_FIXES), ...CODE_FIXES].flat().map(String);
  const targets = texts.flatMap((text) => [...text.matchAll(/\]\(\/([^)#]*)/g)].map(([, path]) => path));
  expect(targets.length).toBeGreaterThan(10);
  expect(targets.filter((path) => !pages.some((page) => page.path === path))).toEqual([]);
});

test('a page names its language, and that of what is in another one', () => {
  const htmlOf = (path: string): string =>
    pageHtml({
      path,
      title: 'x',
      description: 'y',
      body: '',
      headings: [1, 2].map((id) => ({ id: `${id}`, text: 'z' })),
    });
  const chinese = htmlOf('docs/zh/tutorial.html');
  for (const part of ['<html lang="zh-Hans">', '<body lang="en"', '<main id="content" tabindex="-1" lang="zh-Hans">'])
    expect(chinese).toContain(part);
  expect(chinese).toContain('On this page</h2><ul lang="zh-Hans">');
  const english = htmlOf('docs/tutorial.html');
  expect(english).toContain('<html lang="en">');
  // What the navigation has in Chinese.
  for (const html of [english, chinese]) expect(html).toContain('<section lang="zh-Hans"><h2>中文</h2>');
  expect(english.match(/ lang=/g)).toHaveLength(2);
});

test('the home page leads to every page to start with', () => {
  const doors = /<ul class="doors">.*?\n<\/ul>/s.exec(readProjectFile('site/home.md'))?.[0] ?? '';
  const first = NAVIGATION[0]?.pages.filter(({ source }) => source !== 'site/home.md') ?? [];
  expect(first.length).toBeGreaterThan(2);
  for (const { path } of first) expect(doors).toContain(`href="/${path}"`);
});
