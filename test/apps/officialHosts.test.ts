/** Our view in hosts of others, in a real browser: a page on the official package, and the official inspector. */

import { join } from 'node:path';
import { serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished } from 'vitest';
import { ChromiumPage, withoutChromium } from '../support/chromium.js';
import { EXT_APPS_MISSING } from '../support/extApps.js';
import { freePort, startProgram } from '../support/httpProgram.js';
import { INSPECTOR, INSPECTOR_MISSING, INSPECTOR_NODE } from '../support/inspector.js';
import { testUnless } from '../support/omissions.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { bundled, htmlOf, openHost, reportingServer, SEEN } from './hosted.js';

testUnless(
  EXT_APPS_MISSING ?? withoutChromium,
  'our view and our sandbox in a page on the official package',
  async () => {
    const program = await bundled('../ext-apps/pages/host.mjs');
    const { page, frames, reports } = await openHost(async () => ({ chart: htmlOf(await bundled('view')) }), {
      program,
    });
    await page.run(`show('chart')`);
    expect(await reports.take()).toEqual({ seen: { ...SEEN, host: 'official' } });
    await page.until(`parseInt(document.querySelector('iframe').style.height) > 300`);
    expect(await frames.read('/view', 'document.body.innerText')).toContain('Vienna');
    await page.run(`close()`);
    expect([await page.run('state'), frames.errors]).toEqual([
      { errors: [], opened: ['https://example.com/'], closed: ['torn down'], sizes: [] },
      [],
    ]);
  },
);

/** A secret of the inspector, which links to it repeat. */
const TOKEN = 'token';

testUnless(INSPECTOR_MISSING ?? withoutChromium, 'our view in the inspector', async () => {
  const { server, reports } = reportingServer({ chart: htmlOf(await bundled('view')) });
  const service = await serveHttp(server, { port: 0, shutdownTimeout: 100 });
  onTestFinished(() => service.close());
  const folder = await temporaryFolder();
  const port = await freePort();
  const inspector = await startProgram(INSPECTOR_NODE, [INSPECTOR, '--web'], {
    isReady: (line) => line.includes('Auth token'),
    env: {
      CLIENT_PORT: String(port),
      MCP_SANDBOX_PORT: '0',
      MCP_INSPECTOR_API_TOKEN: TOKEN,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
      MCP_AUTO_OPEN_ENABLED: 'false',
      MCP_STORAGE_DIR: folder,
      MCP_CATALOG_PATH: join(folder, 'catalog.json'),
      HOME: folder,
    },
  });
  onTestFinished(inspector.stop);
  const page = await ChromiumPage.open();
  const frames = await page.watchFrames();
  const link = new URL(`http://127.0.0.1:${port}/`);
  link.search = new URLSearchParams({
    MCP_INSPECTOR_API_TOKEN: TOKEN,
    serverUrl: service.url,
    transport: 'http',
    autoConnect: TOKEN,
    openApp: 'chart',
    appArgs: Buffer.from(JSON.stringify({ city: 'Vienna' })).toString('base64url'),
    autoOpen: TOKEN,
  }).toString();
  await page.goTo(link);
  // The inspector does not tell views that it opens by a link the arguments.
  expect(await reports.take()).toMatchObject({
    seen: { result: { city: 'Vienna' }, theme: 'light', opened: true, host: 'MCP Inspector' },
  });
  // The view is in a frame without a URL of its own.
  await expect.poll(() => frames.read('srcdoc', 'document.body.innerText')).toContain('Vienna');
  expect([frames.errors, frames.refusals]).toEqual([[], []]);
});
