import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { CheckCallback } from './callbackServer.js';

/** Maximum characters of a pasted line. */
const LINE_LIMIT = 64 * 1024;

/** The terminal that a user is prompted on. */
export interface Prompt {
  readonly input: Readable;
  readonly print: (text: string) => void;
}

/**
 * Waits until the user pastes the URL that a browser on another device was redirected to. Prints what is wrong with other lines. Stays
 * pending if the input ends.
 */
export function pastedUrl({ input, print }: Prompt, check: CheckCallback, signal: AbortSignal): Promise<URL> {
  const isTerminal = (input as Partial<NodeJS.ReadStream>).isTTY === true;
  // In line mode, terminals cut lines at 1,024 or 4,096 characters, so the input is read key by key.
  // oxlint-disable-next-line no-restricted-properties -- echoes what the user types
  const output = process.stderr;
  const lines = createInterface({ input, ...(isTerminal && { output }), terminal: isTerminal, historySize: 0 });
  // In this mode, Ctrl-C is an ordinary key.
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
