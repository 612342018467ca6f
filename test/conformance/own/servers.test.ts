/** The server of the fixture passes every check. */

import { fileURLToPath } from 'node:url';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { testUnless } from '../../support/omissions.js';
import { expose } from './broken/exposed.js';
import { SERVER_CHECKS } from '../../../conformance/src/checks/server/index.js';
import { otherAddress } from '../../../conformance/src/checks/server/network.js';
import { STDIO_CHECKS } from '../../../conformance/src/checks/server/stdioChecks.js';
import { serveHere, serveProtectedHere } from './inProcess.js';
import { judgeServer, type CheckResult } from '../../../conformance/src/judge.js';
import { CHECKED_REVISIONS, transportsOf } from '../../../conformance/src/revisions.js';
import type { Target } from '../../../conformance/src/target.js';

const command = [process.execPath, fileURLToPath(new URL('fixtures/ours.mjs', import.meta.url))];

const TIMING = { answer: 20_000, quiet: 50 };

type Served<Start extends () => Promise<unknown>> = Awaited<ReturnType<Start>>;

let open: Served<typeof serveHere> | undefined;
let guarded: Served<typeof serveProtectedHere> | undefined;
beforeAll(async () => {
  [open, guarded] = await Promise.all([serveHere(), serveProtectedHere()]);
});
afterAll(async () => {
  await Promise.all([open?.close(), guarded?.close()]);
});

function target(): Target & { readonly url: string } {
  if (open === undefined || guarded === undefined) throw new Error('The servers have not been started');
  return { ...open.target, protection: guarded.target };
}

function isWrong({ failed, warnings }: CheckResult): boolean {
  return failed + warnings > 0;
}

test('the fixture on the sdk passes every check, in all revisions, over all transports', async () => {
  const rows = await judgeServer(target(), CHECKED_REVISIONS, SERVER_CHECKS, TIMING);
  expect(rows.filter(isWrong)).toEqual([]);
  // The fixture has completions. A machine without a network has no address that others can reach.
  const isAlone = otherAddress(target().url) === undefined;
  const allowed = ['completion-unsupported', ...(isAlone ? ['sse-localhost', 'http-localhost'] : [])];
  expect(rows.filter(({ skipped, check }) => skipped > 0 && !allowed.includes(check))).toEqual([]);
  const judged = new Set(rows.map(({ revision, transport }) => `${revision} ${transport}`));
  expect(judged).toEqual(
    new Set(CHECKED_REVISIONS.flatMap((revision) => transportsOf(revision).map((each) => `${revision} ${each}`))),
  );
  expect(SERVER_CHECKS.map(({ id }) => id).filter((id) => !rows.some(({ check }) => check === id))).toEqual([]);
});

/** Servers that have nothing of what checks use, each with what it offers. */
const STRANGERS: { readonly [offer: string]: (server: Server) => void } = {
  nothing: () => undefined,
  'a tool, a prompt, and resources that no check knows': (server) => {
    server.tool('other', {}, () => 'other');
    server.prompt('other', {}, () => 'other');
    server.resource('other://other', {}, 'other');
    server.resourceTemplate('other://{name}', { complete: { name: ['other'] } }, () => 'other');
  },
};

test.each(Object.keys(STRANGERS))(
  'a server that offers %s fails no check: those that need more are left out',
  async (offer) => {
    const server = new Server({ name: 'stranger', version: '1.0.0' }, { onError: () => undefined });
    STRANGERS[offer]?.(server);
    const { url, close } = await serveHttp(server, { port: 0 });
    onTestFinished(close);
    const rows = await judgeServer({ url }, CHECKED_REVISIONS, SERVER_CHECKS, TIMING);
    expect(rows.filter(isWrong).map(({ check, revision, reason }) => `${check} in ${revision}: ${reason}`)).toEqual([]);
    const [passed, skipped] = [rows.filter((row) => row.passed > 0), rows.filter((row) => row.skipped > 0)];
    expect([passed.length > 50, skipped.length > 50]).toEqual([true, true]);
  },
);

test('the fixture on the sdk passes the checks of stdio in a process of its own', async () => {
  const rows = await judgeServer({ command }, ['2026-07-28'], STDIO_CHECKS, TIMING);
  expect(rows.filter(({ passed }) => passed === 0)).toEqual([]);
  expect(rows.length).toBeGreaterThan(2);
});

describe('a server that listens at every address', () => {
  const cases = [
    { check: 'http-localhost', revision: '2025-11-25' },
    { check: 'sse-localhost', revision: '2024-11-05' },
  ] as const;
  const missing = otherAddress('http://127.0.0.1:1/') === undefined ? 'no address but the loopback one' : undefined;
  for (const { check, revision } of cases) {
    testUnless(missing, `fails ${check}`, async () => {
      const exposed = await expose(target().url);
      onTestFinished(() => {
        exposed.close();
      });
      const { url } = exposed;
      const checks = SERVER_CHECKS.filter(({ id }) => id === check);
      const rows = await judgeServer({ url, sseUrl: url.replace(/\/mcp$/, '/sse') }, [revision], checks, TIMING);
      const reason = expect.stringMatching(/on the loopback address alone/) as string;
      expect(rows).toMatchObject([{ check, warnings: 1, reason }]);
    });
  }
});
