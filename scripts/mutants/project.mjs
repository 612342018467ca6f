// What is mutated in this project, and how the programs that its tests run are built.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bundle, CONTRACT } from '../bundle.mjs';
import { HANDWRITTEN, PACKAGES } from '../packages.mjs';

const COMPILER_OPTIONS = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
};

export const project = {
  /** The folder of the project. */
  root: fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, ''),
  /** What is recorded of earlier runs. Git ignores it. */
  cache: fileURLToPath(new URL('../../coverage/mutants', import.meta.url)),
  /** The mutants that nothing can tell from the original. */
  equivalents: 'test/mutants/equivalent.json',
  /** The configuration that a source is compiled with, by the folder of the source. */
  configurations: {
    'generator/': 'generator/tsconfig.json',
    ...Object.fromEntries(HANDWRITTEN.map((folder) => [`${folder}/`, folder.replace(/src$/, 'tsconfig.json')])),
  },
  /** Which files are tests of the sources. */
  isTest: (path) => /^test\/.*\.test\.ts$/.test(path) && !/^test\/(mutants|unit\/scripts)\//.test(path),
  /** Which of them `npm test` leaves out. */
  isLongTest: (path) => path.endsWith('.long.test.ts'),
  /** Set-up of all tests; that which builds is not needed. */
  globalSetup: ['test/support/temporaryRoot.ts', 'test/support/optimizeLate.ts'],
  /** Milliseconds that a test is given beyond what is normal. */
  patience: 10_000,

  /** Builds everything in a copy. */
  prepare(root) {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  },

  /**
   * Rebuilds the JavaScript of some sources without type checking.
   *
   * @param banner code to put in front of every file. Default: none
   */
  async build(root, paths, banner = '') {
    for (const path of paths.filter((path) => path.startsWith('generator/'))) {
      const text = readFileSync(join(root, path), 'utf8');
      const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS, fileName: path });
      const file = path.replace(/^generator\//, 'dist/').replace(/\.ts$/, '.js');
      writeFileSync(join(root, file), outputText.replace(/^(#!.*\n)?/, `$1${banner}`));
    }
    for (const name of PACKAGES) {
      const isIn = (path) => path.startsWith(`${name}/`) || path === CONTRACT;
      if (paths.some(isIn)) pruneScripts(root, name, await bundle(name, root, banner));
    }
  },
};

/** Removes scripts that are no longer made: the names of chunks depend on what is in them. */
function pruneScripts(root, name, made) {
  const dist = join(root, name, 'dist');
  for (const path of readdirSync(dist, { recursive: true })) {
    if (path.endsWith('.js') && !made.includes(path)) rmSync(join(dist, path));
  }
}
