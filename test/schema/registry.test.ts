/** The registry of revisions and of facts: schema/revisions.json and the tables are the only lists, and all others follow from them. */

import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as errors from '@mcp-gen/protocol/registry/errors';
import * as features from '@mcp-gen/protocol/registry/features';
import * as headers from '@mcp-gen/protocol/registry/headers';
import * as metaKeys from '@mcp-gen/protocol/registry/metaKeys';
import { describe, expect, test } from 'vitest';
import { buildRegistry, registeredMessages } from '../../generator/analyze/registry.js';
import { buildProtocol } from '../../generator/model/buildProtocol.js';
import { holdsFor, type Range } from '../../generator/model/range.js';
import { readTypeScript } from '../../generator/read/readTypeScript.js';
import { readTables } from '../../generator/read/tables.js';
import { readProjectFile, REVISION_IDS, ROOT, schemaText } from '../support/schemas.js';
import { TABLES } from '../support/tables.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const run = promisify(execFile);

/** The files that scripts/registry.mjs reads and writes beside folders of the registry. */
const FOLLOWING = [
  'generated/package.json',
  'generator/model/revisionRange.ts',
  'generator/model/valueLimits.ts',
  'runtime/src/codegen/v1/valueLimits.ts',
  'runtime/src/revisionRange.ts',
  'runtime/src/session/connect.ts',
  'runtime/src/stateless/stateless.ts',
  'sdk/src/client/changeStream.ts',
  'sdk/src/client/responseCache.ts',
  'sdk/src/client/toolHeaders.ts',
  'sdk/src/conversions/2026-07-28.ts',
  'sdk/src/conversions/modules.ts',
  'sdk/src/server/listening.ts',
  'schema/revisions.json',
  'site/explorer/check/explanations.ts',
] as const;

/** The generated registry, and its copies. */
const REGISTRIES = ['generated/registry', 'runtime/src/registry', 'auth/src/registry', 'generator/registry'] as const;

const REGISTRY = { features, errors, headers, metaKeys };

/** Copies files and folders of the project, and the script, into a folder of their own. */
async function copyOf(...paths: readonly string[]): Promise<string> {
  const copy = await temporaryFolder();
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const script = ['scripts/registry.mjs', 'scripts/formatted.mjs', 'package.json', '.oxfmtrc.json'];
  for (const path of [...paths, ...script]) await cp(join(ROOT, path), join(copy, path), { recursive: true });
  return copy;
}

test('what follows from the registry is up to date', async () => {
  const { stderr } = await run(process.execPath, [join(ROOT, 'scripts/registry.mjs'), '--check']);
  expect(stderr).toBe('');
});

test('a revision that is added to the registry is exported, listed in the sdk, and needs no conversions', async () => {
  const copy = await copyOf(...REGISTRIES, ...FOLLOWING);
  const registry = join(copy, 'schema/revisions.json');
  const rows = JSON.parse(await readFile(registry, 'utf8')) as object[];
  await writeFile(
    registry,
    JSON.stringify([...rows, { ...rows[0], id: '2027-01-01' }, { ...rows[0], id: 'draft', status: 'draft' }]),
  );
  const script = join(copy, 'scripts/registry.mjs');
  await expect(run(process.execPath, [script, '--check'])).rejects.toMatchObject({
    stderr:
      'Out of date: generated/package.json, sdk/src/conversions/modules.ts, site/explorer/check/explanations.ts, sdk/src/conversions/2027-01-01.ts. Run: node scripts/registry.mjs\n',
  });
  await run(process.execPath, [script]);
  const { exports } = JSON.parse(await readFile(join(copy, 'generated/package.json'), 'utf8')) as { exports: object };
  expect(Object.keys(exports)).toEqual(
    expect.arrayContaining(['./2027-01-01', './2027-01-01/payloads', './2027-01-01/explain', './author/2027-01-01']),
  );
  expect(Object.keys(exports).join()).not.toContain('draft');
  const sdk = await readFile(join(copy, 'sdk/src/conversions/modules.ts'), 'utf8');
  expect(sdk).toContain("      ? () => import('./2027-01-01.js')\n      : undefined,\n}");
  expect(sdk).toContain(" | '2027-01-01';");
  const [before, added] = await Promise.all(
    ['2026-07-28', '2027-01-01'].map((id) => readFile(join(copy, `sdk/src/conversions/${id}.ts`), 'utf8')),
  );
  expect(added).toBe(before?.replaceAll('2026-07-28', '2027-01-01'));
});

