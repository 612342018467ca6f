/** The transcript of docs/revisions.md, and the same commands for each pair of revisions. */

import { writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHANGES, draftSchema } from '../fixtures/servedDraft/draft.mjs';
import { remedyOf } from '../support/golden.js';
import { testUnless } from '../support/omissions.js';
import { runCli, runProgram } from '../support/runCli.js';
import { officialFile, officialFileMissing, readProjectFile, REVISION_IDS, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/revisions.md';
const PAIRS = REVISION_IDS.slice(1).map((id, index) => [REVISION_IDS[index] ?? '', id] as const);

/** The older revision of the pair that the page shows. */
const SHOWN_PAIR = '2025-11-25';

/** Lines of `diff` that the transcript shows. */
const SHOWN = 13;

/** What a person sees who takes over two revisions in an empty folder. */
async function transcriptOf(older: string, newer: string): Promise<{ text: string; folder: string }> {
  const folder = await temporaryFolder();
  for (const id of [older, newer]) {
    for (const name of ['schema.ts', 'schema.json'] as const) {
      await cp(officialFile(id, name) ?? '', join(folder, 'official', id, name));
    }
  }
  const text = await runCommands(folder, [
    `adopt ${older} --from official`,
    `adopt ${newer} --from official`,
    'generate --out src/protocol',
    `diff ${older} ${newer} --for server`,
  ]);
  return { text, folder };
}

test('a draft: adopted, generated, and compiled with the program of the page', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'official/draft'), { recursive: true });
  await writeFile(join(folder, 'official/draft/schema.ts'), draftSchema(CHANGES.slice(0, 2)));
  const text = await runCommands(folder, ['adopt draft --from official', 'generate draft --draft --out src/protocol']);
  checkTranscript('<!-- transcript: draft -->', text);
  const [, program = ''] = /<!-- program: draft -->\n\n```ts\n([\s\S]*?)```/.exec(readProjectFile(PAGE)) ?? [];
  expect(program).toContain('served.js');
  await writeFile(join(folder, 'src/program.ts'), program);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  for (const compiler of ['typescript', 'typescript-5.6', 'typescript-7']) {
    const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc');
    const { code, stdout } = await runProgram(folder, process.execPath, [tsc, ...options, 'src/program.ts']);
    expect({ compiler, code, stdout }).toEqual({ compiler, code: 0, stdout: '' });
  }
});

/** Runs commands, and returns what a person sees. */
async function runCommands(folder: string, commands: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await runCli(folder, ...command.split(' '));
    expect({ command, code }).toEqual({ command, code: 0 });
    const printed = `${stderr}${stdout}`.trimEnd().split('\n');
    const shown = command.startsWith('diff') ? [...printed.slice(0, SHOWN), '...'] : printed;
    lines.push(`$ mcp-gen ${command}`, ...shown, '');
  }
  return lines.join('\n').trimEnd();
}

/** Compares a transcript of the page with one that was made. */
function checkTranscript(title: string, text: string): void {
  const page = readProjectFile(PAGE);
  const mark = `${title}\n\n\`\`\`text\n`;
  expect(page).toContain(mark);
  const [before = '', after = ''] = page.split(mark);
  const made = `${before}${mark}${text}\n${after.slice(after.indexOf('```'))}`;
  if (process.env['UPDATE_GOLDEN'] && !process.env['CI']) writeFileSync(join(ROOT, PAGE), made);
  expect(page, remedyOf(PAGE, 'UPDATE_GOLDEN=1 npx vitest run test/docs/revisions.test.ts')).toBe(made);
}

for (const [older, newer] of PAIRS) {
  const missing = [older, newer].flatMap((id) =>
    (['schema.ts', 'schema.json'] as const).flatMap((name) => officialFileMissing(id, name) ?? []),
  );
  testUnless(missing[0], `from ${older} to ${newer}: adopted, generated, compiled, compared`, async () => {
    const { text, folder } = await transcriptOf(older, newer);
    expect(text.match(/^The JSON Schema derived from the schema\.ts is equal to the schema\.json\.$/gm)).toHaveLength(
      2,
    );
    expect(text).toContain(`${older} → ${newer}`);
    const out = join(folder, 'src/protocol');
    const paths = (await readdir(out, { recursive: true })).filter((path) => path.endsWith('.ts'));
    const files = await Promise.all(
      paths.map(async (path) => [path, await readFile(join(out, path), 'utf8')] as const),
    );
    expect(typeErrors(new Map(files))).toEqual([]);
    if (older === SHOWN_PAIR) checkTranscript(`<!-- transcript: ${older} ${newer} -->`, text);
  });
}
