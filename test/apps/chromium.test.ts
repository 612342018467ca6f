/** Views in a real browser: what one shows and asks for, and what one cannot do. */

import { expect } from 'vitest';
import { withoutChromium } from '../support/chromium.js';
import { testUnless } from '../support/omissions.js';
import { bundled, htmlOf, openHost } from './hosted.js';

testUnless(withoutChromium, 'a view shows the result of its tool, looks like its host, and calls tools', async () => {
  const { page, reports } = await openHost(async () => ({ chart: htmlOf(await bundled('view')) }));
  await page.run(`show('chart')`);
  expect(await reports.take()).toEqual({
    seen: {
      result: { city: 'Vienna' },
      input: { city: 'Vienna' },
      theme: 'dark',
      color: 'rgb(1, 2, 3)',
      opened: true,
      host: 'test',
    },
  });
  await page.until(`parseInt(document.querySelector('iframe').style.height) > 300`);
  expect(await page.run('state')).toMatchObject({ errors: [], closed: [], opened: ['https://example.com/'] });
  await page.run(`views[0].close('done')`);
  expect(await page.run('[state.closed, document.querySelectorAll("iframe").length]')).toEqual([['done'], 0]);
});

/** What the attempts of a hostile view come to. Elements that load something tell it nothing. */
const REFUSALS = {
  'another revision': { code: -32_601, message: 'Unknown method: initialize' },
  // The browser says that it has taken it, and drops it.
  beacon: true,
  cookie: 'SecurityError',
  document: 'SecurityError',
  eval: 'EvalError',
  events: 'refused',
  fetch: 'TypeError',
  geolocation: 'Geolocation has been disabled in this document by permissions policy.',
  'hidden tool': { code: -32_602, message: 'The view cannot call a tool "secret"' },
  import: 'TypeError',
  'link scheme': { code: -32_000, message: 'Only pages of the web can be opened' },
  parent: 'SecurityError',
  socket: 'refused',
  storage: 'SecurityError',
  top: 'SecurityError',
  window: null,
  worker: 'refused',
};

/** The last thing that a hostile view does, since its page is gone then. */
const LAST = ['form', 'navigate', 'shell'];

testUnless(withoutChromium, 'a view gets nothing out, and reaches nothing but its own server', async () => {
  const { page, reports, reached, calls } = await openHost(async (evil) => {
    const attacks = LAST.map(async (last) => {
      const program = await bundled('attack', { EVIL: JSON.stringify(evil), LAST: JSON.stringify(last) });
      return [last, htmlOf(program)] as const;
    });
    return { chart: htmlOf(await bundled('view')), ...Object.fromEntries(await Promise.all(attacks)) };
  });
  const outcomes = [];
  for (const last of LAST) {
    await page.run(`show('${last}')`);
    outcomes.push((await reports.take()).outcome);
  }
  expect(outcomes).toEqual([REFUSALS, REFUSALS, REFUSALS]);
  await page.until(`state.closed.length === 1`);
  expect(calls).toEqual(['report', 'report', 'report']);
  // The other views go on.
  await page.run(`show('chart')`);
  expect(await reports.take()).toMatchObject({ seen: { result: { city: 'Vienna' } } });
  expect(reached).toEqual([]);
});
