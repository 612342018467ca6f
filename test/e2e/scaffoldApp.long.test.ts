/** A scaffolded server with an app, used as its author would: install, test, check the types, and change the app while it is served. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { ChromiumPage, withoutChromium } from '../support/chromium.js';
import { startProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { AXE_MISSING, expectAccessible } from '../support/previewed.js';
import { installedServer } from '../support/scaffolded.js';
import { REVISIONS } from '../support/schemas.js';
import { typeCheck } from '../support/typeCheck.js';

const MINUTES = 60_000;

test(
  'npm install and npm test work, with the app built, and the types are right',
  { timeout: 5 * MINUTES },
  async () => {
    const { folder, scaffolded, tested } = await installedServer('app');
    expect(scaffolded.stdout).toContain('Next: cd "My Server" && npm install && npm test && npm run dev');
    expect(tested, tested.stdout + tested.stderr).toMatchObject({ code: 0 });
    for (const { revision } of REVISIONS) expect(tested.stdout).toContain(`revision ${revision}`);
    await typeCheck(folder);
    await typeCheck(join(folder, 'app'));
  },
);

/** Starts `npm run dev`. Returns the URLs that it prints. */
async function develop(folder: string): Promise<{ readonly server: string; readonly preview: string }> {
  const started = await startProgram(process.execPath, ['dev.mjs'], {
    isReady: (line) => line.includes('is serving at'),
    cwd: folder,
    env: { PORT: '0' },
  });
  onTestFinished(started.stop);
  const [server = '', preview = ''] = started.ready.match(/http:\S+(\/mcp|\/)/g) ?? [];
  return { server, preview };
}

testUnless(AXE_MISSING, 'axe finds nothing in the app and in the page of npm run dev, light and dark', async () => {
  const { folder } = await installedServer('app');
  await expectAccessible((await develop(folder)).preview);
});

test('npm run dev serves the app as it is changed', { timeout: 5 * MINUTES }, async () => {
  const { folder } = await installedServer('app');
  const { server, preview } = await develop(folder);
  const client = await connect(server);
  onTestFinished(() => client.close());
  const view = async (): Promise<string> => JSON.stringify((await client.readResource('ui://chart')).contents);
  expect(await view()).toContain('<h1 id=');
  const page = join(folder, 'app/index.html');
  const text = await readFile(page, 'utf8');
  onTestFinished(() => writeFile(page, text));
  // Saved again until it is seen: Vite may not watch the file yet.
  const saved = async (): Promise<string> => {
    await writeFile(page, text.replace('>Daylight</h1>', '>Light</h1>'));
    return view();
  };
  await expect.poll(saved, { interval: 2_000, timeout: MINUTES }).toContain('>Light</h1>');
  if (withoutChromium === undefined) await usePreview(preview, page);
});

/** Looks at the app in the page of `npm run dev`, as a person would, while the app is changed. */
async function usePreview(url: string, file: string): Promise<void> {
  const page = await ChromiumPage.open();
  await page.goTo(new URL(url));
  await page.until(`parseInt(document.querySelector('#view iframe')?.style.height) > 400`);
  const moved = async (): Promise<unknown> => {
    await page.clickIn('#view iframe', 0.5, 0.05);
    await page.press('Tab', 9);
    await page.press('ArrowRight', 39);
    return page.run(`document.querySelector('#log').innerText`);
  };
  // The slider waits for the result, and the page may be shown again, since it was changed just now.
  await expect.poll(moved, { interval: 1_000, timeout: MINUTES }).toMatch(/tools\/call daylight[^]*At (49|5\d)° north/);
  await page.run(`window.first = document.querySelector('#view iframe')`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('>Light</h1>', '>Day</h1>'));
  await page.until(`!document.querySelector('#view iframe')?.isSameNode(window.first)`);
  await page.until(`parseInt(document.querySelector('#view iframe')?.style.height) > 400`);
  expect(await page.run(`document.querySelector('#log').innerText`)).not.toContain('tools/call');
}
