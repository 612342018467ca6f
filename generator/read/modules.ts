/** Finds the modules of a schema: the files in its folder, or below, that it imports. */

import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { candidatesFor } from './program.js';

/** A file of a schema. */
export interface ModuleFile {
  /** The path, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the modules that a file imports, directly or through others, in the order of the imports. Files outside of its folder, and files
 * named `schema.ts`, are not modules: an extension imports names of the revisions that it is added to.
 *
 * @param main the path and the text of the file
 * @param read returns the text of a file, or undefined if it does not exist
 */
export async function modulesOf(
  main: ModuleFile,
  read: (path: string) => Promise<string | undefined>,
): Promise<readonly ModuleFile[]> {
  const start = main.path.replaceAll('\\', '/');
  const folder = posix.dirname(start);
  const found = new Map<string, string | undefined>([[start, undefined]]);
  const visit = async ({ path, text }: ModuleFile): Promise<void> => {
    for (const { fileName } of ts.preProcessFile(text, true, false).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      for (const candidate of candidatesFor(posix.join(posix.dirname(path), fileName))) {
        if (found.has(candidate)) break;
        if (!isBelow(folder, candidate) || posix.basename(candidate) === 'schema.ts') continue;
        const imported = await read(candidate);
        if (imported === undefined) continue;
        found.set(candidate, imported);
        await visit({ path: candidate, text: imported });
        break;
      }
    }
  };
  await visit({ ...main, path: start });
  return [...found].flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]));
}

function isBelow(folder: string, path: string): boolean {
  const relative = posix.relative(folder, path);
  return relative !== '' && !relative.startsWith('..') && !posix.isAbsolute(relative);
}
