/** The example of an app: its tool over stdio, and its page in a browser. */

import { readdir, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { viewOf } from '@mcp-gen/apps';
import { expect, onTestFinished, test } from 'vitest';
import type { SunReport } from '../../examples/apps/sun.js';
import { ChromiumPage, withoutChromium } from '../support/chromium.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { AXE_MISSING, expectAccessible } from '../support/previewed.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { connectUntilEnd } from '../support/untilEnd.js';

/** Makes the example ready to run: the sources of its page stay as they are. Returns its program. */
async function program(): Promise<string> {
  const names = ['main.ts', 'server.ts', 'sun.ts', 'buildView.ts'];
  const folder = await runnable(new Map(names.map((name) => [name, readProjectFile(`examples/apps/${name}`)])));
  const view = join(ROOT, 'examples/apps/view');
  await mkdir(join(folder, 'view'));
  for (const name of await readdir(view)) await copyFile(join(view, name), join(folder, 'view', name));
  return join(folder, 'main.js');
}

test('apps: the tool computes when the sun rises, and its view is one page', async () => {
  const client = await connectUntilEnd([process.execPath, await program(), 'stdio']);
  const [tool] = await client.tools().all();
  const { contents } = await client.readResource(viewOf(tool ?? {}) ?? '');
  expect(JSON.stringify(contents)).toContain('The sun over the world');
  expect(JSON.stringify(contents)).not.toMatch(/<(script|link)[^>]* (src|href)=/);

  const cityAt = async (time: string, name: string): Promise<unknown> => {
    const { structuredContent } = await client.callTool('sun', { time });
    return (structuredContent as SunReport | undefined)?.cities.find((city) => city.name === name);
  };
  const minute = (time: string): unknown => expect.stringMatching(`^${time}:`);
  // What almanacs say, to the minute.
  expect(await cityAt('2026-06-21T11:00Z', 'Oslo')).toMatchObject({
    sunrise: minute('2026-06-21T01:53'),
    sunset: minute('2026-06-21T20:43'),
  });
  expect(await cityAt('2026-12-21T12:00Z', 'London')).toMatchObject({
    sunrise: minute('2026-12-21T08:03'),
    sunset: minute('2026-12-21T15:53'),
  });
  expect(await cityAt('2026-12-21T12:00Z', 'Longyearbyen')).toMatchObject({ sunrise: null, hoursOfDaylight: 0 });
  expect(await cityAt('2026-06-21T12:00Z', 'Longyearbyen')).toMatchObject({ sunrise: null, hoursOfDaylight: 24 });
  const wrong = await client.callTool('sun', { time: 'noon' });
  expect(wrong).toMatchObject({ isError: true, text: 'Not a time as ISO 8601: noon' });
});

/** Starts the page that shows the app. Returns its URL. */
async function start(): Promise<string> {
  const started = await startHttpProgram([await program()], (line) => line.startsWith('http'), { PORT: '0' });
  onTestFinished(started.stop);
  return started.ready;
}

testUnless(withoutChromium, 'apps: a page shows the map, and the keyboard chooses another time', async () => {
  const page = await ChromiumPage.open();
  await page.goTo(new URL(await start()));
  await page.until(`parseInt(document.querySelector('#view iframe')?.style.height) > 700`);
  const moved = async (): Promise<unknown> => {
    await page.clickIn('#view iframe', 0.5, 0.01);
    // The parts of the date, its button, and the time.
    for (let each = 0; each < 5; each++) await page.press('Tab', 9);
    for (const [key, code] of [
      ['Home', 36],
      ['End', 35],
    ] as const)
      await page.press(key, code);
    return page.run(`document.querySelector('#log').innerText`);
  };
  // The slider waits for the result.
  await expect.poll(moved, { interval: 1_000 }).toMatch(/done: tools\/call sun[^]*23:45 UTC/);
});

testUnless(AXE_MISSING, 'apps: axe finds nothing in the page and in the map, light and dark', async () => {
  await expectAccessible(await start());
});
