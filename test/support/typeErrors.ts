/** Has the compiler check texts under the strict options, with the types of this project's packages. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './schemas.js';

export interface TypeError {
  readonly path: string;
  /** Counted from 0. */
  readonly line: number;
  readonly message: string;
}

/** TypeScript 7: it takes a fifth of the time of TypeScript 6. Other tests check what packages and projects declare with older compilers. */
const COMPILER = join(ROOT, 'node_modules/typescript-7/bin/tsc');

const OPTIONS = {
  target: 'es2022',
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  paths: { '@mcp-gen/runtime/*': [join(ROOT, 'runtime/dist/*.d.ts')], 'mcp-gen': [join(ROOT, 'dist/index.d.ts')] },
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
};

/**
 * @param texts by their paths: `a/types.ts`
 * @param packages the folder of packages that they import from. Default: the project's own
 */
export function typeErrors(
  texts: ReadonlyMap<string, string>,
  packages: string = join(ROOT, 'node_modules'),
): readonly TypeError[] {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-types-'));
  try {
    for (const [path, text] of texts) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    symlinkSync(packages, join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    // Packages without types of Node are compiled with those of the repository.
    const typeRoots = [packages, join(ROOT, 'node_modules')].map((place) => join(place, '@types'));
    const compilerOptions = { ...OPTIONS, typeRoots };
    const config = { compilerOptions, files: [...texts.keys()] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const args = [COMPILER, '-p', folder, '--pretty', 'false'];
    const { stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (error !== undefined || stderr !== '') throw new Error(`The compiler failed: ${stderr}`, { cause: error });
    return errorsIn(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `a/types.ts(3,7): error TS2322: Type 'x' ...`, and the lines that go on with a message begin with spaces. */
function errorsIn(output: string): readonly TypeError[] {
  const errors: TypeError[] = [];
  for (const line of output.split(/\r?\n/).filter((each) => each !== '')) {
    const [, path = '', number, message = ''] = /^(?:(.*?)\((\d+),\d+\): )?error TS\d+: (.*)$/.exec(line) ?? [];
    const last = errors.at(-1);
    if (message !== '') errors.push({ path, line: Number(number ?? 1) - 1, message });
    else if (last !== undefined) errors.splice(-1, 1, { ...last, message: `${last.message} ${line.trim()}` });
    else throw new Error(`The compiler failed: ${output}`);
  }
  return errors;
}
