/** Sources of official files: a copy of the official repository on the web, or a folder. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfficialFile } from '../read/revisions.js';
import { failureReason } from '../write/writeError.js';
import { download } from './download.js';
import { PullError } from './pullError.js';

/** The name that an official file of a revision has in a folder: `schema.ts`, `schema.json`, or the path of a module. */
export type FileName = string;

/**
 * Reads one official file.
 *
 * @throws {PullError} if it cannot be read completely
 */
export type Source = (revision: string, name: FileName, file: Pick<OfficialFile, 'path'>) => Promise<Uint8Array>;

/** The raw files of the official repository in their current version: a released file may have been changed. */
export const UPSTREAM = 'https://raw.githubusercontent.com/modelcontextprotocol/modelcontextprotocol/main/';

/** Returns the paths of the files of a revision in the official repository. */
export function officialPaths(revision: string): { schema: { path: string }; jsonSchema: { path: string } } {
  return { schema: { path: `schema/${revision}/schema.ts` }, jsonSchema: { path: `schema/${revision}/schema.json` } };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * @param from a URL, under which files have the paths of the official repository; or a folder that holds `<revision>/schema.ts` and
 *   `<revision>/schema.json`
 * @throws {PullError} if the URL is invalid or unsafe
 */
export function openSource(from: string): Source {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(from)) return (revision, name) => readFrom(join(from, revision, name));
  const base = checkBase(from);
  return (_, __, { path }) => download(new URL(path, base));
}

function checkBase(from: string): URL {
  if (!URL.canParse(from)) throw new PullError(`${from} is not a URL.`);
  const url = new URL(from);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!safe) throw new PullError(`Unsupported URL ${from}. Use https, or http for localhost.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new PullError(`${url.origin}${url.pathname}: the URL must not have a user, a query, or a fragment.`);
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Reads a file of a folder. @throws {PullError} if it cannot be read completely */
export async function readFrom(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new PullError(`Cannot read ${path}: ${failureReason(cause)}.`, { cause });
  }
}
