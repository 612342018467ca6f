/** What ends the servers that are still open when this process ends. */
const leftovers = new Set<() => void>();

function endAll(): void {
  for (const end of leftovers) end();
}

/**
 * Has something ended with this process, however that ends without a signal: it exits, or nobody catches an error. A signal that nobody
 * listens to leaves no time for it. Returns what takes it back.
 */
export function endWithProcess(end: () => void): () => void {
  if (leftovers.size === 0) process.on('exit', endAll);
  leftovers.add(end);
  return () => {
    leftovers.delete(end);
    if (leftovers.size === 0) process.off('exit', endAll);
  };
}
