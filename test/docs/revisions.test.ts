/** The transcript of docs/revisions.md, and the same commands for each pair of revisions. */

import { writeFileSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { remedyOf } from '../support/golden.js';
import { testUnless } from '../support/omissions.js';
import { runCli } from '../support/runCli.js';
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
  const lines: string[] = [];
  for (const command of [
    `adopt ${older} --from official`,
    `adopt ${newer} --from official`,
    'generate --out src/protocol',
    `diff ${older} ${newer} --for server`,
  ]) {
    const { code, stdout, stderr } = await runCli(folder, ...command.split(' '));
    expect({ command, code }).toEqual({ command, code: 0 });
    const printed = `${stderr}${stdout}`.trimEnd().split('\n');
    const shown = command.startsWith('diff') ? [...printed.slice(0, SHOWN), '...'] : printed;
    lines.push(`$ mcp-gen ${command}`, ...shown, '');
  }
  return { text: lines.join('\n').trimEnd(), folder };
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
    const page = readProjectFile(PAGE);
    const mark = `<!-- transcript: ${older} ${newer} -->\n\n\`\`\`text\n`;
    if (older !== SHOWN_PAIR) return;
    expect(page).toContain(mark);
    const [before = '', after = ''] = page.split(mark);
    const made = `${before}${mark}${text}\n${after.slice(after.indexOf('```'))}`;
    if (process.env['UPDATE_GOLDEN'] && !process.env['CI']) writeFileSync(join(ROOT, PAGE), made);
    expect(page, remedyOf(PAGE, 'UPDATE_GOLDEN=1 npx vitest run test/docs/revisions.test.ts')).toBe(made);
  });
}
