/** One version after another becomes a revision of a copy of the project. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Workspace } from '../../../scripts/history/workspace.mjs';
import { readTree, temporaryFolder } from '../../support/temporaryFolder.js';
import { REVISION_IDS, ROOT, schemaText } from '../../support/schemas.js';

const NEWEST = REVISION_IDS.at(-1) ?? '';
const EARLIER = REVISION_IDS.at(-2) ?? '';

const generatedNames = (): Promise<readonly string[]> => readdir(join(ROOT, 'generated'));

test('a version is beside the release that it became, or after all others, and the next one takes its place', async () => {
  const path = await temporaryFolder({ 'schema.ts': schemaText(NEWEST) });
  const before = await generatedNames();
  const schemas = await readTree(join(ROOT, 'schema'));
  const workspace = await Workspace.create(ROOT);
  onTestFinished(() => workspace.close());

  await workspace.adopt({ path, after: EARLIER });
  expect([workspace.id, workspace.closest]).toEqual(['2026-07-27', NEWEST]);
  const [earlier, adopted] = await workspace.generate();
  expect([earlier?.revision, adopted.revision]).toEqual([EARLIER, '2026-07-27']);
  // The rows of the release hold for it.
  const capabilityOf = (method: string): unknown => adopted.requests.find((each) => each.method === method)?.capability;
  expect(capabilityOf('tools/call')).toBe('tools');
  expect((await workspace.loadRevision()).revision).toMatchObject({ id: '2026-07-27', era: 'stateless' });

  await workspace.adopt({ path, after: NEWEST });
  expect([workspace.id, workspace.closest]).toEqual(['2027-01-01', NEWEST]);
  const [release, draft] = await workspace.generate();
  expect([release?.revision, draft.revision]).toEqual([NEWEST, '2027-01-01']);
  expect((await workspace.loadRevision()).revision.id).toBe('2027-01-01');

  // The work tree is as it was.
  expect(await generatedNames()).toEqual(before);
  expect(await readTree(join(ROOT, 'schema'))).toEqual(schemas);
});

test('a schema that cannot be read stops its version alone', async () => {
  const [broken, right] = [
    await temporaryFolder({ 'schema.ts': 'export type Odd = Missing;' }),
    await temporaryFolder({ 'schema.ts': schemaText(NEWEST) }),
  ];
  const workspace = await Workspace.create(ROOT);
  onTestFinished(() => workspace.close());
  await expect(workspace.adopt({ path: broken, after: NEWEST })).rejects.toThrow("Cannot find name 'Missing'");
  await workspace.adopt({ path: right, after: NEWEST });
  expect((await workspace.generate())[1].revision).toBe('2027-01-01');
});
