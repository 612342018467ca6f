/** Definitions of revisions that the packages do not contain: whose names they may have, and how long they hold. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { definitionOf, pause } from '@mcp-gen/runtime';
import { defineRevision, type RevisionDefinition, type RevisionFacts } from '@mcp-gen/runtime/codegen/v1/served';
import { revision as newest } from '@mcp-gen/protocol/2026-07-28';
import { Server, type RevisionChoice } from '@mcp-gen/sdk';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { afterAll, expect, test } from 'vitest';
import { hasRequest, REQUESTS, setDefinitions } from '../../../sdk/src/registry.js';
import { revisionIds } from '../../../sdk/src/revisions.js';
import { keepNothing } from '../../support/leftovers/keeping.js';

const info = { name: 'one', version: '1.0.0' };

// Definitions hold until they are collected: the tests of other files would find their messages.
afterAll(() => setDefinitions([]));

/** The newest release under another name, with one more request of clients. */
function definitionAs(id: string, facts: Partial<RevisionFacts> = {}, method = 'tools/rank'): RevisionDefinition {
  const { server } = newest;
  const rank = { ...server.requests['tools/list'], name: 'rank', params: () => true, result: () => true };
  const requests: typeof server.requests = { ...server.requests, [method]: rank };
  const rows = Object.entries(requests).map(([each, { name }]) => [each, { name, sender: 'client' }]);
  return defineRevision({
    id,
    era: 'stateless',
    requests: Object.fromEntries(rows) as RevisionFacts['requests'],
    notifications: {},
    features: [],
    errors: [],
    capabilities: { client: [], server: ['tools'] },
    load: () => Promise.resolve({ ...newest, id, server: { ...server, requests } }),
    ...facts,
  });
}

function serverOf(revisions: readonly RevisionChoice[]): Server {
  return new Server(info, { revisions }).method(
    'tools/rank' as never,
    (() => ({ resultType: 'complete', ranked: [] })) as never,
  );
}

test('two different definitions cannot have one name', () => {
  const draft = definitionAs('DRAFT-one');
  expect(revisionIds([draft, '2026-07-28', { ...draft }])).toEqual(['DRAFT-one', '2026-07-28', 'DRAFT-one']);
  const message =
    'Two definitions of DRAFT-one in this process differ. Give one another "protocolVersion" in revisions.json';
  expect(() => revisionIds([definitionAs('DRAFT-one', { errors: [-32031] })])).toThrow(message);
  expect(() => revisionIds([{ ...draft, errors: [-32031] }])).toThrow(message);
  expect(draft.id).toBe('DRAFT-one');
});

test('a program without a release of its era cannot use a definition', () => {
  const program = { releases: { '2025-11-25': {}, '2026-07-28': undefined }, known: undefined };
  expect(() => definitionAs('DRAFT-one').choose({ ...program, isStateless: (id) => id > '2026' })).toThrow(
    'No revision of this bundle has the era stateless',
  );
});

const whole = definitionAs('DRAFT');
const FACTS = ['id', 'era', 'requests', 'notifications', 'features', 'errors', 'capabilities', 'load'];

test.each<readonly [what: string, given: unknown, shown: string]>([
  ['null', null, 'null'],
  ['undefined', undefined, 'undefined'],
  ['a number', 42, '42'],
  ['an unknown name', '2023-01-01', '"2023-01-01"'],
  ['a module', { draft: whole }, '{"draft":{"id":"DRAFT","era":"stateless"'],
  ['facts alone', { id: 'DRAFT', load: whole.load }, '{"id":"DRAFT"}'],
  ...FACTS.map((name) => [`a definition without ${name}`, { ...whole, [name]: undefined }, '{'] as const),
  ['a definition of another era', { ...whole, era: 'later' }, '{"id":"DRAFT","era":"later"'],
  ['a definition with the name of a release', { ...whole, id: '2026-07-28' }, '{"id":"2026-07-28",'],
])('%s is not supported', (_, given, shown) => {
  expect(() => serverOf([given as RevisionChoice])).toThrow(`Unsupported revision ${shown}`);
  expect(() => serverOf([given as RevisionChoice])).toThrow(
    /\. Others need a definition \(docs.revisions.md: Serving a draft\)$/,
  );
});

test('no release has the messages of a draft, also if its name is an earlier date', () => {
  const draft = definitionAs('2026-01-01', {}, 'tools/sort');
  expect(revisionIds([draft])).toEqual(['2026-01-01']);
  expect(['2026-01-01', '2025-11-25', '2026-07-28'].map((id) => hasRequest('tools/sort', id))).toEqual([
    true,
    false,
    false,
  ]);
  expect(draft.id).toBe('2026-01-01');
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function collected(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    collect();
    await pause(1);
  }
}

test('a definition holds as long as a server or a client has it in its options, and not longer', async () => {
  keepNothing();
  const references: WeakRef<RevisionDefinition>[] = [];
  const definition = (): RevisionDefinition => {
    const made = definitionAs('DRAFT-kept');
    references.push(new WeakRef(made));
    return made;
  };
  const held = async (): Promise<readonly boolean[]> => {
    await collected();
    return references.map((reference) => reference.deref() !== undefined);
  };
  const all: { server?: Server | undefined; client?: Client | undefined } = {};
  all.server = serverOf([definition()]);
  all.client = await connect(inProcess(all.server), { revisions: [definition()] });
  expect(await held()).toEqual([true, true]);
  expect(await all.client.request('tools/rank' as never, {} as never)).toMatchObject({ ranked: [] });
  expect(definitionOf('DRAFT-kept')).toBe(references[0]?.deref());
  await all.client.close();
  all.client = undefined;
  all.server = undefined;
  expect(await held()).toEqual([false, false]);
  expect(definitionOf('DRAFT-kept')).toBeUndefined();
  // No other test of this file has left a definition.
  revisionIds([definitionAs('DRAFT-next')]);
  expect(REQUESTS['tools/rank']?.since).toBe('DRAFT-next');
});
