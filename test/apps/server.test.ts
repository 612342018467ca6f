/** The apps of a server, as clients see them. */

import fs, { type FSWatcher } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Server } from '@mcp-gen/sdk';
import { apps, isVisibleTo, isViewType, resourceMetaOf, viewOf } from '@mcp-gen/apps';
import { tasks } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REVISION_IDS } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { serveUntilEnd, testClientUntilEnd } from '../support/untilEnd.js';
import { withEnd } from '../unit/tasks/support.js';

const INFO = { name: 'weather', version: '1.0.0' };
const textOf = (content: object | undefined): unknown => content && 'text' in content && content.text;

const HTML = '<!doctype html><title>Chart</title>';

test.each(REVISION_IDS)('a view is a resource that its tool names, in %s', async (revision) => {
  const csp = { connectDomains: ['https://api.example.com'] };
  const chart = { html: HTML, csp, permissions: ['camera'], prefersBorder: true, title: 'A chart' } as const;
  const server = new Server(INFO, { extensions: [apps({ chart })] });
  server.tool('show', { app: 'chart' }, () => ({ n: 1 }));
  server.tool('refresh', { app: { visibility: ['app'] } }, () => 'done');
  server.tool('plain', {}, () => 'plain');
  const client = await testClientUntilEnd(server, { revision, extensions: [apps()] });
  const tools = await client.tools().all();
  expect(tools.map((tool) => [tool.name, viewOf(tool), isVisibleTo('app', tool), isVisibleTo('model', tool)])).toEqual([
    ['show', 'ui://chart', true, true],
    ['refresh', undefined, true, false],
    ['plain', undefined, true, true],
  ]);
  const { contents } = await client.readResource('ui://chart');
  expect(contents).toHaveLength(1);
  const [content] = contents;
  expect(content).toMatchObject({ uri: 'ui://chart', text: HTML });
  expect(isViewType(content?.mimeType)).toBe(true);
  expect(resourceMetaOf(content ?? {})).toEqual({ csp, permissions: { camera: {} }, prefersBorder: true });
});

test('a file has its scripts and styles with it, and one that is live is read again, and its changes are told', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  const page = join(folder, 'index.html');
  const links =
    '<link rel="stylesheet" crossorigin href="/assets/a.css"><link rel="icon" href="data:,"><link rel="icon" href="/icon.svg">';
  await writeFile(
    page,
    `${links}<script type="module" crossorigin src="/assets/a.js"></script><script src="https://cdn.example/b.js"></script>`,
  );
  await writeFile(join(folder, 'assets/a.css'), 'body { margin: 0 }');
  await writeFile(join(folder, 'assets/a.js'), 'const end = "</script>$&";');
  const server = withEnd(
    new Server(INFO, { extensions: [apps({ once: { file: page }, live: { file: page, live: true } })] }),
  );
  const client = await testClientUntilEnd(server, { revision: '2025-11-25' });
  const read = async (name: string): Promise<unknown> =>
    textOf((await client.readResource(`ui://${name}`)).contents[0]);
  const expected =
    '<style>body { margin: 0 }</style><link rel="icon" href="data:,"><script type="module" crossorigin>const end = "<\\/script>$&";</script><script src="https://cdn.example/b.js"></script>';
  expect([await read('once'), await read('live')]).toEqual([expected, expected]);
  const updates = client.subscribe('ui://live');
  await updates.ready;
  await writeFile(page, 'new');
  expect(await updates.next()).toMatchObject({ done: false, value: { uri: 'ui://live' } });
  await updates.return();
  expect([await read('once'), await read('live')]).toEqual([expected, 'new']);
});

test('a live file is watched until the server is no longer served', async () => {
  const file = join(await temporaryFolder({ 'index.html': HTML }), 'index.html');
  const watch = vi.spyOn(fs, 'watch');
  onTestFinished(() => {
    watch.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const served = await serveUntilEnd(new Server(INFO, { extensions: [apps({ live: { file, live: true } })] }));
  const [close] = watch.mock.results.map(({ value }) => vi.spyOn(value as FSWatcher, 'close'));
  expect(close).not.toHaveBeenCalled();
  await served.close();
  expect(close).toHaveBeenCalledTimes(1);
});

test('scripts keep what they mean when they become part of a page', async () => {
  const folder = await temporaryFolder();
  const page = join(folder, 'index.html');
  await writeFile(
    page,
    '<script defer src="a.js"></script><script async="" src="b.js" id="b"></script><script src="c.js"></script><p>text</p>',
  );
  await writeFile(join(folder, 'a.js'), 'a("</SCRIPT>")');
  await writeFile(join(folder, 'b.js'), 'b("<!--<script")');
  await writeFile(join(folder, 'c.js'), 'c("<!--", "./absent.js", "/also/absent.js")');
  const server = new Server(INFO, { extensions: [apps({ page: { file: page } })] });
  const client = await testClientUntilEnd(server, {});
  expect(textOf((await client.readResource('ui://page')).contents[0])).toBe(
    String.raw`<script>c("<!--", "./absent.js", "/also/absent.js")</script><p>text</p><script>a("<\/SCRIPT>")</script><script id="b">b("\x3C!--<script")</script>`,
  );
});

test.each([
  ['a chunk', '<script type="module" src="/a.js"></script>', 'import{x}from"./assets/b.js"', './assets/b.js'],
  [
    'a chunk on demand',
    '<script type="module" src="/a.js"></script>',
    'f(()=>import("./assets/b.js"))',
    './assets/b.js',
  ],
  ['a preload', '<link rel="modulepreload" crossorigin href="/assets/b.js">', '', '/assets/b.js'],
  ['an image', '<img alt="" src="./assets/b.js">', '', './assets/b.js'],
  ['an image of a script', '<script src="a.js"></script>', 'f("/assets/b.js")', '/assets/b.js'],
  [
    'an asset by its URL',
    '<script type="module" src="a.js"></script>',
    'new URL("assets/b.js",import.meta.url)',
    'assets/b.js',
  ],
  [
    'an image of a style',
    '<link rel="stylesheet" href="a.js">',
    'a { background: url(assets/b.js?x) }',
    'assets/b.js?x',
  ],
  ['a style of a style', '<link rel="stylesheet" href="a.js">', '@import "./assets/b.js";', './assets/b.js'],
])('a page that refers to %s is refused', async (_, html, text, path) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'a.js'), text);
  await writeFile(join(folder, 'assets/b.js'), '');
  expect(() => new Server(INFO, { extensions: [apps({ a: { file: join(folder, 'index.html') } })] })).toThrow(
    `refers to ${path}, which does not become part of the view`,
  );
});

