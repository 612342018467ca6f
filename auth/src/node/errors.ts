import { brandError } from '@mcp-gen/runtime';

/**
 * Stored credentials could not be read, written, or locked: a file is damaged, other users could read it, or another process keeps it
 * locked. The message names the file, and has no secrets. Nothing was deleted.
 */
export class TokenStoreError extends Error {
  override readonly name = 'TokenStoreError';
  /** The code of this error class. */
  readonly code = 'TOKEN_STORE';

  static {
    brandError(this, 'TokenStoreError');
  }
}

/** Whether an error of the file system has one of these codes: `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
