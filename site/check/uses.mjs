// Uses the site by keyboard, on a phone, and from a folder without a server.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { openExplorer, untilShown } from './browser.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Pages whose width is checked on a phone. */
const PHONE_PAGES = [
  'index.html',
  'docs/server.html',
  'docs/performance.html',
  'errors/index.html',
  'app/index.html',
  'explorer/index.html',
  'explorer/index.html#compare',
  'explorer/index.html#check?message={"jsonrpc":"2.0","id":1,"method":"ping"}',
  'explorer/index.html#method?name=tools/call',
  'explorer/index.html#type?name=Tool',
  'docs/authorization.html',
  'docs/redis.html',
  'docs/zh/tutorial.html',
];

/** Returns what does not work, a line for each. */
export async function findUseProblems(open, url, dist) {
  const problems = [];
  const expectThat = (holds, what) => {
    if (!holds) problems.push(what);
  };
  await useKeyboard();
  await usePhone();
  await useFolder();
  await useApp();
  await useLive();
  await useShare();
  await useShareByHand();
  await useManyKeys();
  await useManyFaults();
  await useSideBySide();
  return problems;

  async function useKeyboard() {
    const page = await open();
    await page.goto(`${url}docs/server.html`);
    await page.keyboard.press('Tab');
    expectThat(
      await page.evaluate(() => document.activeElement.className === 'skip'),
      'The first stop of the Tab key is not the skip link',
    );
    await page.keyboard.press('Enter');
    expectThat(
      await page.evaluate(() => document.activeElement.id === 'content'),
      'The skip link does not lead to the content',
    );
    await page.keyboard.press('/');
    await page.waitForSelector('dialog[open] input');
    await page.keyboard.type('resumable tasks');
    await page.waitForSelector('dialog li a');
    await page.keyboard.press('ArrowDown');
    expectThat(
      await page.evaluate(() => document.activeElement.matches('dialog li a')),
      'The arrow keys do not reach a result of the search',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/docs\/tasks\.html/);
    await page.keyboard.press('/');
    await page.waitForSelector('dialog[open] input');
    await page.keyboard.type('速率限制');
    await page.click('dialog li a[href*="docs/zh/recipes/rate-limits.html"]');
    await page.waitForURL(/rate-limits\.html/);
    await page.click('#theme');
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    await page.reload();
    expectThat(
      theme === (await page.evaluate(() => document.documentElement.dataset.theme)),
      'The color scheme is not remembered',
    );

    await openExplorer(page, url);
    await page.focus('a[aria-label^="tools/call, 2025-06-18"]');
    await page.keyboard.press('Enter');
    await untilShown(page);
    expectThat(
      await page.evaluate(() => document.activeElement.tagName === 'H2'),
      'A followed link of the explorer does not move the focus to the heading',
    );
    await page.goBack();
    await untilShown(page);
    expectThat(await page.locator('#filter').isVisible(), 'The back button does not lead back in the explorer');
    await page.context().close();
  }

  async function useApp() {
    const page = await open();
    await page.goto(`${url}app/index.html`);
    const app = page.frameLocator('#app iframe');
    await app.locator('#hour').press('Home');
    await page.waitForFunction(() => document.querySelector('#app-log').innerText.includes('done: tools/call sun'));
    expectThat(
      (await app.locator('#status').innerText()).includes('00:00 UTC'),
      'The app does not show the time that was chosen',
    );
    await page.click('#theme');
    const chosen = await page.evaluate(() => document.documentElement.dataset.theme);
    await app.locator(`html[data-theme=${chosen}]`).waitFor();
    const reached = await page.frames()[1].evaluate(() => {
      try {
        return [localStorage.length, parent.document.title];
      } catch ({ name }) {
        return name;
      }
    });
    expectThat(reached === 'SecurityError', `The app reaches the site: ${reached}`);
    await page.context().close();
  }

  async function useLive() {
    const page = await open();
    await page.goto(`${url}index.html`);
    const text = '{"jsonrpc":"2.0",\n"id":1,\n"method":"tools/list"}';
    await page.fill('#live-message', text);
    await page.waitForFunction((value) => document.querySelector('#live').dataset.shown === value, text);
    const verdicts = await page.locator('#live-verdicts li').allInnerTexts();
    expectThat(
      verdicts.filter((each) => each.includes('valid')).length === 4 && verdicts[4].includes('/params'),
      `The live example says ${JSON.stringify(verdicts)}`,
    );
    const markup = '{"jsonrpc":"2.0","id":1,"method":"<img src=x>"}';
    await page.fill('#live-message', markup);
    await page.waitForFunction((value) => document.querySelector('#live').dataset.shown === value, markup);
    expectThat((await page.locator('#live img').count()) === 0, 'The live example reads text as HTML');
    await page.fill('#live-message', text);
    await page.waitForFunction((value) => document.querySelector('#live').dataset.shown === value, text);
    await page.click('#live-link');
    await untilShown(page);
    expectThat(
      (await page.locator('#message').inputValue()) === text,
      'The link of the live example has another message',
    );
    await page.context().close();
  }

  async function useShare() {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const text = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    await openExplorer(page, url, '#check');
    await page.fill('#message', text);
    await page.click('#share');
    await page.waitForFunction(() => document.querySelector('.share').innerText.includes('Copied'));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expectThat(/^[^#]+explorer\/index\.html#[\w?=&-]+$/.test(link), `The link to a message is ${link}`);
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('#message');
    expectThat((await page.locator('#message').inputValue()) === text, 'A link that was shared shows another message');
    await page.context().close();
  }

  async function useShareByHand() {
    const page = await open();
    // As over plain HTTP.
    await page.addInitScript(() => delete Navigator.prototype.clipboard);
    const text = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    await openExplorer(page, url, '#check');
    await page.fill('#message', text);
    await page.click('#share');
    const link = await page.locator('#link-to-copy').inputValue();
    expectThat(
      await page.evaluate(() => getSelection().toString() !== '' || document.activeElement.id === 'link-to-copy'),
      'The link to copy is not selected',
    );
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('#message');
    expectThat((await page.locator('#message').inputValue()) === text, 'The link to copy shows another message');
    await page.goto(`${url}docs/tutorial.html`);
    expectThat((await page.locator('button.copy').count()) === 0, 'A button to copy code does nothing');
    await page.context().close();
  }

  async function useManyKeys() {
    const page = await open();
    // As Safari: more changes of the address in a row are refused.
    await page.addInitScript(() => {
      const replace = History.prototype.replaceState;
      let left = 10;
      History.prototype.replaceState = function (...given) {
        if (left-- <= 0) throw new DOMException('Too many changes', 'SecurityError');
        replace.apply(this, given);
      };
    });
    await openExplorer(page, url, '#check');
    const text = `{"jsonrpc":"2.0","id":1,"method":"ping"}`;
    await page.locator('#message').pressSequentially(text);
    const verdict = await page.locator('#explorer [role=status].good').innerText();
    expectThat(verdict.includes('2025-11-25'), `After many keys, the explorer says ${verdict}`);
    await page.click('#explorer .tabs a');
    await page.waitForSelector('#filter');
    await page.goBack();
    await page.waitForSelector('#message');
    expectThat((await page.locator('#message').inputValue()) === text, 'The back button loses what was typed');
    await page.context().close();
  }

  async function useManyFaults() {
    const page = await open();
    await openExplorer(page, url, '#check');
    await page.fill('#message', `[${Array.from({ length: 200 }, () => '{}').join()}]`);
    await page.selectOption('#problems-revision', '2025-03-26');
    const table = page.locator('section:has(#problems-heading) table');
    const [caption, rows] = [await table.locator('caption').innerText(), await table.locator('tbody tr').count()];
    expectThat(caption.includes('100 of 200') && rows === 100, `${rows} faults are shown as "${caption}"`);
    await page.fill('#message', '['.repeat(50_000) + ']'.repeat(50_000));
    const verdict = await page.locator('#explorer [role=status].bad').innerText();
    expectThat(
      verdict.includes('more than 100 levels'),
      `Of a message that is nested deep, the explorer says ${verdict}`,
    );
    await page.context().close();
  }

  async function useSideBySide() {
    const page = await open();
    await openExplorer(page, url, '#type?name=Tool&revision=2025-06-18&from=2024-11-05');
    await page.waitForSelector('.side-by-side');
    const [added, removed] = await Promise.all(
      ['added', 'removed'].map((status) => page.locator(`.side-by-side .${status}`).allInnerTexts()),
    );
    expectThat(
      added.some((line) => line.includes('outputSchema')) && removed.length === 0,
      `Side by side, a tool has gained ${added.join(', ')} and lost ${removed.join(', ')}`,
    );
    const path = await page.locator('.places a[href*="source/sdk"]').first().getAttribute('href');
    const answer = await page.goto(new URL(path, page.url()).href);
    const line = new URL(page.url()).hash;
    expectThat(answer.ok() && (await page.locator(line).count()) === 1, `${path} is not a line of a page`);
    await page.context().close();
  }

  async function usePhone() {
    const page = await open(PHONE);
    for (const path of PHONE_PAGES) {
      await page.goto('about:blank');
      await page.goto(url + path);
      if (path.startsWith('explorer/')) await untilShown(page);
      const { wide, narrow } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        narrow: innerWidth,
      }));
      expectThat(wide <= narrow, `${path} is ${wide} pixels wide on a phone of ${narrow}`);
    }
    await page.goto(`${url}docs/server.html`);
    expectThat(!(await page.locator('#navigation').isVisible()), 'The navigation is open on a phone');
    await page.tap('#menu');
    expectThat(await page.locator('#navigation').isVisible(), 'The menu does not open the navigation');
    await page.context().close();
  }

  async function useFolder() {
    const page = await open();
    await page.goto(pathToFileURL(join(dist, 'docs/server.html')).href);
    await page.keyboard.press('/');
    await page.waitForSelector('dialog[open] input');
    await page.keyboard.type('load balancer');
    await page.waitForSelector('dialog li a');
    await page.click('dialog li a');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await page.context().close();
  }
}