test('a page cannot have files from elsewhere', async () => {
  const folder = await temporaryFolder();
  const page = join(folder, 'index.html');
  await writeFile(page, '<script src="../../etc/passwd"></script>');
  expect(() => new Server(INFO, { extensions: [apps({ a: { file: page } })] })).toThrow(
    'which is not beneath its folder',
  );
});

test.each([
  [{}, 'The app a needs one of the options html and file'],
  [{ html: '', file: 'a' }, 'The app a needs one of the options html and file'],
  [{ html: '', live: true }, 'The option live of the app a needs a file'],
  [{ html: '', uri: 'https://a/b' }, 'The URI of the app a has to begin with ui://, not "https://a/b"'],
  [{ html: '', permissions: ['usb'] }, 'permissions'],
  [{ html: '', csp: { connectDomains: 'a' } }, 'connectDomains'],
  [{ html: '', prefersborder: true }, 'prefersBorder'],
])('the options %j of an app are refused', (options, message) => {
  expect(() => new Server(INFO, { extensions: [apps({ a: options as never })] })).toThrow(message);
});

test.each([
  ['shart', 'chart'],
  [{ view: 'shart' }, 'chart'],
  [{ visibility: ['user'] }, 'callers'],
  [{ visibility: [] }, 'visibility'],
])('the app %j of a tool is refused', (app, message) => {
  const server = new Server(INFO, { extensions: [apps({ chart: { html: HTML } })] });
  expect(() => server.tool('show', { app: app as never }, () => 'a')).toThrow(message);
});

test('clients that do not show views have text, too', async () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
  const server = new Server(INFO, {
    extensions: [apps({ chart: { html: HTML, title: 'Chart' }, map: { html: HTML, fallback: 'A map' } })],
  });
  server.tool('chart', { app: 'chart' }, () => image);
  server.tool('map', { app: 'map' }, () => image);
  server.tool('text', { app: 'map' }, () => 'text');
  server.tool('plain', {}, () => image);
  server.tool('empty', { app: 'map' }, () => ({ content: [] }));
  server.tool('failed', { app: 'map' }, () => ({ content: [], isError: true }));
  const texts = async (extensions: ReturnType<typeof apps>[]): Promise<unknown[]> => {
    const client = await testClientUntilEnd(server, { extensions });
    const all = [];
    for (const name of ['chart', 'map', 'text', 'plain', 'empty', 'failed'])
      all.push((await client.callTool(name)).content.map((block) => ('text' in block ? block.text : block.type)));
    return all;
  };
  expect(await texts([])).toEqual([
    ['image', 'The app Chart shows the result.'],
    ['image', 'A map'],
    ['text'],
    ['image'],
    ['A map'],
    [],
  ]);
  // The model reads a result that is shown, too.
  expect(await texts([apps()])).toEqual([['image'], ['image'], ['text'], ['image'], ['A map'], []]);
});

test.each([
  ['apps first', () => [apps({ map: { html: HTML, fallback: 'A map' } }), tasks()]],
  ['tasks first', () => [tasks(), apps({ map: { html: HTML, fallback: 'A map' } })]],
])('a tool with a view can run as a task: %s', async (_, extensions) => {
  const server = withEnd(new Server(INFO, { extensions: extensions() }));
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
  server.tool('map', { app: 'map', task: 'required' }, () => image);
  const client = await testClientUntilEnd(server, { extensions: [clientTasks()] });
  expect(await client.callTool('map')).toMatchObject({ content: [image, { type: 'text', text: 'A map' }] });
  const withoutTasks = await testClientUntilEnd(server, {});
  await expect(withoutTasks.callTool('map')).rejects.toMatchObject({ code: -32_021 });
});
