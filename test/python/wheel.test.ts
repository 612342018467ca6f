/** The wheel of the package: what is in it, and that a program uses it from a fresh environment, with neither a network nor this folder. */

import { spawnSync } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { missingPython, PYTHON } from '../support/python.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** What builds and installs wheels. */
const TOOLS = ['pip', 'setuptools', 'wheel', 'venv'];

function missingTools(): string | undefined {
  const reason = missingPython();
  if (reason !== undefined) return reason;
  const missing = TOOLS.find((name) => spawnSync(PYTHON, ['-c', `import ${name}`]).status !== 0);
  return missing && `the module ${missing} for Python is not installed`;
}

/** What a program prints, which must end well. */
function run(program: string, args: readonly string[], cwd: string, input = ''): string {
  const { PYTHONPATH: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, encoding: 'utf8', env });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

testUnless(missingTools(), 'is built, installed, and used', async () => {
  const folder = await temporaryFolder();
  // A build writes beside its sources.
  const filter = (path: string): boolean => !/\b(?:build|__pycache__|[\w.]+\.egg-info)$/.test(path);
  await cp(join(ROOT, 'python'), join(folder, 'source'), { recursive: true, filter });
  const offline = ['--no-index', '--no-deps', '--quiet'];
  run(PYTHON, ['-m', 'pip', 'wheel', './source', '--no-build-isolation', '-w', 'dist', ...offline], folder);
  const [wheel = '', ...others] = await readdir(join(folder, 'dist'));
  const { version } = JSON.parse(readProjectFile('package.json')) as { readonly version: string };
  expect([wheel, others]).toEqual([`mcp_gen_protocol-${version}-py3-none-any.whl`, []]);

  const names = run(PYTHON, ['-m', 'zipfile', '--list', `dist/${wheel}`], folder);
  const sources = await readdir(join(folder, 'source/src'), { recursive: true, withFileTypes: true });
  const files = sources.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.egg-info'));
  expect(files.filter((file) => !names.includes(file.name)).map(({ name }) => name)).toEqual([]);
  expect(names).toMatch(/^mcp_gen_protocol\/py\.typed /m);
  expect(names).toContain('LICENSE');

  run(PYTHON, ['-m', 'venv', '--without-pip', 'fresh'], folder);
  const python = join(folder, 'fresh/bin/python');
  run(PYTHON, ['-m', 'pip', '--python', python, 'install', `dist/${wheel}`, ...offline], folder);
  const origin = 'import mcp_gen_protocol as package; print(package.__file__)';
  expect(run(python, ['-I', '-c', origin], folder)).toMatch(/fresh\/lib\/.*\/site-packages\/mcp_gen_protocol\//);
  const example = join(ROOT, 'examples/python/check.py');
  const conversation = readProjectFile('examples/python/conversation.jsonl');
  expect(run(python, ['-I', example], folder, conversation)).toBe('All messages are valid.\n');
});
