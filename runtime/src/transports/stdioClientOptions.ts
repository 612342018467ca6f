import { LEDGER_OPTION, type Ledger } from '../ledger/index.js';
import {
  delay,
  FUNCTION,
  OBJECT,
  oneOf,
  partGroup,
  required,
  STRING,
  STRINGS,
  type OptionTable,
} from '../options/kinds.js';
import { LINE_LIMITS, type LineLimits } from './messageLimits.js';

/** Options of the client's end of stdio. */
export interface StdioClientOptions {
  /** The server's program: a path, or a name found in PATH. It runs without a shell. */
  readonly command: string;
  /** The arguments. Default: none. */
  readonly args?: readonly string[] | undefined;
  /**
   * Environment variables for the server. In addition, it inherits only common variables, such as PATH and HOME, but no secrets of this
   * process. Default: none.
   */
  readonly env?: { readonly [name: string]: string } | undefined;
  /** The working directory. Default: that of this process. */
  readonly cwd?: string | undefined;
  /**
   * How the server's stderr is handled:
   *
   * - `forward` writes it to the stderr of this process, and quotes its end in errors. Colors, other terminal sequences, and invisible
   *   characters are removed. The limits are 100 KiB a second, 1 MiB at once, and 8,192 characters a line;
   * - `inherit` lets the server use the stderr of this process directly, including a terminal. Errors do not quote it;
   * - `ignore` drops it;
   * - `pipe` passes it only to `onStderr`, and quotes its end in errors.
   *
   * Default: `forward`, or `pipe` if `onStderr` is set.
   */
  readonly stderr?: 'forward' | 'inherit' | 'ignore' | 'pipe' | undefined;
  /**
   * Called with the server's output on stderr, unchanged, in chunks as they arrive. With `stderr: 'forward'` it is also forwarded; cannot
   * be combined with `inherit` or `ignore`. Default: none.
   */
  readonly onStderr?: ((text: string) => void) | undefined;
  /** Limits on what the server sends. Default: see each limit. */
  readonly limits?: LineLimits | undefined;
  /**
   * Counts the bytes of incomplete messages, and of responses that the server has not read. The connection is closed if they exceed the
   * budget. Default: the ledger of the process.
   */
  readonly ledger?: Ledger | undefined;
  /**
   * Milliseconds for each step of closing: for the server to exit after its input has ended, and again after SIGTERM, before it is killed.
   * Default 2,000.
   */
  readonly shutdownTimeout?: number | undefined;
}

/** {@link StdioClientOptions}. */
export const STDIO_CLIENT_OPTIONS: OptionTable<StdioClientOptions> = {
  command: required(STRING),
  args: STRINGS,
  env: OBJECT,
  cwd: STRING,
  stderr: oneOf('forward', 'inherit', 'ignore', 'pipe'),
  onStderr: FUNCTION,
  limits: partGroup(LINE_LIMITS),
  ledger: LEDGER_OPTION,
  shutdownTimeout: delay(2_000),
};
