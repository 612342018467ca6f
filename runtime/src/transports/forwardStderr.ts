import type { Readable } from 'node:stream';

/** The streams that wait until this process's stderr takes more. One listener serves all of them, however many servers there are. */
const waiting = new Set<Readable>();

function resumeAll(): void {
  for (const source of waiting) source.resume();
  waiting.clear();
}

/** Writes what a server wrote to its stderr to that of this process. Reads no more of it while that does not take more. */
export function forwardStderr(source: Readable, text: string): void {
  if (process.stderr.write(text)) return;
  source.pause();
  if (waiting.size === 0) process.stderr.once('drain', resumeAll);
  waiting.add(source);
}
