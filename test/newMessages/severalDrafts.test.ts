/** Drafts of several packages in one process, of both eras: each is negotiated under its own name, and none takes messages of another one. */

import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { adoptRevision } from '../../generator/adopt/adoptRevision.js';
import { DRAFTS } from '../fixtures/servedDraft/severalDrafts.mjs';
import { emitFolder } from '../support/emitProtocols.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

let seen: { readonly [way: string]: unknown };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  for (const [name, script] of Object.entries(DRAFTS)) await generate(folder, name, script);
  seen = JSON.parse(await run(folder)) as typeof seen;
  return () => rm(folder, { recursive: true, maxRetries: 3 });
});

/** Writes the code of a draft to `src/<name>/draft`. */
async function generate(folder: string, name: string, script: string): Promise<void> {
  const schemaDir = join(folder, 'schemas', name);
  await adoptRevision({ id: 'draft', files: { script: Buffer.from(script), modules: [] }, schemaDir, force: false });
  const { files } = await emitFolder(['draft'], schemaDir, { completeness: 'draft' });
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, 'src', name, path)), { recursive: true });
    await writeFile(join(folder, 'src', name, path), text);
  }
}

/** Compiles the program on the packages, and returns what it prints. */
async function run(folder: string): Promise<string> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'test/fixtures/servedDraft/severalProgram.ts'), join(folder, 'src/program.ts'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const language = { strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'esnext.disposable'] };
  const compilerOptions = { ...language, skipLibCheck: true, types: ['node'], rootDir: 'src', outDir: 'out' };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const compiled = await runProgram(folder, process.execPath, [
    join(ROOT, 'node_modules/typescript-7/bin/tsc'),
    '-p',
    '.',
  ]);
  expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  const { code, stdout, stderr } = await runProgram(folder, process.execPath, ['out/program.js']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const unknown = (method: string, revision: string): unknown =>
  expect.stringContaining(`Revision ${revision} cannot express a message ${method} `);

test.each(['sessions over http', 'sessions in the process', 'bridge from sessions to sessions'])(
  'what a draft with sessions adds reaches both sides: %s',
  (way) => {
    expect(seen[way]).toEqual({
      revision: 'DRAFT-SESSIONS',
      rank: ['a', 'b'],
      order: unknown('names/rank', 'DRAFT-SESSIONS'),
      topic: unknown('topics/unsubscribe', 'DRAFT-SESSIONS'),
      listed: true,
      read: ['parts'],
      color: 'blue for a wall',
      warn: 'done',
      told: 'done',
      heard: '["presence"]',
      warned: [{ minutes: 5 }],
    });
  },
);

test.each(['names over http', 'the newest of all'])(
  'requests of two drafts whose declarations have equal names are two requests: %s',
  (way) => {
    expect(seen[way]).toMatchObject({
      revision: 'DRAFT-NAMES',
      rank: unknown('tools/rank', 'DRAFT-NAMES'),
      order: ['a', 'b'],
      topic: 'news',
      listed: false,
      color: 'Revision DRAFT-NAMES does not have colors/choose',
      // The other draft has this notification in the other direction.
      heard: expect.stringMatching(/"maintenance"]$/) as unknown,
      warned: [],
    });
  },
);

test('a name is one draft in a process', () => {
  expect(seen['the same draft again']).toBe('done');
  expect(seen['another draft of the same name']).toBe(
    'Two definitions of DRAFT-NAMES in this process differ. Give one another "protocolVersion" in revisions.json',
  );
});

test('a client of a release gets nothing of any draft', () => {
  expect(seen['a release with sessions over http']).toMatchObject({
    revision: '2025-11-25',
    rank: unknown('tools/rank', '2025-11-25'),
    listed: false,
    read: ['resultType', 'contents', 'ttlMs', 'cacheScope'],
    warned: [],
  });
});

test.each([
  ['sessions, and a server of releases', 'requested DRAFT-SESSIONS, the server supports 2025-11-25'],
  ['a release, and a server of sessions', 'requested 2025-11-25, the server supports DRAFT-SESSIONS'],
])('without a common revision, both are named: %s', (way, what) => {
  expect(seen[way]).toEqual({ refused: `No common protocol version: ${what}` });
});

const invalid = (method: string, revision: string): string =>
  `The server behind the bridge answered ${method} with a result that is invalid in revision ${revision} of the client`;

test.each([
  [
    'bridge from a release with sessions to sessions',
    'Revision 2025-11-25 cannot express a result without contents (result of resources/read): it requires contents',
  ],
  ['bridge from the release to sessions', invalid('resources/read', '2026-07-28')],
  ['bridge from names to sessions', invalid('resources/read', 'DRAFT-NAMES')],
])('a server of a draft with sessions is reached by clients of others, except for a renamed field: %s', (way, read) => {
  expect(seen[way]).toMatchObject({ listed: true, read, warn: 'done', heard: '[]' });
});

test.each(['bridge from sessions to names', 'bridge from sessions to a release with sessions'])(
  'a client of a draft with sessions reaches servers of others, except for a required field: %s',
  (way) => {
    const refused = invalid('tools/call', 'DRAFT-SESSIONS');
    expect(seen[way]).toMatchObject({ revision: 'DRAFT-SESSIONS', listed: false, warn: refused, heard: refused });
  },
);
