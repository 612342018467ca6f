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

const NAMED = { name: 'x', what: 'It is.', from: '2027-01-01', source: 'a page' };
const FEATURE = { name: 'x', what: 'It is.', place: 'Tool.x' };
const ERROR = { ...NAMED, code: -32_050 };
const HEADER = { ...NAMED, header: 'Mcp-X2' };
const META_KEY = { ...NAMED, key: 'com.example/x' };

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

describe('rows about names', () => {
  const tables = { features: [FEATURE], errors: [ERROR], headers: [HEADER], metaKeys: [META_KEY] } as const;
  const names = ['features', 'errors', 'headers', 'metaKeys'] as const;

  test('are added', async () => {
    const found = await read(tables);
    for (const name of names) expect(found[name]).toEqual([...TABLES[name], ...tables[name]]);
  });

  test('apply from their first revision to their last one', async () => {
    const found = await read({ ...tables, headers: [{ ...HEADER, until: '2027-06-01' }] });
    const namesOf = (revision: string): readonly string[] => {
      const row = { ...found.revisions[0], id: revision } as (typeof found.revisions)[number];
      const facts = factsOf(revision, { ...found, revisions: [...found.revisions, row] });
      return names.filter((table) => facts[table].some(({ name }) => name === 'x'));
    };
    expect(namesOf('2026-12-31')).toEqual(['features']);
    expect(namesOf('2027-01-01')).toEqual(names);
    expect(namesOf('2027-06-02')).toEqual(['features', 'errors', 'metaKeys']);
  });

  test('replace those of mcp-gen with the same name and first revision, in their place', async () => {
    const [first, ...others] = TABLES.headers;
    const row = { ...first, header: 'X-Session', until: '2025-03-26' };
    expect((await read({ headers: [row] })).headers).toEqual([row, ...others]);
    const [feature, ...features] = TABLES.features;
    const moved = { ...feature, place: 'Tool.moved' };
    expect((await read({ features: [moved] })).features).toEqual([moved, ...features]);
  });

  test('may have a name again, for other revisions', async () => {
    const again = { ...ERROR, from: '2026-07-28', name: 'ResourceNotFound' };
    expect((await read({ errors: [again] })).errors).toEqual([...TABLES.errors, again]);
  });

  test('of the prose need no place, and those at a place no source', async () => {
    const { place: _, ...prose } = { ...FEATURE, ...NAMED };
    expect((await read({ features: [prose] })).features.at(-1)).toEqual(prose);
  });
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
    [{ methods: [{ ...METHOD, capability: 7 }] }, '"capability" of row 1 of "methods" is not'],
    [{ methods: [{ ...METHOD, capability: 'nonsense path' }] }, '"capability" of row 1 of "methods" is not'],
    [{ methods: [{ ...METHOD, until: '2026-01-01' }] }, 'The row for x/do ends before it starts'],
    [{ methods: [{ ...METHOD, from: '2026-07-27' }] }, 'The row for x/do names 2026-07-27, which is not a revision'],
    [{ errata: [{ ...ERRATUM, from: '2025-01-01' }] }, 'names 2025-01-01, which is not a revision'],
    [{ headers: [{ ...NAMED, header: 'X-Y', from: '2025-01-01' }] }, 'The row for x names 2025-01-01, which is not'],
    [
      { features: [{ ...FEATURE, from: '2025-03-26', until: '2025-06-19' }] },
      'names 2025-06-19, which is not a revision',
    ],
    [
      { methods: [{ ...METHOD, method: 'tools/list', from: '2026-07-28' }] },
      'Two rows for tools/list apply to 2026-07-28: 2024-11-05 to and 2026-07-28 to',
    ],
    [{ methods: [{ ...METHOD, lifecycle: false }] }, '"lifecycle" of row 1 of "methods" is not true'],
    [{ methods: [{ ...METHOD, capability: 'extensions.com.example' }] }, '"capability" of row 1 of "methods" is not'],
    [
      { methods: [{ ...METHOD, extension: 'ui' }] },
      '"extension" of row 1 of "methods" is not the identifier of an extension',
    ],
    [{ methods: [{ ...METHOD, untill: '' }] }, 'Unknown property "untill" of row 1 of "methods"'],
    [{ errata: [{ ...ERRATUM, direction: 'up' }] }, '"direction" of row 1 of "errata" is not'],
    [{ errata: [{ ...ERRATUM, correction: { kind: 'minItems' } }] }, '"correction" of row 1 of "errata" is not'],
    [
      { errata: [{ ...ERRATUM, correction: { kind: 'format', format: 'uri' } }] },
      '"correction" of row 1 of "errata" is not',
    ],
    [
      { methods: [{ ...METHOD, changes: true }] },
      '"changes" of row 1 of "methods" is not the method of a notification',
    ],
    [{ errors: {} }, 'Expected an array of objects in the table "errors"'],
    [{ features: ['x'] }, 'Expected an array of objects in the table "features"'],
    ...Object.entries({ features: FEATURE, errors: ERROR, headers: HEADER, metaKeys: META_KEY }).flatMap(
      ([table, row]): [unknown, string][] => [
        [{ [table]: [{ ...row, name: 'no-name' }] }, `"name" of row 1 of "${table}" is not a name in code`],
        [{ [table]: [{ ...row, name: 'two words' }] }, `"name" of row 1 of "${table}" is not a name in code`],
        [{ [table]: [row, { ...row, what: 7 }] }, `"what" of row 2 of "${table}" is not a sentence`],
        [{ [table]: [{ ...row, from: 2027 }] }, `"from" of row 1 of "${table}" is not a revision`],
        [{ [table]: [{ ...row, until: 2027 }] }, `"until" of row 1 of "${table}" is not a revision`],
        [{ [table]: [{ ...row, source: 1 }] }, `"source" of row 1 of "${table}" is not a page of the specification`],
        [{ [table]: [{ ...row, sorce: '' }] }, `Unknown property "sorce" of row 1 of "${table}"`],
        [{ [table]: [{ ...row, from: '2027-02-01', until: '2027-01-01' }] }, 'The row for x ends before it starts'],
      ],
    ),
    ...Object.entries({ errors: ERROR, headers: HEADER, metaKeys: META_KEY }).flatMap(
      ([table, { from: _from, source: _source, ...row }]): [unknown, string][] => [
        [{ [table]: [{ ...row, source: 'a page' }] }, `"from" of row 1 of "${table}" is not a revision`],
        [{ [table]: [{ ...row, from: '2027' }] }, `"source" of row 1 of "${table}" is not a page of the specification`],
      ],
    ),
    [{ features: [{ ...FEATURE, place: 1 }] }, '"place" of row 1 of "features" is not a definition'],
    [
      { features: [{ name: 'x', what: 'It is.' }] },
      'The row for the feature x has neither "place" nor "from" and "source"',
    ],
    [
      { features: [{ name: 'x', what: 'It is.', from: '2027-01-01' }] },
      'The row for the feature x has neither "place" nor "from" and "source"',
    ],
    [
      { features: [{ name: 'x', what: 'It is.', source: 'a page' }] },
      'The row for the feature x has neither "place" nor "from" and "source"',
    ],
    [{ errors: [{ ...ERROR, code: 1.5 }] }, '"code" of row 1 of "errors" is not an integer'],
    [{ headers: [{ ...HEADER, header: 'Mcp X' }] }, '"header" of row 1 of "headers" is not the name of an HTTP header'],
    [{ metaKeys: [{ ...META_KEY, key: 1 }] }, '"key" of row 1 of "metaKeys" is not a key of _meta'],
    [
      { features: [{ ...FEATURE, name: 'icons', from: '2026-07-28' }] },
      'Two rows for icons in "features" apply to 2026-07-28: every revision and 2026-07-28 to',
    ],
    [
      { errors: [{ ...ERROR, name: 'ResourceNotFound', from: '2025-11-25' }] },
      'Two rows for ResourceNotFound in "errors" apply to 2025-11-25: 2024-11-05 to 2025-11-25 and 2025-11-25 to',
    ],
    [
      {
        metaKeys: [
          { ...META_KEY, from: '2024-11-05' },
          { ...META_KEY, from: '2025-03-26' },
        ],
      },
      'Two rows for x in "metaKeys" apply to 2025-03-26: 2024-11-05 to and 2025-03-26 to',
    ],
  ])('%j', async (overrides, message) => {
    const error: unknown = await read(overrides).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SchemaProblems);
    const { problems } = error as SchemaProblems;
    expect(problems).toMatchObject([{ message: expect.stringContaining(message) as unknown }]);
    expect(problems[0]?.file).toMatch(/overrides\.json$/);
    expect(problems[0]?.remedy).not.toBe('');
  });
});
