/** Our declarations of extensions say what the official ones say: every definition has the official fingerprints. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveJsonSchema } from '../../generator/protocols.js';
import { fingerprintsOf } from '../../generator/model/fingerprints.js';
import { testUnless } from '../support/omissions.js';
import { OFFICIAL, readProjectFile, ROOT } from '../support/schemas.js';

const REVISION = join(ROOT, 'schema/2026-07-28/schema.ts');

const EXTENSIONS = [{ name: 'tasks', file: 'ext-tasks/schema.ts', definitions: 20 }];

/** Extensions whose specification has no schema file. */
const WITHOUT_SCHEMA = ['skills'];

async function fingerprints(file: string): Promise<object> {
  const own = fingerprintsOf(JSON.parse(await deriveJsonSchema(REVISION)));
  const all = fingerprintsOf(JSON.parse(await deriveJsonSchema(REVISION, [{ file }])));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(own, name)));
}

test('each extension has a row', () => {
  expect(readdirSync(join(ROOT, 'schema/extensions')).toSorted()).toEqual(
    [...EXTENSIONS.map(({ name }) => name), ...WITHOUT_SCHEMA].toSorted(),
  );
});

for (const { name, file, definitions } of EXTENSIONS) {
  const committed = JSON.parse(readProjectFile(`schema/extensions/${name}/fingerprints.json`)) as object;

  test(`all definitions of ${name} have the official fingerprints`, async () => {
    expect(Object.keys(committed)).toHaveLength(definitions);
    expect(await fingerprints(join(ROOT, `schema/extensions/${name}/schema.ts`))).toEqual(committed);
  });

  const path = OFFICIAL === undefined ? '' : join(OFFICIAL, 'extensions', file);
  const missing = OFFICIAL === undefined ? 'MCP_OFFICIAL_SCHEMAS is not set' : undefined;
  testUnless(missing, `the official ${file} has the committed fingerprints`, async () => {
    expect(existsSync(path)).toBe(true);
    expect(await fingerprints(path)).toEqual(committed);
  });
}

test('the generated files of extensions are up to date', () => {
  const said = execFileSync(process.execPath, ['scripts/extensions.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' });
  expect(said).toBe('');
});
