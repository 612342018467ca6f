/** A view on React, in a real browser and on a server. */

import { join } from 'node:path';
import { expect } from 'vitest';
import { withoutChromium } from '../support/chromium.js';
import { EXT_APPS_MISSING } from '../support/extApps.js';
import { testUnless } from '../support/omissions.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { bundled, htmlOf, openHost } from './hosted.js';

/** Only then does React mount components twice. */
const DEVELOPMENT = { 'process.env.NODE_ENV': '"development"' };

testUnless(
  withoutChromium ?? EXT_APPS_MISSING,
  'components share one view, which is connected once, closed after the last one, and connected again for the next one',
  async () => {
    const { page, reports } = await openHost(async () => ({
      chart: htmlOf(await bundled('pages/reactView.mjs', DEVELOPMENT)),
    }));
    await page.run(`show('chart')`);
    const shown = { text: 'dark\n\nVienna', input: { city: 'Vienna' }, result: { city: 'Vienna' } };
    expect(await reports.take()).toEqual({ ...shown, mounted: 2, initialized: 1, views: 1 });
    const again = await reports.take();
    expect(again).toEqual({ ...shown, mounted: 4, initialized: 2, views: 2, closed: 'The view is closed' });
    expect(await page.run('state.errors')).toEqual([]);
  },
);

testUnless(EXT_APPS_MISSING, 'a server renders components as they are before the view is connected', async () => {
  const folder = await temporaryFolder({ 'view.mjs': await bundled('pages/reactServer.mjs', DEVELOPMENT) });
  const { render } = (await import(join(folder, 'view.mjs'))) as { readonly render: () => string };
  expect(render()).toBe('<p>Waiting</p>');
});
