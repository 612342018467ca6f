// Waits for what workers do.

/** Resolves when all have ended, also where one fails: none may write into a copy that is being removed. */
export async function together(promises) {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
