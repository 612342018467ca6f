/** A revision that is imported alone brings in nothing of another one: what a bundler makes of it is weighed. */

import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { emitFolder } from '../support/emitProtocols.js';
import { REVISION_IDS, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Bundles a program that stands in a folder of generated code. */
async function bundle(folder: string, program: string): Promise<{ bytes: number; inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, sourcefile: 'program.ts' },
    absWorkingDir: folder,
    bundle: true,
    // Names stay as they are: how short a minifier makes them depends on the order of the functions.
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'esm',
    alias: { '@mcp-gen/runtime': join(ROOT, 'runtime/src') },
    metafile: true,
    write: false,
  });
  // A minifier shortens the names of shared tables, too. Alone, the tables have no names.
  const text = outputFiles[0]?.text.replaceAll(/(?:\b(?:var|let|const) |,)?\bshapeOf\w+(?:=|\b)/g, '') ?? '';
  return { bytes: text.length, inputs: usedInputs(metafile) };
}

function usedInputs({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
  );
}

/** Programs, and what is used of a revision by them. */
const PROGRAMS = {
  whole: (id: string) => `export * from './${id}/index.js';`,
  'the table of the server': (id: string) => `export { server } from './${id}/index.js';`,
  'the guard of tools': (id: string) => `export { isTool } from './${id}/index.js';`,
};

const together = join(ROOT, 'generated');

test.each(REVISION_IDS)('revision %s weighs as much beside others as alone', async (revision) => {
  const { files } = await emitFolder([revision], join(ROOT, 'schema'));
  const alone = await temporaryFolder(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  for (const [what, program] of Object.entries(PROGRAMS)) {
    const shared = await bundle(together, program(revision));
    const own = await bundle(alone, program(revision));
    // Where two functions claim one name, the bundler's numbers may fall to others. Each shared table is declared and assigned.
    expect(Math.abs(shared.bytes - own.bytes), what).toBeLessThan(what === 'whole' ? 500 : 100);
    const folders = new Set(shared.inputs.map((path) => path.split('/')[0]));
    expect([...folders].filter((folder) => folder !== '..' && folder !== 'shared')).toEqual([revision]);
  }
});

test('all revisions weigh less than each alone', async () => {
  const programs = REVISION_IDS.map((id, at) => `export * as r${at} from './${id}/validators.js';`);
  const each = await Promise.all(programs.map((program) => bundle(together, program)));
  const all = await bundle(together, programs.join('\n'));
  expect(all.bytes).toBeLessThan(each.reduce((sum, { bytes }) => sum + bytes, 0) * 0.8);
});
