/** Capabilities that revisions have in different shapes: one that a revision does not accept is left out there, and reported once. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram, generateNewMembers } from '../support/newMessages.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const PROGRAM = join(ROOT, 'test/fixtures/newMessages/lostCapabilities.ts');

const NEWER = 'drawing?: string[];';
const EARLIER = 'drawing?: { pens?: { [name: string]: object } };';

let folder: string;
let seen: { readonly [name: string]: unknown };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  const both = (member: string): { readonly [name: string]: string } => ({
    ServerCapabilities: member,
    ClientCapabilities: member,
  });
  await generateNewMembers(folder, both(NEWER), both(EARLIER));
  const bundle = await bundleProgram(folder, PROGRAM);
  const { code, stdout, stderr } = await runProgram(folder, process.execPath, [bundle]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  seen = JSON.parse(stdout) as typeof seen;
});

afterAll(() => rm(folder, { recursive: true, maxRetries: 3 }));

const TOOLS = { listChanged: true, kinds: ['fast'] };
const LOGGING = { logging: {} };
/** What the bridge declares for clients of the earlier revision. */
const EXTENSIONS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const lost = (side: string, message: string): string =>
  `${side}: ${message}: /capabilities/drawing: a capability in another shape`;
const IN_EARLIER = 'initialize of 2025-11-25';
const IN_NEWEST = 'server/discover of 2026-07-28';

test.each(['earlier', 'earlierHttp'])('a session of the earlier revision works without it: %s', (name) => {
  expect(seen[name]).toEqual({
    seen: { server: { ...LOGGING, tools: TOOLS }, client: { tools: { kinds: ['fast'] } } },
    // One server, and a client for each connection.
    reports: [lost('client', IN_EARLIER), lost('server', IN_EARLIER), lost('client', IN_EARLIER)],
  });
});

test.each(['newest', 'newestHttp'])('the newest revision has it: %s', (name) => {
  expect(seen[name]).toEqual({
    seen: {
      server: { ...LOGGING, tools: TOOLS, drawing: ['red'] },
      client: { tools: { kinds: ['fast'] }, drawing: ['red'] },
    },
    reports: [],
  });
});

test('a bridge leaves it out for both sides', () => {
  expect(seen['bridgedEarlier']).toEqual({
    seen: { server: { ...LOGGING, tools: TOOLS }, client: { ...EXTENSIONS, tools: {} } },
    reports: [lost('bridge', IN_NEWEST), lost('bridge', IN_EARLIER)],
  });
  expect(seen['bridgedNewest']).toEqual({
    seen: {
      server: { ...LOGGING, tools: { listChanged: true } },
      client: { tools: { kinds: ['fast'] } },
    },
    reports: [lost('bridge', IN_EARLIER), lost('bridge', IN_NEWEST)],
  });
});
