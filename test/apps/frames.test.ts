/** The frames of views in a real browser: one that is loaded again, one that never pauses, and what they may use of the browser. */

import { expect } from 'vitest';
import { withoutChromium } from '../support/chromium.js';
import { testUnless } from '../support/omissions.js';
import { bundled, htmlOf, openHost } from './hosted.js';

/** What takes a view away from its frame. */
const DEPARTURES: { readonly [name: string]: string } = {
  reload: 'location.reload()',
  empty: `location.href = 'about:blank'`,
  blocked: `location.href = 'https://blocked.example/'`,
  data: `location.href = 'data:text/html,a'`,
};

testUnless(withoutChromium, 'a view whose frame is loaded again is closed, and the other views go on', async () => {
  const { page, reports } = await openHost(async () => {
    const view = await bundled('view');
    const program = await bundled('probe');
    const leaving = Object.entries(DEPARTURES).map(([name, code]): [string, string] => [
      name,
      htmlOf(
        `${program};addEventListener('message', ({ data }) => { if (data.method === 'ui/notifications/tool-result') ${code} })`,
      ),
    ]);
    return { chart: htmlOf(view), ...Object.fromEntries(leaving) };
  });
  await page.run(`mount('chart')`);
  for (const name of Object.keys(DEPARTURES)) {
    await page.run(`state.closed = []; show('${name}')`);
    await page.until(`state.closed.length > 0`);
    expect([name, await page.run('[state.closed, document.querySelectorAll("iframe").length]')]).toEqual([
      name,
      [['The view asked for it'], 1],
    ]);
  }
  // Nothing is reported: the proxy answers for a view that is gone.
  expect(await page.run('state.errors')).toEqual([]);
  await page.run(
    `views[0].session.sendInput({ city: 'Vienna' }); views[0].session.sendResult({ content: [], structuredContent: { city: 'Vienna' } })`,
  );
  expect(await reports.take()).toMatchObject({ seen: { result: { city: 'Vienna' } } });
});

/** What a page of any frame may use. It gives nothing away, or helps people who use a screen reader. */
const HARMLESS = [
  'aria-notify',
  'ch-save-data',
  'ch-ua',
  'ch-ua-mobile',
  'ch-ua-platform',
  'media-playback-while-not-visible',
];

testUnless(
  withoutChromium,
  'a view may use the features of the permissions that its host grants, and no others',
  async () => {
    const { page, frames } = await openHost(async () => {
      const html = htmlOf(await bundled('probe'));
      return { probe: { html, permissions: ['geolocation', 'clipboardWrite'] } };
    });
    const allowed = async (options: string): Promise<unknown> => {
      await page.run(`mount('probe', ${options})`);
      let features: unknown;
      await expect
        .poll(
          async () =>
            (features = await frames.read(
              '/view',
              `window.received?.length ? document.featurePolicy.allowedFeatures() : undefined`,
            )),
        )
        .toBeTruthy();
      await page.run(`views.pop().close('done')`);
      return (features as string[]).filter((feature) => !HARMLESS.includes(feature)).toSorted();
    };
    expect(await allowed(`{ permissions: ['camera', 'clipboardWrite', 'geolocation'] }`)).toEqual([
      'clipboard-write',
      'geolocation',
    ]);
    expect(await allowed('{}')).toEqual([]);
  },
);

testUnless(withoutChromium, 'a view that never pauses does not stop views of other origins', async () => {
  const { page, sandbox, reports } = await openHost(async () => ({
    busy: htmlOf(
      `${await bundled('probe')};void ask('tools/call', { name: 'report', arguments: { busy: true } });setTimeout(() => { for (;;); })`,
    ),
    chart: htmlOf(await bundled('view')),
  }));
  const { port } = new URL(sandbox);
  const options = `{ sandbox: ({ name }) => 'http://' + name + '.localhost:${port}/' }`;
  await page.run(`mount('busy', ${options})`);
  expect(await reports.take()).toEqual({ busy: true });
  await page.run(`show('chart', ${options})`);
  expect(await reports.take()).toMatchObject({ seen: { result: { city: 'Vienna' } } });
  expect(await page.run('views.map(({ frame }) => new URL(frame.src).hostname)')).toEqual([
    'busy.localhost',
    'chart.localhost',
  ]);
});

testUnless(
  withoutChromium,
  'a view whose frame is moved is closed, others go on, and opening can be cancelled',
  async () => {
    const { page, reports } = await openHost(async () => ({ chart: htmlOf(await bundled('view')) }));
    await page.run(`show('chart')`);
    await reports.take();
    await page.run(`show('chart')`);
    await reports.take();
    await page.run(`views[0].session.initialized`);
    expect(await page.run('state.closed')).toEqual([]);
    await page.run(`document.body.append(views[0].frame)`);
    await page.until('state.closed.length === 1');
    expect(await page.run('[state.closed, document.querySelectorAll("iframe").length]')).toEqual([
      ['The frame of the view was loaded again'],
      1,
    ]);
    const cancelled = `show('chart', { signal: AbortSignal.abort(new Error('no longer needed')) }).catch((error) => error.message)`;
    expect(await page.run(cancelled)).toBe('no longer needed');
    expect(await page.run('document.querySelectorAll("iframe").length')).toBe(1);
    expect(await page.run('views[1].session.initialized.then(() => "alive")')).toBe('alive');
  },
);
