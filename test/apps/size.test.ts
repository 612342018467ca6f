/** The height of views in a real browser, whatever the styles of their pages: that of the content, told no more often than it changes. */

import { expect } from 'vitest';
import { withoutChromium } from '../support/chromium.js';
import { testUnless } from '../support/omissions.js';
import { bundled, openHost } from './hosted.js';

const DOCTYPE = '<!doctype html>';
const CONTENT = '<div id="content" style="height: 100px">Content</div>';

/** Pages, and how much higher they have to be than their content. */
const PAGES: { readonly [name: string]: readonly [html: string, around: number] } = {
  plain: [`${DOCTYPE}<body>${CONTENT}`, 16],
  paragraphs: [`${DOCTYPE}<body><p>${CONTENT}<p style="margin: 20px 0; height: 20px">End`, 76],
  percent: [`${DOCTYPE}<style>html, body { height: 100% }</style><body>${CONTENT}`, 16],
  'percent without margins': [`${DOCTYPE}<style>html, body { height: 100%; margin: 0 }</style><body>${CONTENT}`, 0],
  viewport: [`${DOCTYPE}<style>body { min-height: 100vh }</style><body>${CONTENT}`, 16],
  'viewport without margins': [`${DOCTYPE}<style>body { min-height: 100vh; margin: 0 }</style><body>${CONTENT}`, 0],
  'a root as high as the viewport': [
    `${DOCTYPE}<style>#root { min-height: 100vh }</style><body><div id="root">${CONTENT}</div>`,
    16,
  ],
  centered: [
    `${DOCTYPE}<style>body { min-height: 100vh; margin: 0; display: flex; align-items: center }</style><body>${CONTENT}`,
    0,
  ],
  'no doctype': [`<body>${CONTENT}`, 16],
  'a height of its own': [`${DOCTYPE}<body style="margin: 0"><main style="height: 300px">Low</main>`, 300],
};

testUnless(
  withoutChromium,
  'a view is as high as its content, and its height does not follow that of its frame',
  async () => {
    const program = (await bundled('sized')).replaceAll('</script', '<\\/script');
    const views = Object.entries(PAGES).map(([, [html]], index) => [
      `page${index}`,
      `${html}<script type="module">${program}</script>`,
    ]);
    const { page, frames } = await openHost(() => Promise.resolve(Object.fromEntries(views)));
    for (const [index, [name, [html, around]]] of Object.entries(PAGES).entries()) {
      const isFixed = !html.includes(CONTENT);
      await page.run(`(async () => {
      window.heights = [];
      window.opened = await mount('page${index}');
      const { frame } = opened;
      new MutationObserver(() => heights.push(parseInt(frame.style.height))).observe(frame, { attributes: true });
    })()`);
      for (const height of isFixed ? [0] : [100, 400, 180]) {
        if (!isFixed) await frames.read('/view', `content.style.height = '${height}px'`);
        await expect.poll(() => page.run('opened.frame.clientHeight'), { message: name }).toBe(height + around);
      }
      // Nothing more follows.
      await frames.read('/view', `new Promise((resolve) => setTimeout(resolve, 200))`);
      const heights = (isFixed ? [0] : [100, 400, 180]).map((height) => height + around);
      expect.soft(await page.run('heights'), name).toEqual(heights);
      await page.run(`opened.close('done')`);
    }
  },
);

testUnless(withoutChromium, 'a view that is as high as its frame, whatever that is, does not grow', async () => {
  const program = (await bundled('sized')).replaceAll('</script', '<\\/script');
  const filling = `<canvas style="display: block; height: 100vh"></canvas>`;
  const part = `<div style="height: calc(100vh - 10px); overflow: auto">Content</div>`;
  const views = Object.fromEntries(
    [filling, part].map((content, index) => [
      `page${index}`,
      `${DOCTYPE}<body><h1>Title</h1>${content}<script type="module">${program}</script>`,
    ]),
  );
  const { page, frames } = await openHost(() => Promise.resolve(views));
  for (const name of Object.keys(views)) {
    await page.run(`(async () => {
      window.heights = [];
      window.opened = await mount('${name}');
      const { frame } = opened;
      new MutationObserver(() => heights.push(parseInt(frame.style.height))).observe(frame, { attributes: true });
    })()`);
    await expect.poll(() => page.run('opened.frame.clientHeight')).toBeGreaterThan(150);
    await frames.read('/view', `new Promise((resolve) => setTimeout(resolve, 300))`);
    expect.soft(await page.run('heights.length'), name).toBe(1);
    await page.run(`opened.close('done')`);
  }
});

testUnless(withoutChromium, 'a view tells its height again when it is back from the whole screen', async () => {
  const program = (await bundled('sized')).replaceAll('</script', '<\\/script');
  const html = `${DOCTYPE}<body>${CONTENT}<script type="module">${program}</script>`;
  const { page, frames } = await openHost(() => Promise.resolve({ sized: html }));
  await page.run(`(async () => { window.opened = await mount('sized'); })()`);
  const height = (): Promise<unknown> => page.run('opened.frame.clientHeight');
  await expect.poll(height).toBe(116);
  const context = `{ displayMode: 'fullscreen', theme: 'light' }`;
  await page.run(`(opened.session.updateContext(${context}), opened.frame.style.height = '500px')`);
  await expect.poll(() => frames.read('/view', 'document.documentElement.dataset.theme')).toBe('light');
  await frames.read('/view', `content.style.height = '200px'`);
  await frames.read('/view', `new Promise((resolve) => setTimeout(resolve, 100))`);
  expect(await height()).toBe(500);
  await page.run(`opened.session.updateContext({ displayMode: 'inline' })`);
  await expect.poll(height).toBe(216);
});
