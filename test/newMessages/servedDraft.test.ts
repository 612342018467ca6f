/**
 * A revision that the packages do not contain is adopted, generated, compiled, and used: over stdio and HTTP, by a host, and through the
 * bridge from a client of each revision.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { CHANGES, VERSION } from '../fixtures/servedDraft/draft.mjs';
import { runProgram } from '../support/runCli.js';
import { REVISION_IDS, ROOT } from '../support/schemas.js';

/** What a client has seen, by what it did. */
type Seen = { readonly [act: string]: unknown };

let seen: { readonly [way: string]: Seen | undefined };

beforeAll(async () => {
  const { code, stdout, stderr } = await runProgram(ROOT, process.execPath, ['scripts/served.mjs', '--json']);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  ({ seen } = JSON.parse(stdout) as { readonly seen: typeof seen });
});

test('the draft changes at least ten things', () => {
  expect(CHANGES.length).toBeGreaterThanOrEqual(10);
});

test.each(['stdio', 'http', 'bridge from the draft'])('what the draft adds reaches both sides: %s', (way) => {
  expect(seen[way]).toEqual({
    revision: VERSION,
    rank: ['a', 'b'],
    color: 'blue for a wall',
    presence: 'done',
    seen: '[true]',
    warn: 'done',
    fields: [3, 'everyone'],
    quota: '-32031 Used up',
    film: ['video'],
    prompt: 1,
    read: ['cacheScope', 'parts', 'resultType', 'ttlMs'],
    complete: `NOT_EXPRESSIBLE Revision ${VERSION} cannot express a message completion/complete (params of completion/complete): it does not have the method`,
    maintenance: [5, 5],
  });
});

test('a host uses it', () => {
  expect(seen['host']).toEqual({ rank: ['a', 'b'], color: 'green for a wall of one' });
});

test.each(['stdio', 'http'])('a client that does not choose the draft never gets it: %s', (way) => {
  expect(seen[`${way}, without the draft`]).toMatchObject({
    revision: REVISION_IDS.at(-1),
    rank: expect.stringMatching(/^NOT_EXPRESSIBLE /) as unknown,
    color: `Revision ${REVISION_IDS.at(-1)} does not have colors/choose`,
    fields: [],
    film: ['text'],
    read: ['cacheScope', 'contents', 'resultType', 'ttlMs'],
    maintenance: [],
  });
});

test.each(REVISION_IDS)('a client of revision %s reaches a server of the draft through a bridge', (revision) => {
  const invalid = (method: string): string =>
    `-32603 The server behind the bridge answered ${method} with a result that is invalid in revision ${revision} of the client`;
  expect(seen[`bridge from ${revision}`]).toMatchObject({
    revision,
    color: `-32603 The server behind the bridge asks colors/choose, which revision ${revision} of the client does not have`,
    seen: '[]',
    warn: 'done',
    quota: '-32603 Used up',
    film: invalid('tools/call'),
    prompt: 1,
    maintenance: [],
  });
});

test('a client of the draft reaches a server of releases through a bridge, except for results without a required field', () => {
  const invalid = `-32603 The server behind the bridge answered tools/call with a result that is invalid in revision ${VERSION} of the client`;
  expect(seen['bridge to releases']).toMatchObject({
    revision: VERSION,
    rank: `-32601 Method not found: tools/rank. Revision ${REVISION_IDS.at(-1)}, which the server behind the bridge uses, does not have it`,
    warn: invalid,
    quota: '-32031 Used up',
    prompt: 1,
  });
});

test('no package of this repository contains a definition', () => {
  expect(readFileSync(join(ROOT, 'generated/package.json'), 'utf8')).not.toContain('served');
});
