// Runs axe on pages, in both color schemes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { untilShown } from './browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings that fail the check. */
const FAILING = ['serious', 'critical'];

/** Pages of every kind, and states of the explorer. */
const PAGES = [
  'index.html',
  'docs/tutorial.html',
  'app/index.html',
  'docs/guides/add-a-tool.html',
  'docs/asking.html',
  'docs/zh/tutorial.html',
  'docs/redis.html',
  'errors/index.html',
  'errors/RequestTimeoutError.html',
  'explorer/index.html',
  'explorer/index.html#method?name=tools/call',
  'explorer/index.html#type?name=Tool',
  'explorer/index.html#compare',
  'explorer/index.html#check?message={"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}',
];

/** Returns the findings of each page: `page`, `scheme`, `impact`, and what is wrong where. */
export async function findAccessibilityProblems(open, url) {
  const findings = [];
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ colorScheme });
    for (const path of PAGES) {
      await page.goto('about:blank');
      await page.goto(url + path);
      if (path.startsWith('explorer/')) await untilShown(page);
      if (path.startsWith('app/')) await page.waitForSelector('html[data-app=shown]');
      // In the frames, too: an app is a page of its own.
      const results = await Promise.all(page.frames().map(violationsIn));
      const violations = results.flat();
      for (const { id, impact, help, nodes } of violations) {
        const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
        findings.push({
          page: path,
          scheme: colorScheme,
          impact,
          id,
          text: `${help}: ${places.join(', ')}`,
          isFailing: FAILING.includes(impact),
        });
      }
    }
    await page.context().close();
  }
  return { pages: PAGES.length, findings };
}

async function violationsIn(frame) {
  await frame.evaluate(AXE);
  const { violations } = await frame.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'], iframes: false }),
  );
  return violations;
}
