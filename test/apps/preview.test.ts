/** The page that shows the apps of a server to those who write them. */

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { apps } from '@mcp-gen/apps';
import { servePreview } from '@mcp-gen/apps/preview';
import type { Transport } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ChromiumPage, withoutChromium } from '../support/chromium.js';
import { testUnless } from '../support/omissions.js';
import { bundled, htmlOf } from './hosted.js';

function serverWith(html: string): Server {
  const server = new Server({ name: 'weather', version: '1.0.0' }, { extensions: [apps({ chart: { html } })] });
  server.tool('chart', { app: 'chart', input: { type: 'object' } }, () => ({
    content: [],
    structuredContent: { city: 'Vienna' },
    _meta: { 'example.com/unit': 'K' },
  }));
  server.tool('report', { app: { visibility: ['app'] }, input: { type: 'object' } }, () => 'thanks');
  return server;
}

test('a port in use is an error, and the connection with the server is closed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  let closed = 0;
  const connected = (): Transport => {
    const transport = inProcess(serverWith('<!doctype html>'))();
    const close = async (): Promise<void> => {
      closed++;
      await transport.close();
    };
    return { ...transport, close };
  };
  await expect(servePreview(connected, { port })).rejects.toThrow('EADDRINUSE');
  expect(closed).toBe(1);
});

testUnless(
  withoutChromium,
  'one view is shown at a time, with all of its result, and opens a page only if the user agrees',
  async () => {
    const preview = await servePreview(inProcess(serverWith(htmlOf(await bundled('view')))));
    onTestFinished(() => preview.close());
    const page = await ChromiumPage.open();
    await page.goTo(new URL(preview.url));
    await page.until(`document.querySelector('#tool')?.value === 'chart'`);
    await page.run(`window.asked = []; window.confirm = (text) => (asked.push(text), false); undefined`);
    await page.run(`for (const _ of [1, 2, 3]) document.querySelector('#call').requestSubmit()`);
    await page.until('asked.length > 0');
    expect(await page.run('[new Set(asked).size, asked[0]]')).toEqual([
      1,
      'The app wants to open https://example.com/',
    ]);
    expect(await page.run(`document.querySelectorAll('iframe').length`)).toBe(1);
    const answer = await page.run(`fetch('/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'callTool', name: 'chart', arguments: {} }),
  }).then((response) => response.json())`);
    expect(answer).toMatchObject({
      result: { structuredContent: { city: 'Vienna' }, _meta: { 'example.com/unit': 'K' } },
    });
  },
);
