/** Why nothing was written: the folder cannot take the files, or a file in the way is not ours to replace. */
export class WriteError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WriteError';
  }
}

// Node's own text carries the code, the call and the path; what a person needs is the reason.
const REASONS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EEXIST: 'a file of this name is in the way',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
};

/** Whether a call to the file system failed because there is nothing at the path. */
export function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Says in words why a call to the file system failed. */
export function failureReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
