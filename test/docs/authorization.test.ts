/** The guarded server of docs/authorization.md does what the page says. */

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimsOf, RESOURCE, startIssuer } from '../auth/server/issuer.js';
import { bearer, challengeOf } from '../auth/server/guarded.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { rawRequest } from '../support/rawHttp.js';
import { request } from '../support/rpc.js';
import { runnable } from '../support/runnable.js';
import { initialize } from '../unit/runtime/httpSupport.js';

test('the guarded server asks for a token, says who calls, and asks for more scopes', async () => {
  const folder = await runnable(pagePrograms('docs/authorization.md'));
  const port = String(await freePort());
  const { issuer, sign } = await startIssuer();
  const environment = { PORT: port, ISSUER: issuer, RESOURCE, ALLOW_HTTP: '1' };
  const isReady = (line: string): boolean => line.startsWith('http');
  const { stop } = await startHttpProgram([join(folder, 'guarded.js')], isReady, environment);
  onTestFinished(stop);

  const url = `http://127.0.0.1:${port}/mcp`;
  const refused = await rawRequest(url, { body: initialize() });
  expect(refused.status).toBe(401);
  const { resource_metadata: metadata = '' } = challengeOf(refused);
  const { json } = await rawRequest(url.replace('/mcp', new URL(metadata).pathname), { method: 'GET' });
  expect(json).toMatchObject({ resource: RESOURCE, authorization_servers: [issuer] });

  const token = bearer(await sign(claimsOf(issuer)));
  const opened = await rawRequest(url, { headers: token, body: initialize() });
  const headers = { ...token, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const call = (name: string) => rawRequest(url, { headers, body: request(1, 'tools/call', { name }) });
  expect((await call('whoami')).json).toMatchObject({ result: { content: [{ text: 'You are ada.' }] } });
  expect(challengeOf(await call('delete'))).toMatchObject({ scope: 'notes:read notes:write' });
});
