import { statSync } from 'node:fs';

/** Returns whether a path is an existing file. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
