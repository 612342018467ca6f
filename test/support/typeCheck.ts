/** Checks the types of a project in a folder, as compilers old and new do. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runProgram } from './runCli.js';
import { ROOT } from './schemas.js';

/** The oldest compiler, and the one that projects are scaffolded with. Other tests build them with the newest, TypeScript 7. */
const COMPILERS = ['typescript-5.6', 'typescript'];

/** Checks a project under its own options, as far as a compiler knows them. */
export async function typeCheck(project: string): Promise<void> {
  const { compilerOptions, ...rest } = JSON.parse(await readFile(join(project, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object;
    readonly extends?: string;
  };
  for (const compiler of COMPILERS) {
    const file = join(project, `tsconfig.${compiler}.json`);
    const options = { ...compilerOptions, noEmit: true };
    const known = Object.entries(options).filter(([name]) => compiler !== 'typescript-5.6' || !SINCE_5_8.has(name));
    // What it extends was checked before, and has a file for each compiler.
    const base = rest.extends?.replace('tsconfig.json', `tsconfig.${compiler}.json`);
    await writeFile(file, JSON.stringify({ ...rest, extends: base, compilerOptions: Object.fromEntries(known) }));
    const { code, stdout } = await runProgram(project, process.execPath, [
      join(ROOT, 'node_modules', compiler, 'bin/tsc'),
      '-p',
      file,
    ]);
    expect({ compiler, code, stdout }).toEqual({ compiler, code: 0, stdout: '' });
  }
}

const SINCE_5_8: ReadonlySet<string> = new Set(['erasableSyntaxOnly']);
