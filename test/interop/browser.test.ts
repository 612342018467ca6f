/** A page in a real browser calls a server of another origin: it can where the origin is allowed, and else it cannot. */

import { fileURLToPath } from 'node:url';
import { serveHttp } from '@mcp-gen/sdk/http';
import { build } from 'esbuild';
import { expect, onTestFinished } from 'vitest';
import { startChromium, withoutChromium } from '../support/chromium.js';
import { server } from '../fixtures/everythingSdkServer.mjs';
import { Mailbox } from '../support/mailbox.js';
import { testUnless } from '../support/omissions.js';
import { call, initialize, listen, startService } from '../unit/runtime/httpSupport.js';

/**
 * Has a page run a module, whose `run` is given the URLs of servers.
 *
 * @param files the modules by their paths, of which the page imports `page.js`
 * @param start starts the servers, which may allow the origin of the page
 * @returns what `run` resolves with
 */
async function runInPage(
  files: ReadonlyMap<string, string>,
  start: (origin: string) => Promise<readonly string[]>,
): Promise<unknown> {
  const outcome = new Mailbox<unknown>();
  let urls: readonly string[] = [];
  const page = await listen((incoming, outgoing) => {
    const path = incoming.url?.slice(1) ?? '';
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      if (path === 'outcome') outcome.put(JSON.parse(text));
      const file = files.get(path);
      outgoing.writeHead(200, { 'content-type': file === undefined ? 'text/html' : 'text/javascript' });
      outgoing.end(
        file ??
          `<script type="module">
            import { run } from '/page.js';
            const outcome = await run({ urls: ${JSON.stringify(urls)} });
            await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) });
          </script>`,
      );
    });
  });
  const { origin } = new URL(page.replace('127.0.0.1', 'localhost'));
  urls = await start(origin);

  await startChromium([`${origin}/`]);
  return outcome.take();
}

/** Everything that a client does, with every header that the transport knows. */
const REQUESTS = `
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
  export async function run({ urls }) {
    const outcomes = [];
    for (const url of urls) outcomes.push(await talk(url).catch(String));
    return outcomes;
  }
`;

testUnless(withoutChromium, 'a page can call where its origin is allowed, and nowhere else', async () => {
  const outcomes = await runInPage(new Map([['page.js', REQUESTS]]), async (origin) => {
    const allowedHosts = ['127.0.0.1'];
    const services = [[origin], []].map((allowedOrigins) => startService({ allowedHosts, allowedOrigins }));
    return (await Promise.all(services)).map(({ url }) => url);
  });
  expect(outcomes).toEqual([{ told: true, resumed: true, status: 204 }, 'TypeError: Failed to fetch']);
});

testUnless(
  withoutChromium,
  'our client runs in a page: it calls tools, is notified, and resumes a stream that broke',
  async () => {
    const { outputFiles } = await build({
      entryPoints: { page: fileURLToPath(new URL('../support/pageClient.ts', import.meta.url)) },
      outdir: '/',
      bundle: true,
      splitting: true,
      format: 'esm',
      // Nothing is declared external: the client has no import that a browser could not resolve.
      platform: 'browser',
      logLevel: 'error',
      write: false,
    });
    const files = new Map(outputFiles.map(({ path, text }) => [path.slice(1), text]));
    const outcomes = await runInPage(files, async (origin) => {
      const allowedHosts = ['127.0.0.1'];
      const services = [[origin], []].map((allowedOrigins) =>
        serveHttp(server, { port: 0, allowedHosts, allowedOrigins, streams: { retryDelay: 200 } }),
      );
      onTestFinished(async () => {
        for (const { close } of await Promise.all(services)) await close();
      });
      return (await Promise.all(services)).map(({ url }) => url);
    });
    const report = {
      text: 'Grüße 🌍',
      reports: [1, 2, 3].map((progress) => ({ progress, total: 3 })),
      updated: { uri: 'note:///attic' },
      sampled: 'oracle: Because.',
    };
    expect(outcomes).toMatchObject([
      { ...report, revision: '2025-11-25', resumptions: expect.toSatisfy((count) => count > 0) as unknown },
      { ...report, revision: '2026-07-28', resumptions: 0 },
      expect.stringContaining('Failed to fetch'),
      expect.stringContaining('Failed to fetch'),
    ]);
  },
);
