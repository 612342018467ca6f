/** A page in a real browser calls a server of another origin: it can where the origin is allowed, and else it cannot. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { Mailbox } from '../support/mailbox.js';
import { testUnless } from '../support/omissions.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { call, initialize, listen, startService } from '../unit/runtime/httpSupport.js';

const CHROMIUM = '/usr/bin/chromium';
const missing = existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is not installed`;

/** What the page does with each server: everything that a client does, with every header that the transport knows. */
const SCRIPT = `
  const talk = async (url) => {
    const send = (method, headers, body) =>
      fetch(url, { method, headers: { authorization: 'Bearer page', ...headers }, body: body && JSON.stringify(body) });
    const both = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const opened = await send('POST', both, ${JSON.stringify(initialize())});
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id'), 'mcp-protocol-version': '2025-11-25' };
    const told = await (await send('POST', { ...both, ...session }, ${JSON.stringify(call(1, 'tell', 'page'))})).text();
    const again = { accept: 'text/event-stream', 'last-event-id': told.match(/^id: (.*)$/m)[1], ...session };
    const resumed = await (await send('GET', again)).text();
    const { status } = await send('DELETE', session);
    return { told: told.includes('"told"'), resumed: resumed.includes('"told"'), status };
  };
  const outcomes = [];
  for (const url of URLS) outcomes.push(await talk(url).catch(String));
  await fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) });
`;

testUnless(missing, 'a page can call where its origin is allowed, and nowhere else', async () => {
  const outcomes = new Mailbox<unknown>();
  const urls: string[] = [];
  const page = await listen((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      if (incoming.url === '/outcomes') outcomes.put(JSON.parse(text));
      outgoing.writeHead(200, { 'content-type': 'text/html' });
      outgoing.end(`<script type="module">const URLS = ${JSON.stringify(urls)};${SCRIPT}</script>`);
    });
  });
  const { origin } = new URL(page.replace('127.0.0.1', 'localhost'));
  const allowedHosts = ['127.0.0.1'];
  for (const allowedOrigins of [[origin], []]) urls.push((await startService({ allowedHosts, allowedOrigins })).url);

  const profile = await temporaryFolder();
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
  const env = { ...process.env, TMPDIR: profile };
  const browser = spawn(CHROMIUM, [...flags, `${origin}/`], { env, stdio: 'ignore' });
  const exited = once(browser, 'exit');
  onTestFinished(async () => {
    browser.kill('SIGTERM');
    await exited;
  });
  expect(await outcomes.take()).toEqual([{ told: true, resumed: true, status: 204 }, 'TypeError: Failed to fetch']);
});
