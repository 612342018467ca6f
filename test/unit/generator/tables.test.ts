/** The decisions of a schema folder, on top of those of mcp-gen. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../generator/model/facts.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { readTables } from '../../../generator/read/tables.js';
import { TABLES } from '../../support/tables.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const METHOD = { method: 'x/do', from: '2027-01-01', capability: 'x', source: 'a page' };
const ERRATUM = {
  place: 'A.b',
  from: '2027-01-01',
  wrong: 'It is wrong.',
  direction: 'both',
  correction: { kind: 'optional' },
  reason: 'It is.',
  source: 'a page',
};

async function read(overrides: unknown) {
  return readTables(await temporaryFolder({ 'overrides.json': JSON.stringify(overrides) }));
}

test('a folder without tables has those of mcp-gen', async () => {
  expect(await readTables(await temporaryFolder())).toEqual(TABLES);
});

test('rows of a folder are added', async () => {
  const { revisions, methods, errata } = await read({ methods: [METHOD], errata: [ERRATUM] });
  expect(revisions).toEqual(TABLES.revisions);
  expect(methods).toEqual([...TABLES.methods, METHOD]);
  expect(errata).toEqual([...TABLES.errata, ERRATUM]);
});

test('a row replaces the one of mcp-gen for the same method and first revision, in its place', async () => {
  const row = { ...METHOD, method: 'tools/list', from: '2024-11-05', until: '2026-07-28' };
  const { methods } = await read({ methods: [row] });
  expect(methods).toEqual(TABLES.methods.map((each) => (each.method === 'tools/list' ? row : each)));
});

describe('a row of an extension', () => {
  const ROW = { ...METHOD, extension: 'com.example/x', capability: 'extensions.com.example/x' };

  test('stands beside one of the protocol itself for the same method', async () => {
    const row = { ...ROW, method: 'tools/list', from: '2024-11-05' };
    const { methods } = await read({ methods: [row] });
    expect(methods).toEqual([...TABLES.methods, row]);
    expect(factsOf('2025-11-25', await read({ methods: [row] })).methods.get('tools/list')).not.toHaveProperty(
      'extension',
    );
  });

  test('counts before one of mcp-gen for the same method of another extension', async () => {
    const row = { ...ROW, method: 'tasks/update', from: '2025-11-25' };
    const facts = factsOf('2026-07-28', await read({ methods: [row] }));
    expect(facts.extensionMethods.get('tasks/update')).toEqual(row);
  });

  test('is read beside the file of the extension', async () => {
    const folder = await temporaryFolder({ 'overrides.json': JSON.stringify({ methods: [ROW] }) });
    const { methods } = await readTables(await temporaryFolder(), [{ file: join(folder, 'x.ts') }]);
    expect(methods).toEqual([...TABLES.methods, ROW]);
  });
});

describe('refused', () => {
  test.each<[unknown, string]>([
    [[], 'Expected an object'],
    [{ method: [] }, 'Unknown table "method"'],
    [{ methods: [{ ...METHOD, capability: 7 }] }, '"capability" of row 1 is not'],
    [{ methods: [{ ...METHOD, capability: 'nonsense path' }] }, '"capability" of row 1 is not'],
    [{ methods: [{ ...METHOD, until: '2026-01-01' }] }, 'The row for x/do ends before it starts'],
    [
      { methods: [{ ...METHOD, method: 'tools/list', from: '2026-07-28' }] },
      'Two rows for tools/list apply to 2026-07-28: 2024-11-05 to and 2026-07-28 to',
    ],
    [{ methods: [{ ...METHOD, lifecycle: false }] }, '"lifecycle" of row 1 is not true'],
    [{ methods: [{ ...METHOD, capability: 'extensions.com.example' }] }, '"capability" of row 1 is not'],
    [{ methods: [{ ...METHOD, extension: 'ui' }] }, '"extension" of row 1 is not the identifier of an extension'],
    [{ methods: [{ ...METHOD, untill: '' }] }, 'Unknown property "untill" of row 1'],
    [{ errata: [{ ...ERRATUM, direction: 'up' }] }, '"direction" of row 1 is not'],
    [{ errata: [{ ...ERRATUM, correction: { kind: 'minItems' } }] }, '"correction" of row 1 is not'],
    [{ errata: [{ ...ERRATUM, correction: { kind: 'format', format: 'uri' } }] }, '"correction" of row 1 is not'],
  ])('%j', async (overrides, message) => {
    const error: unknown = await read(overrides).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SchemaProblems);
    const { problems } = error as SchemaProblems;
    expect(problems).toMatchObject([{ message: expect.stringContaining(message) as unknown }]);
    expect(problems[0]?.file).toMatch(/overrides\.json$/);
  });
});
