/** Reads the official files of one revision from a URL, a folder, or one file. */

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isFile } from '../isFile.js';
import { failureReason } from '../write/writeError.js';
import { PullError } from './pullError.js';
import { officialPaths, openSource } from './source.js';

/** The official files of one revision. */
export interface OfficialFiles {
  readonly script: Uint8Array;
  /** Absent if there is only a schema.ts. */
  readonly json?: Uint8Array;
}

/**
 * @param from a URL under which files have the paths of the official repository; a folder that holds `<revision>/schema.ts` or `schema.ts`;
 *   or a file. In folders and next to files, the schema.json may be missing.
 * @throws {PullError} if a file cannot be read completely
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
    `No schema of ${revision} found at ${from}. Expected a file, ${revision}/schema.ts, or schema.ts.`,
  );
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new PullError(`Cannot read ${path}: ${failureReason(cause)}.`, { cause });
  }
}
