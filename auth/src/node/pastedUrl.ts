import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { CheckCallback } from './callbackServer.js';

/** Characters that a pasted line may have. */
const LINE_LIMIT = 64 * 1024;

/** How a person is asked for a URL. */
export interface Prompt {
  readonly input: Readable;
  readonly print: (text: string) => void;
}

/**
 * Waits until a person pastes the URL that a browser on another device was redirected to. Says what is wrong with other lines. Stays
 * pending if the input ends.
 */
export function pastedUrl({ input, print }: Prompt, check: CheckCallback, signal: AbortSignal): Promise<URL> {
  const isTerminal = (input as Partial<NodeJS.ReadStream>).isTTY === true;
  // The terminal's own lines are cut at 1,024 or 4,096 characters, so it is read key by key.
  // oxlint-disable-next-line no-restricted-properties -- shows what the person types
  const output = process.stderr;
  const lines = createInterface({ input, ...(isTerminal && { output }), terminal: isTerminal, historySize: 0 });
  // Keys that interrupt a program are read like others then.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const stop = (): void => lines.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const text = line.trim();
      if (text === '') return;
      const url = text.length <= LINE_LIMIT && URL.canParse(text) ? new URL(text) : undefined;
      const problem = url === undefined ? 'is not a URL' : check(url);
      if (url === undefined || problem !== undefined) {
        print(`This ${problem ?? ''}. Paste the whole address that the browser was sent to at the end of the login:\n`);
        return;
      }
      signal.removeEventListener('abort', stop);
      lines.close();
      resolve(url);
    });
  });
}
