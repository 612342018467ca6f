/** Programs that run JavaScript, which `npm run platforms` installs apart. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './schemas.js';

const APART = join(ROOT, 'test/platforms');

interface Platform {
  readonly name: string;
  readonly program: string;
  /** Why it cannot be run here; undefined if it can. */
  readonly missing: string | undefined;
}

const { optionalDependencies } = JSON.parse(readFileSync(join(APART, 'package.json'), 'utf8')) as {
  readonly optionalDependencies: { readonly [name: string]: string };
};

/** The packages are for Linux on x64; npm leaves them out elsewhere. */
function installed(name: string, dependency: string, path: string): Platform {
  const program = join(APART, 'node_modules', dependency, path);
  return { name, program, missing: existsSync(program) ? undefined : `${name} is not installed: npm run platforms` };
}

export const DENO: Platform = installed('Deno', '@deno/linux-x64-glibc', 'deno');

/** Versions of Node, apart from the one that runs the tests. */
export const NODES: readonly Platform[] = Object.entries(optionalDependencies)
  .filter(([dependency]) => dependency.startsWith('node-'))
  .map(([dependency, wanted]) => installed(`Node ${wanted.split('@')[1] ?? ''}`, dependency, 'bin/node'));
