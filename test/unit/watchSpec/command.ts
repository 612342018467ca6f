/** Runs `npm run watch-spec` on a small invented specification. */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeFile } from '../../support/golden.js';
import { runProgram, type Finished } from '../../support/runCli.js';
import { ROOT } from '../../support/schemas.js';

/** A release, a draft with ten changes of different kinds, three proposals, of which one is broken, and an extension. */
export const INVENTED = join(ROOT, 'test/fixtures/watchSpec');

export const SPECIFICATION = join(INVENTED, 'specification');
export const PROPOSALS = join(INVENTED, 'proposals');

/** The extension of the invented specification: those of this project do not fit it. */
const EXTENSIONS = ['--extensions', join(INVENTED, 'extensions')];

/** Runs the command in the folder of the project. */
export function watchSpec(...args: readonly string[]): Promise<Finished> {
  return runProgram(ROOT, process.execPath, ['scripts/watchSpec.mjs', ...EXTENSIONS, ...args]);
}

/** Returns the files of a folder; none if it does not exist. */
export async function filesIn(folder: string): Promise<readonly MadeFile[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })));
}
