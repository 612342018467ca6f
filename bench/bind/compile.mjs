// Has a compiler check a folder under the strictest flags.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const STRICT = {
  target: 'ES2022',
  lib: ['ES2023'],
  types: ['node'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  noEmit: true,
  declaration: true,
  skipLibCheck: true,
  strict: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
};

export const COMPILERS = ['typescript-5.6', 'typescript-5.9', 'typescript-7'];

/** Errors of syntax: with one of them, a compiler says nothing of types. */
const SYNTAX = /^TS1\d{3}:/;

/**
 * Checks modules of a folder, and returns the errors by file, and how many types were instantiated. Modules that do not parse are checked
 * for their syntax alone.
 *
 * @param compiler the folder of the compiler in `node_modules`
 * @param include what is checked, relative to the folder: `ours/memory.ts`
 */
export async function compile(folder, compiler, include, options = {}) {
  const first = await check(folder, compiler, include, options);
  const broken = new Set(first.errors.filter(({ message }) => SYNTAX.test(message)).map(({ file }) => serverOf(file)));
  if (broken.size === 0) return { ...first, broken };
  const rest = include.filter((path) => !broken.has(serverOf(path)));
  const second = rest.length === 0 ? { errors: [], instantiations: 0 } : await check(folder, compiler, rest, options);
  return {
    errors: [...first.errors.filter(({ file }) => broken.has(serverOf(file))), ...second.errors],
    instantiations: second.instantiations,
    broken,
  };
}

/** `memory` for `theirs/memory.calls.ts`. */
export function serverOf(path) {
  return path
    .split('/')
    .at(-1)
    .replace(/(\.calls|\.wrong|\.client|\.d)?\.ts$/, '');
}

async function check(folder, compiler, include, options) {
  const project = join(folder, `tsconfig.${compiler}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions: { ...STRICT, ...options }, include }));
  const args = [
    join(ROOT, 'node_modules', compiler, 'bin/tsc'),
    '-p',
    project,
    '--extendedDiagnostics',
    '--pretty',
    'false',
  ];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 1e9 });
  const { stdout } = await run.catch((error) => error);
  const errors = [...stdout.matchAll(/^(\S+\.ts)\((\d+),\d+\): error (.*)$/gm)].map(([, file, line, message]) => ({
    file,
    line: Number(line),
    message,
  }));
  return { errors, instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1] ?? NaN) };
}
