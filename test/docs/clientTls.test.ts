/** What docs/client.md shows for servers with certificates of their own works, over HTTPS on this machine. */

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';
import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const noOpenssl = spawnSync('openssl', ['version']).status === 0 ? undefined : 'there is no openssl';

/** A certificate authority, and what it has issued to a server and a client: files by name. */
async function certificates(): Promise<(name: string) => string> {
  const cwd = await temporaryFolder({ 'address.ext': 'subjectAltName=IP:127.0.0.1' });
  const openssl = (line: string): unknown => execFileSync('openssl', line.split(' '), { cwd, stdio: 'ignore' });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  openssl(`req -x509 ${newKey} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority`);
  for (const name of ['server', 'client']) {
    openssl(`req ${newKey} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    openssl(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out ${name}.pem -days 2 -extfile address.ext`,
    );
  }
  return (name) => readFileSync(join(cwd, name), 'utf8');
}

/** A server that wants to see a certificate of each client. */
async function startSecure(file: (name: string) => string): Promise<string> {
  const server = new Server({ name: 'secure', version: '1.0.0' });
  server.tool('greet', { description: 'Greets' }, () => 'Hello');
  const tls = { ca: file('ca.pem'), cert: file('server.pem'), key: file('server.key'), requestCert: true };
  const handler = createHandler(server);
  const listener = createServer({ ...tls, rejectUnauthorized: true }, handler.node).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await handler.close();
    listener.closeAllConnections();
    listener.close();
  });
  await once(listener, 'listening');
  return `https://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`;
}

testUnless(noOpenssl, 'the fetch over node:https takes an authority and a client certificate', async () => {
  const file = await certificates();
  const url = await startSecure(file);
  const folder = await runnable(pagePrograms('docs/client.md'));
  const { httpsFetch } = (await import(pathToFileURL(join(folder, 'httpsFetch.js')).href)) as {
    httpsFetch: (agent: Agent) => typeof fetch;
  };
  const authority = { ca: file('ca.pem'), keepAlive: true };
  const own = { cert: file('client.pem'), key: file('client.key') };
  const agent = new Agent({ ...authority, ...own });
  onTestFinished(() => agent.destroy());

  const client = await connect(url, { fetch: httpsFetch(agent) });
  expect(await client.callTool('greet')).toMatchObject({ text: 'Hello' });
  await client.close();

  await expect(connect(url)).rejects.toThrow(/The request to \S+ received no response: .*(certificate|signed)/);
  await expect(connect(url, { fetch: httpsFetch(new Agent(own)) })).rejects.toThrow(
    /The request to \S+ received no response: .*certificate/,
  );
  await expect(connect(url, { fetch: httpsFetch(new Agent(authority)) })).rejects.toThrow(
    /The request to \S+ received no response/,
  );
});

test('the page shows undici with its own fetch, for proxies and for certificates', () => {
  const [, code = ''] = /<!-- file: proxied.mjs -->\s*```js\n(.*?)```/s.exec(readProjectFile('docs/client.md')) ?? [];
  expect(code).toContain("import { Agent, fetch, ProxyAgent } from 'undici';");
  expect(code).toMatch(/new ProxyAgent\('http:.*dispatcher: proxy/s);
  expect(code).toMatch(/connect: \{ ca: .* cert: .* key: .*dispatcher: agent/s);
});
