/** A package of Python with a draft, and one with an extension, as the command line generates them: they agree on cases of the same schema. */

import { join } from 'node:path';
import { expect } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { runCli } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Generates a package, and judges cases with it. */
async function judged(folder: string, revision: string, module: string, options: readonly string[], draft?: '--draft') {
  const out = join(folder, 'protocol');
  const flags = draft === undefined ? [] : [draft];
  const written = await runCli(folder, 'generate', revision, '--target', 'python', '--out', out, ...options, ...flags);
  expect(written.code, written.stderr).toBe(0);
  const program = `${PYTHON} ${join(ROOT, 'examples/python/judge.py')} protocol.${module}`;
  const judge = `PYTHONPATH=${folder} PYTHONDONTWRITEBYTECODE=1 ${program}`;
  const { stdout } = await runCli(folder, 'cases', revision, '--count', '1000', '--judge', judge, ...options);
  return stdout;
}

const AGREES = '1000 cases, 0 disagreements.\n';

testUnless(missingPython(), 'of a draft', async () => {
  const schema = readProjectFile('schema/2026-07-28/schema.ts').replace('2026-07-28', 'DRAFT-2026-v2');
  const folder = await temporaryFolder({
    'schema/draft/schema.ts': `${schema}\nexport interface Added { added: string[] }\n`,
  });
  expect(await judged(folder, 'draft', 'draft', ['--schema', 'schema'], '--draft')).toBe(AGREES);
});

testUnless(missingPython(), 'of an extension', async () => {
  const files = ['schema.ts', 'directions.ts'].map((file) => join(ROOT, 'schema/extensions/tasks', file));
  const options = files.flatMap((file) => ['--extension', file]);
  expect(await judged(await temporaryFolder(), '2026-07-28', 'v2026_07_28', options)).toBe(AGREES);
});
