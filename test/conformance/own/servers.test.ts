/** The server of the fixture passes every check, and for each check there is a broken server that it refuses. */

import { fileURLToPath } from 'node:url';
import { serveHttp, type HttpService } from '@mcp-gen/sdk/http';
import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { testUnless } from '../../support/omissions.js';
import { expose } from './broken/exposed.js';
import { FAULTS } from './broken/index.js';
import type { Fault } from './broken/fault.js';
import type { Check } from './check.js';
import { SERVER_CHECKS } from './checks/server/index.js';
import { makeServer } from './fixtures/oursServer.mjs';
import { STDIO_CHECKS } from './checks/server/stdio.js';
import type { Piped } from './wire/piped.js';
import { otherAddress } from './checks/server/network.js';
import { applies, judgePeer, judgeServer, type Row } from './judge.js';
import { surveyOf, type Offer } from './offer.js';
import { Peer } from './peer.js';
import { REVISIONS, transportsOf, type RevisionId, type TransportName } from './revisions.js';
import { mediumOf, type Target } from './target.js';
import { Connection } from './wire/connection.js';

const command = [process.execPath, fileURLToPath(new URL('fixtures/ours.mjs', import.meta.url))];

let http: HttpService | undefined;
beforeAll(async () => {
  http = await serveHttp(makeServer(), { port: 0, streamAfter: 0 });
});
afterAll(() => http?.close());

function target(): Target {
  if (http === undefined) throw new Error('The server has not been started');
  return { command, url: http.url, sseUrl: http.url.replace(/\/mcp$/, '/sse') };
}

/** The fixture over stdio, in this process. */
function startHere(): Promise<Piped> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = new Promise<string>((resolve) => stdin.on('close', () => resolve('The server has ended')));
  makeServer().serve({ transport: new StdioServerTransport({ input: stdin, output: stdout }) });
  return Promise.resolve({ stdin, stdout, ended, kill: () => stdin.destroy() });
}

function isWrong({ failed, warnings }: Row): boolean {
  return failed + warnings > 0;
}

test('the fixture on the sdk passes every check, in all revisions, over all transports', async () => {
  const rows = await judgeServer({ ...target(), startProgram: startHere }, REVISIONS, SERVER_CHECKS, {
    answer: 20_000,
    quiet: 50,
  });
  expect(rows.filter(isWrong)).toEqual([]);
  // The fixture has completions. A machine without a network has no address that others can reach.
  const isAlone = otherAddress(target().url ?? '') === undefined;
  const allowed = ['completion-unsupported', ...(isAlone ? ['sse-localhost', 'http-localhost'] : [])];
  expect(rows.filter(({ skipped, check }) => skipped > 0 && !allowed.includes(check))).toEqual([]);
  const judged = new Set(rows.map(({ revision, transport }) => `${revision} ${transport}`));
  expect(judged).toEqual(
    new Set(REVISIONS.flatMap((revision) => transportsOf(revision).map((each) => `${revision} ${each}`))),
  );
  expect(SERVER_CHECKS.map(({ id }) => id).filter((id) => !rows.some(({ check }) => check === id))).toEqual([]);
});

test('the fixture on the sdk passes the checks of stdio in a process of its own', async () => {
  const rows = await judgeServer({ command }, ['2026-07-28'], STDIO_CHECKS, { answer: 20_000, quiet: 50 });
  expect(rows.filter(({ passed }) => passed === 0)).toEqual([]);
  expect(rows.length).toBeGreaterThan(2);
});

describe('a server that', () => {
  const refusals = FAULTS.flatMap((fault) => Object.keys(fault.fails).map((check) => ({ ...fault, check })));
  test.each(refusals)('$fault is refused by $check', async ({ check: id, ...fault }) => {
    const check = checkNamed(id);
    const { revision, transport = 'http' } = fault;
    expect(applies(check, revision, transport)).toBe(true);
    const [row] = await judgeBroken(fault, check);
    expect(row).toMatchObject({
      passed: 0,
      skipped: 0,
      reason: expect.stringMatching(fault.fails[id] ?? /^$/) as string,
    });
  });
});

describe('a server that listens at every address', () => {
  const cases = [
    { check: 'http-localhost', revision: '2025-11-25', transport: 'http' },
    { check: 'sse-localhost', revision: '2024-11-05', transport: 'sse' },
  ] as const;
  const missing = otherAddress('http://127.0.0.1:1/') === undefined ? 'no address but the loopback one' : undefined;
  for (const { check, revision, transport } of cases) {
    testUnless(missing, `is refused by ${check}`, async () => {
      const good = target();
      const exposed = await expose(good.url ?? '');
      onTestFinished(() => {
        exposed.close();
      });
      const open = { url: exposed.url, sseUrl: exposed.url.replace(/\/mcp$/, '/sse') };
      const makeMedium = mediumOf(open, transport) ?? expect.fail('no medium');
      const peer = new Peer(() => new Connection(makeMedium(), revision, { answer: 5_000, quiet: 50 }));
      const [row] = await judgePeer(peer, [checkNamed(check)], await offerOf(revision, transport));
      expect(row).toMatchObject({
        warnings: 1,
        reason: expect.stringMatching(/on the loopback address alone/) as string,
      });
    });
  }
});

test('for every check there is a server that it refuses', () => {
  const refusing = new Set(FAULTS.flatMap(({ fails }) => Object.keys(fails)).concat('http-localhost', 'sse-localhost'));
  expect(SERVER_CHECKS.map(({ id }) => id).filter((id) => !refusing.has(id))).toEqual([]);
});

function checkNamed(id: string): Check {
  const check = SERVER_CHECKS.find((each) => each.id === id);
  if (check === undefined) throw new Error(`Unknown check ${id}`);
  return check;
}

const offers = new Map<string, Offer>();

/** What the fixture has, without a fault. */
async function offerOf(revision: RevisionId, transport: TransportName): Promise<Offer> {
  const name = `${revision} ${transport}`;
  const known = offers.get(name);
  if (known !== undefined) return known;
  const makeMedium = mediumOf(target(), transport);
  if (makeMedium === undefined) throw new Error(`The fixture does not have ${transport}`);
  const connection = new Connection(makeMedium(), revision, { answer: 10_000, quiet: 50 });
  try {
    await connection.start();
    await connection.open();
    const offer = await surveyOf(connection);
    offers.set(name, offer);
    return offer;
  } finally {
    await connection.close();
  }
}

/** Lets a check judge the fixture with a fault. What it has is taken from the one without. */
async function judgeBroken(fault: Fault, check: Check): Promise<readonly Row[]> {
  const { revision, transport = 'http', alter, fetch, command: own } = fault;
  const good = { ...target(), ...(own && { command: own }) };
  const makeMedium = mediumOf({ ...good, ...(fetch && { fetch: fetch(globalThis.fetch) }) }, transport);
  if (makeMedium === undefined) throw new Error(`The fixture does not have ${transport}`);
  // Where the fault is that nothing comes, a short time is enough, once there is a connection.
  const says = fault.fails[check.id]?.source ?? '';
  const timing = {
    answer: says.startsWith('Waited') || says.includes('to exit') ? 1_000 : 20_000,
    open: says.includes('initialize') ? 1_000 : 20_000,
    quiet: 50,
  };
  const offer = await offerOf(revision, transport);
  const peer = new Peer(() => new Connection(makeMedium(), revision, timing, alter?.()));
  return judgePeer(peer, [check], offer);
}
