import platform, { type posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The rules of a platform for paths. */
export type PathRules = typeof posix;

/**
 * The path that a `file:` URI names.
 *
 * @param windows by the rules of Windows: `file:///c%3A/a` is `c:\a`. Default: as on this machine.
 * @throws {TypeError} if it names none: another scheme, another machine, an encoded slash, NUL.
 */
export function filePath(uri: string, windows = process.platform === 'win32'): string {
  let path;
  try {
    path = fileURLToPath(uri, { windows });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${JSON.stringify(uri)} names no file of this machine: ${reason}`, { cause: error });
  }
  if (path.includes('\0')) throw new TypeError(`${JSON.stringify(uri)} names no file: NUL is in no path`);
  return path;
}

/** Whether an absolute path is a folder or lies in it. Both have to be real paths: no link in them is followed. */
export function isWithin(path: string, folder: string, rules: PathRules = platform): boolean {
  const rest = rules.relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${rules.sep}`) && !rules.isAbsolute(rest);
}
