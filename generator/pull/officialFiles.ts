/** Reads the official files of one revision from wherever a person has them: a repository on the web, a folder, or one file. */

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isFile } from '../isFile.js';
import { failureReason } from '../write/writeError.js';
import { PullError } from './pullError.js';
import { officialPaths, openSource } from './source.js';

/** The official files of one revision. */
export interface OfficialFiles {
  readonly script: Uint8Array;
  /** Absent if there is no schema.json beside the schema.ts. */
  readonly json?: Uint8Array;
}

/**
 * @param from a URL under which files have the paths of the official repository; a folder that holds `<revision>/schema.ts` or
 * `schema.ts`; or a file. In folders and beside files, the schema.json may be missing.
 * @throws {PullError} if a file cannot be read whole
 */
export async function readOfficial(revision: string, from: string): Promise<OfficialFiles> {
  const source = openSource(from);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(from)) {
    const { schema, jsonSchema } = officialPaths(revision);
    return {
      script: await source(revision, 'schema.ts', schema),
      json: await source(revision, 'schema.json', jsonSchema),
    };
  }
  const path = findScript(revision, from);
  const json = join(dirname(path), `${basename(path).replace(/(\.d)?\.ts$/, '')}.json`);
  return { script: await read(path), ...(isFile(json) && { json: await read(json) }) };
}

function findScript(revision: string, from: string): string {
  const candidates = [from, join(from, revision, 'schema.ts'), join(from, 'schema.ts')];
  const path = candidates.find(isFile);
  if (path !== undefined) return path;
  throw new PullError(
    `There is no schema of ${revision} at ${from}: expected a file, ${revision}/schema.ts or schema.ts.`,
  );
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new PullError(`Cannot read ${path}: ${failureReason(cause)}.`, { cause });
  }
}
