import { statSync } from 'node:fs';

/** Returns whether a path is a file that can be found. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
