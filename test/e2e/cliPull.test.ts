/** `mcp-gen pull`, from servers on this machine and from folders. */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deriveJsonSchema } from '../../generator/protocols.js';
import { readRevisions } from '../../generator/read/revisions.js';
import { serveFiles, startServer } from '../support/httpServer.js';
import { testUnless } from '../support/omissions.js';
import { runCli } from '../support/runCli.js';
import { OFFICIAL, officialFileMissing, ROOT } from '../support/schemas.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const SCRIPT = 'export interface A { a: string }\n';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A schema folder with two revisions on record, and what the official repository has of them. */
async function setting(): Promise<{ schema: string; files: { [path: string]: string } }> {
  const json = await deriveJsonSchema(join(await temporaryFolder({ 'schema.ts': SCRIPT }), 'schema.ts'));
  const rows = ['r1', 'r2'].map((id) => ({
    id,
    status: 'released',
    era: 'session',
    batching: { allowed: false, source: 'a page' },
    metadataKeys: { stated: false, source: 'a page' },
    dialect: 'draft-07',
    schema: { path: `schema/${id}/schema.ts`, sha256: sha256(SCRIPT) },
    jsonSchema: { path: `schema/${id}/schema.json`, sha256: sha256(json) },
  }));
  const schema = await temporaryFolder({
    'revisions.json': JSON.stringify(rows),
    'r1/schema.ts': SCRIPT,
    'r2/schema.ts': SCRIPT,
  });
  const files = Object.fromEntries(
    rows.flatMap((row) => [
      [row.schema.path, SCRIPT],
      [row.jsonSchema.path, json],
    ]),
  );
  return { schema, files };
}

test('all revisions on record, from a server; a second run writes nothing', async () => {
  const { schema, files } = await setting();
  const url = await serveFiles(files);
  const folder = await temporaryFolder();
  const { code, stdout } = await runCli(folder, 'pull', '--schema', schema, '--from', url.href);
  expect(stdout.split('\n')).toEqual([
    'r1  as on record; 1 definition, equal to ours',
    'r2  as on record; 1 definition, equal to ours',
    'official: 4 files written, 0 unchanged.',
    expect.stringContaining('MCP_OFFICIAL_SCHEMAS='),
    '',
  ]);
  expect(code).toBe(0);
  const written = Object.entries(files).map(([path, text]) => [join(path.replace('schema/', 'official/')), text]);
  expect(await readTree(folder)).toEqual(Object.fromEntries(written));

  const again = await runCli(folder, 'pull', '--schema', schema, '--from', url.href);
  expect(again.stdout).toContain('official: 0 files written, 4 unchanged.');

  await writeFile(join(folder, 'official/r1/schema.ts'), 'mine');
  const args = ['pull', 'r1', '--schema', schema, '--from', url.href];
  expect(await runCli(folder, ...args)).toMatchObject({ code: 2 });
  expect(await runCli(folder, ...args, '--force')).toMatchObject({ code: 0 });
  expect((await readTree(folder))[join('official/r1/schema.ts')]).toBe(SCRIPT);
});

test('of many differences, 20 are shown and the rest is counted', async () => {
  const { schema, files } = await setting();
  const path = 'schema/r2/schema.json';
  const whole = JSON.parse(files[path] ?? '') as { definitions: object };
  const added = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`B${index}`, { type: 'string' }]));
  const amended = JSON.stringify({ ...whole, definitions: { ...whole.definitions, ...added } });
  const url = await serveFiles({ ...files, [path]: amended });
  const { stdout } = await runCli(await temporaryFolder(), 'pull', '--schema', schema, '--from', url.href);
  const [, ours = ''] = stdout.split('schema.json against our schema (-):\n');
  const [shown = '', rest = ''] = ours.split('  ... and ');
  expect(shown.match(/^ {4}B\d+ is new$/gm)).toHaveLength(20);
  expect(rest).toMatch(/^3 more\n/);
});

test('an amended file is shown, with both digests, and written; the exit code is 1', async () => {
  const { schema, files } = await setting();
  const amended = SCRIPT.replace('string', 'boolean');
  const url = await serveFiles({ ...files, 'schema/r2/schema.ts': amended });
  const folder = await temporaryFolder();
  const { code, stdout } = await runCli(folder, 'pull', '--schema', schema, '--from', url.href, '--out', 'o');
  expect(code).toBe(1);
  expect(stdout).toContain(`
r2  changed upstream; 1 definition, equal to ours
  schema.ts has changed upstream since it was recorded
    recorded  ${sha256(SCRIPT)}
    pulled    ${sha256(amended)}
  schema.json against the JSON Schema derived from its schema.ts (-):
    A has changed
            "a": {
      -       "type": "boolean"
      +       "type": "string"
`);
  expect((await readTree(folder))[join('o', 'r2', 'schema.ts')]).toBe(amended);
});

