/** Our declarations of extensions say what the official ones say: every definition has the official fingerprints. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { deriveJsonSchema } from '../../generator/protocols.js';
import { fingerprintsOf } from '../../generator/model/fingerprints.js';
import { testUnless } from '../support/omissions.js';
import { OFFICIAL, readProjectFile, ROOT } from '../support/schemas.js';

const EXTENSIONS = [
  { name: 'tasks', revision: '2026-07-28', file: 'ext-tasks/schema.ts', definitions: 20, others: [] },
  {
    name: 'apps',
    revision: '2025-11-25',
    file: 'ext-apps/spec.types.d.ts',
    definitions: 39,
    // The official type has all variables, with values that may be undefined, which JSON does not have.
    others: ['McpUiStyles'],
  },
];

/** Extensions whose specification has no schema file. */
const WITHOUT_SCHEMA = ['skills'];

type Fingerprints = { readonly [name: string]: unknown };

async function fingerprints(file: string, revision: string): Promise<Fingerprints> {
  const schema = join(ROOT, `schema/${revision}/schema.ts`);
  const own = fingerprintsOf(JSON.parse(await deriveJsonSchema(schema)));
  const all = fingerprintsOf(JSON.parse(await deriveJsonSchema(schema, [{ file }])));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(own, name)));
}

/** Returns the path of an official schema, or of a copy that imports the revision from here if it imports it from a package. */
function besideRevision(official: string, revision: string): string {
  const text = readFileSync(official, 'utf8');
  const ours = text.replace(/from ["']@modelcontextprotocol\/[^"']+["']/g, `from '../${revision}/schema.js'`);
  if (ours === text) return official;
  const copy = join(ROOT, `schema/extensions/official-${process.pid}.ts`);
  writeFileSync(copy, ours);
  onTestFinished(() => rmSync(copy));
  return copy;
}

test('each extension has a row', () => {
  const folders = readdirSync(join(ROOT, 'schema/extensions'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  expect(folders.map(({ name }) => name).toSorted()).toEqual(
    [...EXTENSIONS.map(({ name }) => name), ...WITHOUT_SCHEMA].toSorted(),
  );
});

for (const { name, revision, file, definitions, others } of EXTENSIONS) {
  const committed = JSON.parse(readProjectFile(`schema/extensions/${name}/fingerprints.json`)) as Fingerprints;

  test(`all definitions of ${name} have the official fingerprints`, async () => {
    expect(Object.keys(committed)).toHaveLength(definitions);
    const own = await fingerprints(join(ROOT, `schema/extensions/${name}/schema.ts`), revision);
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(committed).toSorted());
    const different = Object.keys(own).filter((each) => !isDeepStrictEqual(own[each], committed[each]));
    expect(different).toEqual(others);
  });

  const path = OFFICIAL === undefined ? '' : join(OFFICIAL, 'extensions', file);
  const missing = OFFICIAL === undefined ? 'MCP_OFFICIAL_SCHEMAS is not set' : undefined;
  testUnless(missing, `the official ${file} has the committed fingerprints`, async () => {
    expect(existsSync(path)).toBe(true);
    expect(await fingerprints(besideRevision(path, revision), revision)).toEqual(committed);
  });
}

test('the generated files of extensions are up to date', () => {
  const said = execFileSync(process.execPath, ['scripts/extensions.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' });
  expect(said).toBe('');
});
