/** Functions that end the servers that are still running when this process ends. */
const leftovers = new Set<() => void>();

function endAll(): void {
  for (const end of leftovers) end();
}

/**
 * Registers a function to run when this process ends without a signal: by exit, or by an uncaught error. An unhandled signal leaves no time
 * for it. Returns a function that removes it.
 */
export function endWithProcess(end: () => void): () => void {
  if (leftovers.size === 0) process.on('exit', endAll);
  leftovers.add(end);
  return () => {
    leftovers.delete(end);
    if (leftovers.size === 0) process.off('exit', endAll);
  };
}
