/**
 * Type checkers accept packages of Python in strict mode, and a formatter changes nothing in them: of all revisions, with extensions, and with
 * every limit; and of examples. Needs the modules `mypy` and `ruff` in `python3` or in MCP_PYTHON, and a program `pyright`.
 */

import { spawnSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { loadProtocol } from '../../generator/protocols.js';
import { compileText } from '../support/compileText.js';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { REVISION_IDS, ROOT, schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { writeInto } from './packages.js';

const LIMITS = `
  /** @minLength 1
   * @pattern ^[a-z]+$ */
  export type Name = string;
  export interface Limited {
    /** @minimum 0
     * @exclusiveMaximum 1
     * @TJS-type number */
    part: number;
    /** @uniqueItems true */
    names?: Name[];
    '@key'?: Limited | 0.5 | null;
  }`;

/** Writes several packages into a folder. */
async function writePackages(): Promise<string> {
  const folder = await temporaryFolder();
  const revisions = REVISION_IDS.map((revision) => compileText(schemaText(revision), revision));
  await writeInto(folder, 'mcp_gen_protocol', revisions);
  await writeInto(folder, 'limits', [compileText(LIMITS)]);
  const newest = '2026-07-28';
  for (const name of ['apps', 'skills', 'tasks']) {
    const files = ['schema.ts', 'directions.ts'].map((file) => ({ file: join(ROOT, 'schema/extensions', name, file) }));
    const protocol = await loadProtocol(join(ROOT, `schema/${newest}/schema.ts`), newest, files);
    await writeInto(folder, name, [protocol]);
  }
  for (const name of EXAMPLES) await copyFile(join(ROOT, `examples/python/${name}.py`), join(folder, `${name}.py`));
  return folder;
}

const EXAMPLES = ['check', 'judge'];
const PACKAGES = ['mcp_gen_protocol', 'limits', 'apps', 'skills', 'tasks'];

function missing(command: string, args: readonly string[], name: string): string | undefined {
  return spawnSync(command, args).status === 0 ? undefined : `${name} is not installed`;
}

const missingModule = (name: string): string | undefined =>
  missingPython() ?? missing(PYTHON, ['-m', name, '--version'], `the module ${name} for Python`);

/** The output of a program, if it fails. */
function complaints(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

describe('packages of Python', () => {
  testUnless(missingModule('mypy'), 'mypy accepts them', async () => {
    const packages = [...PACKAGES, ...EXAMPLES].flatMap((name) => ['-p', name]);
    const args = ['-m', 'mypy', '--strict', '--python-version', '3.10', ...packages];
    expect(complaints(PYTHON, args, await writePackages())).toBe('');
  });

  testUnless(missing('pyright', ['--version'], 'pyright'), 'pyright accepts them', async () => {
    const folder = await writePackages();
    const config = {
      typeCheckingMode: 'strict',
      pythonVersion: '3.10',
      include: [...PACKAGES, ...EXAMPLES.map((name) => `${name}.py`)],
    };
    await writeFile(join(folder, 'pyrightconfig.json'), JSON.stringify(config));
    expect(complaints('pyright', [], folder)).toBe('');
  });

  testUnless(missingModule('ruff'), 'ruff formats them no further', async () => {
    expect(complaints(PYTHON, ['-m', 'ruff', 'format', '--diff', '.'], await writePackages())).toBe('');
  });
});
