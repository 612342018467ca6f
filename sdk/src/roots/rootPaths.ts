import type { posix } from 'node:path';
import type { Root } from '@mcp-gen/protocol/author';
import { builtin } from '../builtin.js';
import { OutsideRootsError } from '../server/errors.js';

/**
 * Keeps paths inside the roots of a client.
 *
 * Each call checks the file system: a root that does not exist, or is not a folder of this machine, contains no paths until it exists.
 * Links that are created after the call are not detected, so use a path soon.
 */
export class RootPaths {
  /** The folders of the roots, in order. Roots that are not folders of this machine are left out. */
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
   * Returns the absolute path of a file or folder inside the roots, with all links resolved. It need not exist; its existing part
   * determines its location.
   *
   * @param path absolute, a `file:` URI, or relative to the first root
   * @throws {OutsideRootsError} if it is not inside any root.
   */
  async resolve(path: string): Promise<string> {
    const [first] = this.folders;
    if (first === undefined) throw new OutsideRootsError(path, 'cannot be used: the list of roots is empty');
    if (path.includes('\0')) throw new OutsideRootsError(path, 'is not a path: it contains NUL');
    const real = await realPath(absolute(path, first), path);
    const { realpath } = builtin('node:fs/promises');
    const there = await Promise.all(this.folders.map((folder) => realpath(folder).catch(() => undefined)));
    if (there.some((folder) => folder !== undefined && isWithin(real, folder))) return real;
    const offered = this.folders.filter((_, index) => there[index] !== undefined);
    if (offered.length === 0) throw new OutsideRootsError(path, 'cannot be used: none of the roots exists');
    throw new OutsideRootsError(path, `is outside the roots: ${offered.join(', ')}`);
  }
}

function absolute(path: string, folder: string): string {
  if (!/^file:/i.test(path)) return builtin('node:path').resolve(folder, path);
  try {
    return filePath(path);
  } catch (cause) {
    throw new OutsideRootsError(path, 'is not a file of this machine', { cause });
  }
}

/** Error codes of `realpath` for a path that does not exist. */
const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

/** Returns the real path of the longest existing part, with the rest unchanged. */
async function realPath(path: string, asked: string): Promise<string> {
  const { lstat, realpath } = builtin('node:fs/promises');
  const paths = builtin('node:path');
  try {
    return await realpath(path);
  } catch (error) {
    const { code = 'unknown' } = error as { readonly code?: string };
    // A path that cannot be resolved (too long, a cycle of links, no permission) may be outside the roots.
    if (!MISSING.has(code)) throw new OutsideRootsError(asked, `cannot be resolved: ${code}`, { cause: error });
  }
  // A link to a missing target: writing to it would create the target, wherever it is.
  const link = await lstat(path).catch(() => undefined);
  if (link?.isSymbolicLink() === true) {
    throw new OutsideRootsError(asked, 'is or contains a link to a missing target');
  }
  const parent = paths.dirname(path);
  return parent === path ? path : paths.join(await realPath(parent, asked), paths.basename(path));
}

/** The path rules of a platform. */
type PathRules = typeof posix;

/**
 * Converts a `file:` URI to a path.
 *
 * @param windows whether to use the rules of Windows: `file:///c%3A/a` is `c:\a`. Default: as on this machine.
 * @throws {TypeError} for another scheme, another machine, an encoded slash, or NUL.
 */
export function filePath(uri: string, windows = process.platform === 'win32'): string {
  let path;
  try {
    path = builtin('node:url').fileURLToPath(uri, { windows });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${JSON.stringify(uri)} is not a file of this machine: ${reason}`, { cause: error });
  }
  if (path.includes('\0')) throw new TypeError(`${JSON.stringify(uri)} is not a file: a path must not contain NUL`);
  return path;
}

/** Returns whether an absolute path is a folder or inside it. Both must be real paths: links are not resolved. */
export function isWithin(path: string, folder: string, rules: PathRules = builtin('node:path')): boolean {
  const rest = rules.relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${rules.sep}`) && !rules.isAbsolute(rest);
}
