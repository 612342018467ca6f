import type { Root } from '@mcp-gen/protocol/author';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OutsideRootsError } from '../server/errors.js';
import { filePath, isWithin } from './paths.js';

/**
 * Keeps paths inside the roots of a client.
 *
 * It checks the file system at each call: a root that is gone, or is not a folder of this machine, holds nothing
 * until it is there again. A link that somebody makes afterwards it cannot know of, so use a path soon.
 */
export class RootPaths {
  /** Where the roots are, in their order. Roots that are not folders of this machine are left out. */
  readonly folders: readonly string[];

  constructor(roots: readonly Pick<Root, 'uri'>[]) {
    this.folders = roots.flatMap(({ uri }) => {
      try {
        return [filePath(uri)];
      } catch {
        return [];
      }
    });
  }

  /**
   * The absolute path of a file or folder inside the roots, with all links followed. It need not exist; what exists of
   * it decides where it is.
   *
   * @param path absolute, a `file:` URI, or relative to the first root
   * @throws {OutsideRootsError} if it is in no root.
   */
  async resolve(path: string): Promise<string> {
    const [first] = this.folders;
    if (first === undefined) throw new OutsideRootsError(path, 'cannot be used: there are no roots');
    if (path.includes('\0')) throw new OutsideRootsError(path, 'is no path: it has a NUL');
    const real = await realPath(absolute(path, first), path);
    const there = await Promise.all(this.folders.map((folder) => realpath(folder).catch(() => undefined)));
    if (there.some((folder) => folder !== undefined && isWithin(real, folder))) return real;
    const offered = this.folders.filter((_, index) => there[index] !== undefined);
    if (offered.length === 0) throw new OutsideRootsError(path, 'cannot be used: none of the roots is there any more');
    throw new OutsideRootsError(path, `is outside of the roots: ${offered.join(', ')}`);
  }
}

function absolute(path: string, folder: string): string {
  if (!/^file:/i.test(path)) return resolve(folder, path);
  try {
    return filePath(path);
  } catch (cause) {
    throw new OutsideRootsError(path, 'names no file of this machine', { cause });
  }
}

/** What `realpath` says of a path that does not exist. */
const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

/** The real path of the longest part that exists, and the rest as it is. */
async function realPath(path: string, asked: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code = 'unknown' } = error as { readonly code?: string };
    // What cannot be followed (too long, a circle of links, no permission) is not known to lie in a root.
    if (!MISSING.has(code)) throw new OutsideRootsError(asked, `cannot be followed: ${code}`, { cause: error });
  }
  // A link to what does not exist yet: writing there would create it, wherever that is.
  const link = await lstat(path).catch(() => undefined);
  if (link?.isSymbolicLink() === true) {
    throw new OutsideRootsError(asked, 'is or goes through a link that leads nowhere');
  }
  const parent = dirname(path);
  return parent === path ? path : join(await realPath(parent, asked), basename(path));
}
