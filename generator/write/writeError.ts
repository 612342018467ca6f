/** Thrown if nothing was written: the folder cannot be written, or an existing file must not be replaced. */
export class WriteError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WriteError';
  }
}

// Node's own message has the code, the call, and the path; users need the reason.
const REASONS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EEXIST: 'a file of this name already exists',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
};

/** Returns whether a call to the file system failed because the path does not exist. */
export function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Returns a readable reason why a call to the file system failed. */
export function failureReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
