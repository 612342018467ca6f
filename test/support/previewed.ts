/** The page of a preview as axe sees it, with its frames, in both themes and on a narrow screen. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ChromiumPage, withoutChromium } from './chromium.js';
import { ROOT } from './schemas.js';

const AXE = join(ROOT, 'site/node_modules/axe-core/axe.min.js');

/** Why axe cannot be run; undefined if it can. */
export const AXE_MISSING: string | undefined =
  withoutChromium ?? (existsSync(AXE) ? undefined : 'axe is not installed: npm ci --prefix site');

/** What a page has, and its frames need not. */
const OF_PAGES = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } };

/** Where the width of a view is what the frame gives it. */
const IS_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** Checks that axe finds nothing in a preview that shows a view, and that the view fits in a narrow frame. */
export async function expectAccessible(url: string): Promise<void> {
  const page = await ChromiumPage.open();
  const frames = await page.watchFrames();
  await page.goTo(new URL(url));
  await page.until(`parseInt(document.querySelector('#view iframe')?.style.height) > 300`);
  await frames.read('/view', `document.querySelectorAll('details').forEach((each) => each.open = true)`);
  const axe = readFileSync(AXE, 'utf8').trim().replace(/;$/, '');
  const found = (rules: object): string =>
    `axe.run(document, { iframes: false, rules: ${JSON.stringify(rules)} }).then(({ violations, passes }) =>
      violations.length > 0 ? violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) : passes.length > 0)`;
  await page.run(`${axe}, 0`);
  for (const path of ['/', '/view']) await frames.read(path, `(${axe}, 0)`);
  for (const theme of ['light', 'dark']) {
    await page.run(`(() => {
      const theme = document.querySelector('#theme');
      theme.value = '${theme}';
      theme.dispatchEvent(new Event('change'));
    })()`);
    await expect.poll(() => frames.read('/view', 'document.documentElement.dataset.theme')).toBe(theme);
    expect([theme, await page.run(found({}))]).toEqual([theme, true]);
    expect([theme, await frames.read('/', found(OF_PAGES))]).toEqual([theme, true]);
    expect([theme, await frames.read('/view', found({}))]).toEqual([theme, true]);
  }
  await page.run(`(() => {
    const width = document.querySelector('#width');
    width.value = '320';
    width.dispatchEvent(new Event('change'));
  })()`);
  await expect.poll(() => frames.read('/view', 'innerWidth')).toBe(320);
  expect([await frames.read('/view', IS_WIDE), frames.errors]).toEqual([false, []]);
}
