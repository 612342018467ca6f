/**
 * Type checkers accept packages of Python in strict mode, and a formatter changes nothing in them: of all revisions, with extensions, and with
 * every limit; and of examples. `npm run platforms` installs pyright and the formatter; mypy is a module of `python3`, or of MCP_PYTHON.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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
  const files = ['apps', 'skills', 'tasks'].flatMap((name) =>
    ['schema.ts', 'directions.ts'].map((file) => ({ file: join(ROOT, 'schema/extensions', name, file) })),
  );
  await writeInto(folder, 'extended', [await loadProtocol(join(ROOT, `schema/${newest}/schema.ts`), newest, files)]);
  for (const name of EXAMPLES) await copyFile(join(ROOT, `examples/python/${name}.py`), join(folder, `${name}.py`));
  return folder;
}

const EXAMPLES = ['check', 'judge'];
const PACKAGES = ['mcp_gen_protocol', 'limits', 'extended'];

const CHECKERS = join(ROOT, 'test/python/checkers/node_modules');
const PYRIGHT = join(CHECKERS, 'pyright/index.js');
const RUFF = join(CHECKERS, '@astral-sh/ruff-wasm-nodejs/ruff_wasm.js');

function missingFile(path: string, name: string): string | undefined {
  return existsSync(path) ? undefined : `${name} is not installed: npm run platforms`;
}

function missingMypy(): string | undefined {
  const isThere = (): boolean => spawnSync(PYTHON, ['-m', 'mypy', '--version']).status === 0;
  return missingPython() ?? (isThere() ? undefined : 'the module mypy for Python is not installed');
}

/** The formatter, compiled for Node. */
interface Ruff {
  readonly Workspace: new (options: object, positions: number) => { format(text: string): string };
  readonly PositionEncoding: { readonly Utf16: number };
}

/** The output of a program, if it fails. */
function complaints(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

describe('packages of Python', () => {
  testUnless(missingMypy(), 'mypy accepts them', async () => {
    const packages = [...PACKAGES, ...EXAMPLES].flatMap((name) => ['-p', name]);
    const args = ['-m', 'mypy', '--strict', '--python-version', '3.10', ...packages];
    expect(complaints(PYTHON, args, await writePackages())).toBe('');
  });

  testUnless(missingFile(PYRIGHT, 'pyright'), 'pyright accepts them', async () => {
    const folder = await writePackages();
    const config = {
      typeCheckingMode: 'strict',
      pythonVersion: '3.10',
      include: [...PACKAGES, ...EXAMPLES.map((name) => `${name}.py`)],
    };
    await writeFile(join(folder, 'pyrightconfig.json'), JSON.stringify(config));
    expect(complaints(process.execPath, [PYRIGHT], folder)).toBe('');
  });

  testUnless(missingFile(RUFF, 'ruff'), 'ruff formats them no further', async () => {
    const { Workspace, PositionEncoding } = createRequire(import.meta.url)(RUFF) as Ruff;
    const ruff = new Workspace({ 'target-version': 'py310' }, PositionEncoding.Utf16);
    const folder = await writePackages();
    const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.py'));
    expect(files.length).toBeGreaterThan(50);
    for (const path of files) {
      const text = await readFile(join(folder, path), 'utf8');
      expect(ruff.format(text), path).toBe(text);
    }
  });
});
