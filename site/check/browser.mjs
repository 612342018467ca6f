// A real Chromium, and what its pages requested and reported.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/**
 * Starts the browser.
 *
 * @returns `open` for a page of a size, `requests` (every address that a page asked for), `errors` (what pages reported), and `close`
 * @throws {Error} if Chromium is missing
 */
export async function startBrowser() {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is not installed: the site is checked in it`);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  const requests = [];
  const errors = [];
  return { open, requests, errors, close: () => browser.close() };

  async function open(options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('request', (request) => requests.push(request.url()));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // What a page was still loading when it was left.
      if (reason !== 'net::ERR_ABORTED') errors.push(`${request.url()}: ${reason}`);
    });
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }
}

/** Opens a state of the explorer, and waits until it is shown. */
export async function openExplorer(page, url, state = '') {
  await page.goto(`${url}explorer/index.html${state}`);
  await page.waitForSelector('#explorer[data-shown]');
}

/** Waits until the explorer shows what its address says. */
export async function untilShown(page) {
  await page.waitForFunction(
    () => document.querySelector('#explorer')?.getAttribute('data-shown') === (location.hash || '#'),
  );
}