test('an amended comment is a finding, too', async () => {
  const { schema, files } = await setting();
  const url = await serveFiles({ ...files, 'schema/r1/schema.ts': `/** New words. */\n${SCRIPT}` });
  const folder = await temporaryFolder();
  const { code, stdout } = await runCli(folder, 'pull', 'r1', '--schema', schema, '--from', url.href);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^r1 {2}changed upstream; 1 definition, equal to ours\n {2}schema.ts has changed upstream/);
});

test('one JSON object for programs', async () => {
  const { schema, files } = await setting();
  const url = await serveFiles({ ...files, 'schema/r1/schema.json': '<html>' });
  const folder = await temporaryFolder();
  const args = ['--schema', schema, '--from', url.href, '--json'];
  const { code, stdout, stderr } = await runCli(folder, 'pull', ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    from: url.href,
    out: 'official',
    revisions: [
      { id: 'r2', files: [{ name: 'schema.ts', amended: false, written: true }, { name: 'schema.json' }], ours: [] },
      { id: 'r1', error: { message: expect.stringContaining('The pulled schema.json of r1 is not a JSON Schema') } },
    ],
  });
});

test('a revision that cannot be had leaves nothing behind, and the others come', async () => {
  const { schema, files } = await setting();
  const url = await startServer(({ url }, response) => {
    const text = files[(url ?? '').slice(1)] ?? '';
    const cut = url === '/schema/r1/schema.json';
    response.writeHead(200, { 'content-length': text.length });
    if (cut) response.write(text.slice(0, 10), () => response.destroy());
    else response.end(text);
  });
  const folder = await temporaryFolder();
  const { code, stdout } = await runCli(folder, 'pull', '--schema', schema, '--from', url.href, '--out', '.');
  expect(code).toBe(2);
  expect(stdout).toMatch(/^r1 {2}not pulled, nothing written: \S+ broke off after \d+ bytes: .+$/m);
  expect(Object.keys(await readTree(folder)).sort()).toEqual([join('r2', 'schema.json'), join('r2', 'schema.ts')]);
});

test('from a folder, one revision', async () => {
  const { schema, files } = await setting();
  const clone = await temporaryFolder(files);
  const folder = await temporaryFolder();
  const { code, stdout } = await runCli(folder, 'pull', 'r2', '--schema', schema, '--from', join(clone, 'schema'));
  expect(code).toBe(0);
  expect(stdout).toContain('official: 2 files written');
  const missing = await runCli(folder, 'pull', 'r2', '--schema', schema, '--from', clone);
  expect(missing.code).toBe(2);
});

test('a revision that is not on record is pulled too', async () => {
  const { schema, files } = await setting();
  const news = Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('/r1/', '/r3/'), text]));
  const folder = await temporaryFolder();
  const url = await serveFiles(news);
  const { code, stdout } = await runCli(folder, 'pull', 'r3', '--schema', schema, '--from', url.href);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('official: 2 files written') as string });
  expect(stdout).toContain('r3  not on record; 1 definition');
});

describe('wrong usage', () => {
  test.each([
    [['../r3'], 'Invalid revision name "../r3".'],
    [['--from', 'http://example.com/'], 'Use https, or http for localhost.'],
    [['--from', 'ftp://example.com/'], 'Use https, or http for localhost'],
    [['--schema', '.'], '. has no revisions.json'],
  ])('%j', async (args, message) => {
    const { schema } = await setting();
    const folder = await temporaryFolder();
    const { code, stdout, stderr } = await runCli(folder, 'pull', '--schema', schema, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(await readTree(folder)).toEqual({});
  });
});

const REVISIONS = (await readRevisions(join(ROOT, 'schema'))).map(({ id }) => id);
const [missing] = REVISIONS.flatMap(
  (id) => officialFileMissing(id, 'schema.ts') ?? officialFileMissing(id, 'schema.json') ?? [],
);

testUnless(missing, 'the official files are as on record, and equal to our schemas', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await runCli(folder, 'pull', ...REVISIONS, '--from', OFFICIAL ?? '', '--json');
  const { revisions } = JSON.parse(stdout) as { readonly revisions: readonly object[] };
  expect(revisions).toHaveLength(REVISIONS.length);
  const equal = { ours: [], derived: [], problems: [], files: [{ amended: false }, { amended: false }] };
  for (const revision of revisions) expect(revision).toMatchObject(equal);
});
