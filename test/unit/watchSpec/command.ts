/** Runs `npm run watch-spec` on a small invented specification. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeFile } from '../../support/golden.js';
import { runProgram, runScript, type Finished } from '../../support/runCli.js';
import { ROOT } from '../../support/schemas.js';

/** A release, a draft with ten changes of different kinds, and an extension. */
const INVENTED = join(ROOT, 'test/fixtures/watchSpec');

export const SPECIFICATION = join(INVENTED, 'specification');

/** The draft. */
export const DRAFT: string = await readFile(join(SPECIFICATION, 'draft/schema.ts'), 'utf8');

/** What proposals change in the draft, by name. The last one cannot be compiled. */
const PROPOSALS: { readonly [name: string]: readonly (readonly [from: string, to: string])[] } = {
  '4001': [["'blue';\n", "'blue';\n  weight?: number;\n"]],
  '4002': [
    ['  color: ', '  color?: '],
    ['CallToolRequest | RankRequest;', 'CallToolRequest;'],
  ],
  broken: [['icon?: string', 'icon?: Icon']],
};

/** Writes three proposals into a folder, and returns that. */
export async function writeProposals(folder: string): Promise<string> {
  for (const [name, edits] of Object.entries(PROPOSALS)) {
    const script = edits.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The draft has nothing that is ${from}`);
      return text.replace(from, to);
    }, DRAFT);
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'schema.ts'), script);
  }
  return folder;
}

/** The extension of the invented specification: those of this project do not fit it. */
const EXTENSIONS = ['--extensions', join(INVENTED, 'extensions')];

/** Runs the command in a process that has run others. */
export function watchSpec(...args: readonly string[]): Promise<Finished> {
  return runScript(ROOT, 'scripts/watchSpec/cli.mjs', ...EXTENSIONS, ...args);
}

/** Runs the command as a process of its own, in the folder of the project. */
export function watchSpecProcess(...args: readonly string[]): Promise<Finished> {
  return runProgram(ROOT, process.execPath, ['scripts/watchSpec.mjs', ...EXTENSIONS, ...args]);
}

/** Returns the files of a folder; none if it does not exist. */
export async function filesIn(folder: string): Promise<readonly MadeFile[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })));
}
