import type { posix } from 'node:path';
import { builtin } from '../builtin.js';

/** The path rules of a platform. */
export type PathRules = typeof posix;

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
