import { brandError } from '@mcp-gen/runtime';

/**
 * Stored credentials could not be read, written, or locked: a file is damaged, other users can read it, or another process holds the lock.
 * The message names the file and contains no secrets. No file was deleted.
 */
export class TokenStoreError extends Error {
  override readonly name = 'TokenStoreError';
  /** The code of this error class. */
  readonly code = 'TOKEN_STORE';

  static {
    brandError(this, 'TokenStoreError');
  }
}

/** Returns whether an error of the file system has one of these codes: `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
