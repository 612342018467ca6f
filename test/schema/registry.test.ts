/** schema/revisions.json is the only list of revisions: all others follow from it. */

import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const run = promisify(execFile);

test('what follows from the registry is up to date', async () => {
  const { stderr } = await run(process.execPath, [join(ROOT, 'scripts/registry.mjs'), '--check']);
  expect(stderr).toBe('');
});

test('a revision that is added to the registry is exported, and listed in the sdk', async () => {
  const copy = await temporaryFolder();
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const files = [
    'generated/package.json',
    'sdk/src/conversions/modules.ts',
    'sdk/src/revisions.ts',
    'sdk/src/era.ts',
    'schema/revisions.json',
  ];
  for (const path of [...files, 'scripts/registry.mjs', 'scripts/formatted.mjs', 'package.json', '.oxfmtrc.json']) {
    await cp(join(ROOT, path), join(copy, path));
  }
  const registry = join(copy, 'schema/revisions.json');
  const rows = JSON.parse(await readFile(registry, 'utf8')) as object[];
  await writeFile(
    registry,
    JSON.stringify([...rows, { ...rows[0], id: '2027-01-01' }, { ...rows[0], id: 'draft', status: 'draft' }]),
  );
  const script = join(copy, 'scripts/registry.mjs');
  await expect(run(process.execPath, [script, '--check'])).rejects.toMatchObject({
    stderr:
      'Out of date: generated/package.json, sdk/src/conversions/modules.ts, sdk/src/revisions.ts. Run: node scripts/registry.mjs\n',
  });
  await run(process.execPath, [script]);
  const { exports } = JSON.parse(await readFile(join(copy, 'generated/package.json'), 'utf8')) as { exports: object };
  expect(Object.keys(exports)).toEqual(
    expect.arrayContaining(['./2027-01-01', './2027-01-01/explain', './author/2027-01-01']),
  );
  expect(Object.keys(exports).join()).not.toContain('draft');
  const sdk = await readFile(join(copy, 'sdk/src/revisions.ts'), 'utf8');
  expect(sdk).toContain("  '2027-01-01': MODULES['2027-01-01'],\n}");
  expect(sdk).toContain(" | '2027-01-01';");
});
