/** Conformance of servers, and how fast they answer. */

import { join } from 'node:path';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { EVERYTHING, OFFICIAL_EVERYTHING } from '../support/programs.js';
import { ROOT } from '../support/schemas.js';
import { talk } from './talk.js';

/** Ends after 30 calls. */
const DYING = join(ROOT, 'test/talk/fixtures/dying.mjs');

const OFFICIAL = `${process.execPath} ${OFFICIAL_EVERYTHING} stdio`;

test('a server is judged in each revision that it supports', async () => {
  const { code, out } = await talk(['check', `${process.execPath} ${EVERYTHING} 2025-06-18`, '--only', 'tools-']);
  expect(out).toMatch(/^2025-06-18 over stdio: \d+ passed, 0 failed/m);
  expect(out).toContain('2025-11-25 over stdio: not supported');
  expect(code).toBe(0);
});

test('a fault is shown once, with its requirement, and decides the exit code', async () => {
  const args = ['check', OFFICIAL, '--only', 'resources-not-found'];
  const { code, out } = await talk(args);
  expect(out).toContain('2025-11-25 over stdio: 0 passed, 0 failed, 1 warnings, 0 not applicable');
  expect(out.match(/^WARNING {2}resources-not-found/gm)).toHaveLength(1);
  expect(out).toMatch(/SHOULD: .+\n {4}https:\/\/modelcontextprotocol\.io\/specification\/2025-11-25\//);
  expect(code).toBe(0);
  expect(await talk([...args, '--strict'])).toMatchObject({ code: 1 });
});

test('tools of others that have the name of one for checks are not called', async () => {
  const { code, out } = await talk([
    'check',
    OFFICIAL,
    '--only',
    'tools-input-validated',
    '--revision',
    '2025-11-25',
    '--all',
  ]);
  expect(out).toContain('not applicable  tools-input-validated  The tool "echo" of the server takes other arguments');
  expect(code).toBe(0);
});

test('servers over HTTP get the headers, and rows are JSON', async () => {
  const seen = new Set<string>();
  const server = new Server({ name: 'seen', version: '1.0.0' });
  const service = await serveHttp(server, {
    port: 0,
    authenticate: (request) => {
      seen.add(String(request.header('x-key')));
      return undefined;
    },
  });
  onTestFinished(() => service.close());
  const { code, out } = await talk(['check', service.url, '--only', 'ping', '--header', 'x-key: 1', '--json']);
  const rows = JSON.parse(out) as { readonly check: string; readonly transport: string; readonly passed: number }[];
  expect(rows.filter(({ passed }) => passed > 0).map(({ transport }) => transport)).toContain('http');
  expect([...seen]).toEqual(['1']);
  expect(code).toBe(0);
});

test.each([
  [['check', OFFICIAL, '--only', 'no-such-check'], 2, 'No check has a name with "no-such-check"'],
  [['check', OFFICIAL, '--revision', '2020-01-01'], 2, 'No checks for revision 2020-01-01'],
  [['check', OFFICIAL, '--revision', '2026-07-28'], 3, 'The server supports none of these revisions'],
  [['check', 'no-such-program x'], 3, 'no-such-program'],
  [['check', 'http://127.0.0.1:9/mcp'], 3, 'fetch failed'],
  [['check', OFFICIAL, '--verbose'], 2, 'check has neither --verbose nor --record'],
  [['bench', OFFICIAL, '--concurrency', '0'], 2, 'Invalid --concurrency "0": expected an integer from 1 to 1000'],
  [['bench', OFFICIAL, 'ech', 'message=x'], 2, 'Did you mean "echo"?'],
])('%j ends with %i', async (args, code, message) => {
  const ran = await talk(args);
  expect(ran.code).toBe(code);
  expect(ran.err).toContain(message);
});

test('a tool is measured, and errors of it are counted', async () => {
  const started = performance.now();
  const { code, out } = await talk([
    'bench',
    OFFICIAL,
    'echo',
    'message=x',
    '--seconds',
    '1',
    '--concurrency',
    '4',
    '--json',
  ]);
  expect(code).toBe(0);
  const measured = JSON.parse(out) as {
    readonly requests: number;
    readonly milliseconds: { readonly [name: string]: number };
  };
  expect(measured).toMatchObject({ errors: 0 });
  expect(measured.requests).toBeGreaterThan(4);
  const { median = 0, p90 = 0, p99 = 0, maximum = 0 } = measured.milliseconds;
  expect(median).toBeGreaterThan(0);
  // Half of the calls took as long or longer, four at a time.
  expect(median * measured.requests).toBeLessThan(2 * 4 * (performance.now() - started));
  expect([median, p90, p99, maximum]).toEqual([median, p90, p99, maximum].toSorted((a, b) => a - b));
  const failing = await talk(['bench', OFFICIAL, 'echo', '--no-check', '--seconds', '1']);
  expect(failing.code).toBe(1);
  expect(failing.out).toMatch(/^(\d+) calls of echo, 1 in flight: \d+ a second, \1 errors$/m);
});

test('a server that is gone ends the measurement, and Ctrl-C ends a check', async () => {
  const began = Date.now();
  const dying = await talk(['bench', `${process.execPath} ${DYING}`, 'echo', '--seconds', '600']);
  expect(dying.code).toBe(3);
  const silent = `${process.execPath} -e "process.stdin.resume()"`;
  const ended = talk(['check', silent], {}, AbortSignal.timeout(500));
  expect((await ended).code).toBe(130);
  expect(Date.now() - began).toBeLessThan(60_000);
});

test.each([
  ['session', '2025-11-25'],
  ['stateless', '2026-07-28'],
])('the era %s is that of %s', async (era, revision) => {
  const server = new Server({ name: 'both', version: '1.0.0' });
  const service = await serveHttp(server, { port: 0 });
  onTestFinished(() => service.close());
  expect((await talk(['info', service.url, '--era', era])).out).toContain(`revision  ${revision} (${era})`);
});
