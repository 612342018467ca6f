/** The example of a server that delegates, with a user who logs in at the pages of the provider. */

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { MemoryTokenStore } from '@mcp-gen/auth/client';
import { login } from '@mcp-gen/auth/node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tokenByForms } from '../auth/delegated/support/tokenByForms.js';
import { ChromiumPage, withoutChromium } from '../support/chromium.js';
import { testUnless } from '../support/omissions.js';
import { postAlone } from '../support/standAlone.js';
import { importProgram } from '../support/importProgram.js';
import { connectUntilEnd } from '../support/untilEnd.js';

let example: { readonly url: string; close(): Promise<void> };

beforeAll(async () => {
  vi.stubEnv('PORT', String(await freePort()));
  vi.stubEnv('PROVIDER_PORT', String(await freePort()));
  example = await importProgram(() => import('../../examples/delegated/server.js'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await example.close();
});

test('lets in who consents here, and logs in there', async () => {
  const headers = { authorization: `Bearer ${await tokenByForms(new URL(example.url).origin)}` };
  const answer = await postAlone(example.url, 'tools/call', { name: 'whoami', arguments: {} }, { headers });
  expect(answer).toMatchObject({ status: 200, json: { result: { content: [{ text: 'You are ada.' }] } } });
});

testUnless(withoutChromium, 'lets a person in who clicks through a real browser', async () => {
  const page = await ChromiumPage.open();
  const visited: Promise<void>[] = [];
  const auth = login({
    allowHttp: true,
    store: new MemoryTokenStore(),
    print: () => undefined,
    async openUrl(url) {
      visited.push(clickThrough(page, url));
      await visited[0];
      return true;
    },
  });
  const client = await connectUntilEnd(example.url, { auth });
  await Promise.all(visited);
  expect(visited).toHaveLength(1);
  expect((await client.callTool('whoami')).text).toBe('You are ada.');
});

/** What a person does who agrees to everything: here, at the provider twice, and at the end. */
async function clickThrough(page: ChromiumPage, url: URL): Promise<void> {
  await page.goTo(url);
  await page.click('button[name=decision][value=allow]');
  await page.type('input[name=login]', 'ada');
  await page.type('input[name=password]', 'anything');
  await page.click('button[type=submit]');
  await page.click('form:has(input[name=prompt][value=consent]) button[type=submit]');
  await page.see('Login received');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
