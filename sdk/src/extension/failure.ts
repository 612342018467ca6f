/** Returns the message of an error of an extension: its identifier, the place, and what happened. */
export function failureMessage(id: string, where: string, message: string | undefined): string {
  return `The extension ${id} failed in ${where}: ${message}`;
}

/** Returns an error that names an extension and the place of a failure. */
export function extensionFailure(id: string, where: string, cause: unknown): Error {
  return new Error(failureMessage(id, where, (cause as Error | undefined)?.message), { cause });
}
