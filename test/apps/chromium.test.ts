/** Views in a real browser: what one shows and asks for, and what one cannot do. */

import { expect } from 'vitest';
import { withoutChromium } from '../support/chromium.js';
import { testUnless } from '../support/omissions.js';
import { bundled, htmlOf, openHost, SEEN, servePage } from './hosted.js';

testUnless(withoutChromium, 'a view shows the result of its tool, looks like its host, and calls tools', async () => {
  const { page, reports } = await openHost(async () => ({ chart: htmlOf(await bundled('view')) }));
  await page.run(`show('chart')`);
  expect(await reports.take()).toEqual({ seen: SEEN });
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
  'blob worker': 'refused',
  camera: 'SecurityError',
  clipboard: 'NotAllowedError',
  cookie: 'SecurityError',
  // No dialog is shown.
  dialog: false,
  document: 'SecurityError',
  eval: 'EvalError',
  events: 'refused',
  fetch: 'TypeError',
  geolocation: 'Geolocation has been disabled in this document by permissions policy.',
  'hidden tool': { code: -32_602, message: 'The view cannot call a tool "secret"' },
  import: 'TypeError',
  'link scheme': { code: -32_000, message: 'Only pages of the web can be opened' },
  notifications: 'denied',
  parent: 'SecurityError',
  request: 'NetworkError',
  screen: 'TypeError',
  'service worker': 'SecurityError',
  'shared worker': 'SecurityError',
  socket: 'refused',
  storage: 'SecurityError',
  top: 'SecurityError',
  window: null,
  worker: 'refused',
};

/** A camera that everybody may use who may ask for it. */
const CAMERA = { flags: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] };

/** The last thing that a hostile view does, since its page is gone then. */
const LAST = ['form', 'link', 'navigate', 'refresh', 'shell', 'flood'];

testUnless(withoutChromium, 'a view gets nothing out, and reaches nothing but its own server', async () => {
  const { page, reports, reached, calls } = await openHost(async (evil) => {
    const attacks = LAST.map(async (last) => {
      const program = await bundled('attack', { EVIL: JSON.stringify(evil), LAST: JSON.stringify(last) });
      return [last, htmlOf(program)] as const;
    });
    return { chart: htmlOf(await bundled('view')), ...Object.fromEntries(await Promise.all(attacks)) };
  }, CAMERA);
  const outcomes = [];
  for (const last of LAST) {
    await page.run(`show('${last}')`);
    outcomes.push((await reports.take()).outcome);
  }
  for (const [index, last] of LAST.entries()) expect(outcomes[index], last).toEqual(REFUSALS);
  // One floods; the frames of the others have the page of the sandbox again, or an error page.
  await page.until(`state.closed.length === ${LAST.length}`);
  expect(new Set((await page.run('state.closed')) as string[])).toEqual(
    new Set(['The view asked for it', 'The view was closed: too many messages']),
  );
  expect(calls).toEqual(LAST.map(() => 'report'));
  // The other views go on.
  await page.run(`show('chart')`);
  expect(await reports.take()).toMatchObject({ seen: { result: { city: 'Vienna' } } });
  expect(reached).toEqual([]);
});

/** A page that pretends to be the host, the sandbox, and the view, to each window that it can reach. */
const IMPOSTOR = `<!doctype html><script>
const page = opener ?? parent;
const notify = (method, params) => ({ jsonrpc: '2.0', method, params });
const forged = { content: [{ type: 'text', text: 'forged' }], structuredContent: { city: 'forged' } };
const messages = [
  notify('ui/notifications/sandbox-proxy-ready', {}),
  notify('ui/notifications/sandbox-resource-ready', { html: '<h1>forged</h1>' }),
  notify('ui/notifications/sandbox-shell-ready', {}),
  notify('ui/notifications/tool-result', forged),
  notify('ui/notifications/size-changed', { height: 1 }),
  notify('ui/notifications/request-teardown', {}),
  { jsonrpc: '2.0', id: 'forged', method: 'tools/call', params: { name: 'report', arguments: { forged: true } } },
  { jsonrpc: '2.0', id: 'forged', method: 'ui/resource-teardown', params: {} },
  ...[1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: forged })),
];
const reach = (each) => {
  for (const message of messages) each.postMessage(message, '*');
  for (let i = 0; i < each.length; i++) if (each[i] !== window) reach(each[i]);
};
reach(page);
page.postMessage('reached', '*');
</script>`;

testUnless(
  withoutChromium,
  'what other windows send is not taken for that of a host, a sandbox, or a view',
  async () => {
    const { page, frames, reports, calls } = await openHost(async () => ({ chart: htmlOf(await bundled('view')) }), {
      flags: ['--disable-popup-blocking'],
    });
    const impostor = await servePage(IMPOSTOR);
    await page.run(`show('chart')`);
    await reports.take();
    await page.until(`parseInt(document.querySelector('iframe').style.height) > 300`);
    for (const way of [
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${impostor}' }))`,
      `window.popup = open('${impostor}')`,
    ]) {
      await page.run(`new Promise((resolve) => {
      addEventListener('message', function listen({ data }) {
        if (data === 'reached') resolve(removeEventListener('message', listen));
      });
      ${way};
    })`);
    }
    expect(await frames.read('/view', 'document.body.innerText')).toContain('Vienna');
    // The view still answers, so that everything before has arrived.
    expect(await page.run(`views[0].close('done')`)).toBeUndefined();
    expect([calls, reports.empty(), frames.errors]).toEqual([['report'], [], []]);
    expect(await page.run('state')).toMatchObject({ closed: ['done'], errors: [] });
  },
);