test('a bundle of one revision keeps what serves revisions without sessions if it is one of them', async () => {
  const copy = await copyOf(...REGISTRIES, ...FOLLOWING);
  const revisions = join(copy, 'generated/registry/revisions.ts');
  const text = await readFile(revisions, 'utf8');
  await writeFile(
    revisions,
    text.replace('} as const', "  '2027-01-01': { era: 'stateless', batching: false },\n} as const"),
  );
  await run(process.execPath, [join(copy, 'scripts/registry.mjs')]);
  for (const path of [
    'runtime/src/session/connect.ts',
    'runtime/src/stateless/stateless.ts',
    'sdk/src/client/changeStream.ts',
    'sdk/src/client/responseCache.ts',
    'sdk/src/client/toolHeaders.ts',
    'sdk/src/server/listening.ts',
  ]) {
    expect(await readFile(join(copy, path), 'utf8')).toMatch(
      /typeof MCP_GEN_REVISION === 'undefined' \|\|\s+MCP_GEN_REVISION === '2026-07-28' \|\|\s+MCP_GEN_REVISION === '2027-01-01'/,
    );
  }
});

test('a generated module of the registry is exported, and copied to the packages that need it', async () => {
  const copy = await copyOf(...REGISTRIES, ...FOLLOWING);
  await writeFile(join(copy, 'generated/registry/more.ts'), 'export {};\n');
  await writeFile(join(copy, 'generated/registry/headers.ts'), 'export {};\n');
  const script = join(copy, 'scripts/registry.mjs');
  await expect(run(process.execPath, [script, '--check'])).rejects.toMatchObject({
    stderr:
      'Out of date: generated/package.json, runtime/src/registry/headers.ts, auth/src/registry/headers.ts. Run: node scripts/registry.mjs\n',
  });
  await run(process.execPath, [script]);
  const { exports } = JSON.parse(await readFile(join(copy, 'generated/package.json'), 'utf8')) as { exports: object };
  expect(Object.keys(exports)).toContain('./registry/more');
  expect(await readFile(join(copy, 'auth/src/registry/headers.ts'), 'utf8')).toBe('export {};\n');
});

describe.each(['features', 'errors', 'headers', 'metaKeys'] as const)('the table "%s"', (table) => {
  const registered = new Map<string, unknown>(Object.entries(REGISTRY[table]));
  const rows = TABLES[table].map((row) => [row.name, row] as const);

  test('has rows', () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)('%s is in the generated registry', (name, row) => {
    const [value, range] = [registered.get(name), rangeOf(row)];
    if ('code' in row) expect(value).toEqual({ code: row.code, ...range });
    else if ('header' in row) expect(value).toBe(row.header.toLowerCase());
    else if ('key' in row) expect(value).toBe(row.key);
    else if (row.place === undefined) expect(value).toEqual({ feature: name, ...range });
    else
      expect(REVISION_IDS, `No revision has ${row.place}`).toContain((value as { since?: string } | undefined)?.since);
  });

  test('has no name twice in one revision', () => {
    for (const revision of REVISION_IDS) {
      const names = TABLES[table].filter((row) => holdsFor(row, revision)).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  });
});

test('a message is as old as its row says, even if only a later revision is compiled', () => {
  const protocol = buildProtocol(readTypeScript(schemaText('2025-11-25'), 'schema.ts'), '2025-11-25', TABLES);
  expect(registeredMessages([protocol]).find(({ method }) => method === 'ping')?.since).toBe('2024-11-05');
});

test('the tables that docs/revisions.md shows are accepted, and in the registry', async () => {
  const [, json = ''] = /<!-- tables -->\n\n```json\n(.*?)```/s.exec(readProjectFile('docs/revisions.md')) ?? [];
  const folder = await temporaryFolder({ 'overrides.json': json });
  const schema = schemaText('2025-11-25').replace(/(export interface Tool .*?\{)/s, '$1\n  cost?: number;');
  const tables = await readTables(folder);
  const protocol = buildProtocol(readTypeScript(schema, 'schema.ts'), '2025-11-25', tables);
  const { features, errors, headers, metaKeys } = buildRegistry([protocol]);
  const names = [features, errors, headers, metaKeys].map((each) => each.map(({ name }) => name));
  expect(names).toEqual([
    expect.arrayContaining(['toolCosts', 'signedRequests']),
    expect.arrayContaining(['QuotaExceeded']),
    expect.arrayContaining(['signature']),
    expect.arrayContaining(['tenant']),
  ]);
});

/** The range of a row as the registry has it. */
function rangeOf({ from, until }: Partial<Range>): object {
  return { since: from, ...(until !== undefined && { until }) };
}
