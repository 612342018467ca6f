/** One version after another becomes a revision of a copy of the project. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { extensionStages, judge } from '../../../scripts/history/judge.mjs';
import { Workspace } from '../../../scripts/history/workspace.mjs';
import { Samples } from '../../support/samples.js';
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

const filesOf = (folder: string): readonly string[] => ['schema.ts', 'directions.ts'].map((name) => join(folder, name));

test('an extension is judged beside the newest release, and leaves nothing to the next version', async () => {
  const workspace = await Workspace.create(ROOT);
  onTestFinished(() => workspace.close());
  const extension = { name: 'tasks', files: filesOf(join(ROOT, 'schema/extensions/tasks')) };
  const stages = extensionStages(workspace, Samples, 'conformance', extension);
  const verdict = await judge(extension, stages);
  expect(verdict).toMatchObject({ reached: 'roundTrip', problems: [], tried: 'roundTrip' });
  expect(verdict.messages).toContainEqual({
    id: 'notification notifications/tasks from the server',
    problem: undefined,
  });
  expect((await workspace.loadRevision()).revision).toMatchObject({
    id: NEWEST,
    server: { requests: { 'tasks/get': {} } },
  });

  await workspace.adopt({ path: await temporaryFolder({ 'schema.ts': schemaText(NEWEST) }), after: NEWEST });
  await workspace.generate();
  expect((await workspace.loadRevision()).revision.server.requests['tasks/get']).toBeUndefined();
});

test('an extension that cannot be generated, or that the SDK does not compile with, stops there', async () => {
  const schema = await readFile(join(ROOT, 'schema/extensions/tasks/schema.ts'), 'utf8');
  const directions = await readFile(join(ROOT, 'schema/extensions/tasks/directions.ts'), 'utf8');
  const workspace = await Workspace.create(ROOT);
  onTestFinished(() => workspace.close());
  const verdictOf = async (text: string) => {
    const files = filesOf(await temporaryFolder({ 'schema.ts': text, 'directions.ts': directions }));
    const extension = { name: 'tasks', files };
    return judge(extension, extensionStages(workspace, Samples, 'built', extension));
  };
  expect(await verdictOf(`${schema}\nexport type Odd = Missing;`)).toMatchObject({
    reached: undefined,
    problems: [expect.stringContaining("Cannot find name 'Missing'")],
  });
  const renamed = await verdictOf(schema.replaceAll('pollIntervalMs', 'pollPauseMs'));
  expect(renamed).toMatchObject({ reached: 'oracle', tried: 'built' });
  expect(renamed.problems[0]).toMatch(/^sdk\/src\/.*error TS/);
});
