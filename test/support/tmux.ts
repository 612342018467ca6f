/** A real terminal: programs run in tmux, people type, and what they see is read. */

import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Why this machine lacks one; undefined if it has one. */
export const TMUX_MISSING: string | undefined = ((): string | undefined => {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'tmux is not installed';
  }
})();

/** A terminal with a shell in it. */
export interface Screen {
  /** Types text, and presses Enter. */
  readonly type: (text: string) => void;
  /** Presses keys, by the names of tmux: `C-c`, `Tab`. */
  readonly press: (...keys: readonly string[]) => void;
  /** Returns what is seen, without the empty lines at the end. */
  readonly text: () => string;
  /** The same with the sequences for colors. */
  readonly styled: () => string;
}

let count = 0;

/** Opens a terminal of 100 columns and 40 lines, in a folder. */
export function openScreen(cwd: string, env: { readonly [name: string]: string } = {}): Screen {
  // A server of its own, so that nothing of the user's is touched, and all of it ends with the test.
  const socket = `mcp-gen-test-${process.pid}-${++count}`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', cwd });
  // The terminal has colors, whatever that of the test has.
  const variables = { HISTFILE: '', NO_COLOR: '', ...env };
  const set = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  tmux('new-session', '-d', '-x', '100', '-y', '40', ...set, 'bash --noprofile --norc');
  onTestFinished(() => void tmux('kill-server'));
  const seen = (...more: readonly string[]): string => tmux('capture-pane', '-p', ...more).replace(/\s+$/, '');
  return {
    type: (text) => {
      tmux('send-keys', '-l', text);
      tmux('send-keys', 'Enter');
    },
    press: (...keys) => void tmux('send-keys', ...keys),
    text: () => seen(),
    styled: () => seen('-e'),
  };
}
