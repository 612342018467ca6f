import type { Readable } from 'node:stream';

/** The streams that wait until this process's stderr takes more. One listener serves all of them, however many servers there are. */
const waiting = new Set<Readable>();

function resumeAll(): void {
  process.stderr.off('drain', resumeAll).off('close', resumeAll);
  for (const source of waiting) source.resume();
  waiting.clear();
}

function ignore(): void {
  // See below.
}

/** Writes what a server wrote to its stderr to that of this process. Reads no more of it while that does not take more. */
export function forwardStderr(source: Readable, text: string): void {
  const { stderr } = process;
  if (!stderr.writable || write(text)) return;
  source.pause();
  if (waiting.size === 0) stderr.on('drain', resumeAll).on('close', resumeAll);
  waiting.add(source);
}

/** As `console.error` does: if the stderr of this process is no longer read, the process must not end. */
function write(text: string): boolean {
  const { stderr } = process;
  stderr.once('error', ignore);
  try {
    return stderr.write(text, (error) => {
      if (error != null) stderr.once('error', ignore);
    });
  } finally {
    stderr.off('error', ignore);
  }
}
