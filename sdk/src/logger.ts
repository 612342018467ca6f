import { methods, type OptionKind } from '@mcp-gen/runtime/options';
import { reportToStderr, type ErrorListener } from '@mcp-gen/runtime';
import { plainLine, sanitizeText } from './guard/index.js';

/** A logger of the application, such as `console`, or an instance of pino or winston. */
export interface LoggerLike {
  /** Logs details. */
  debug(message: unknown): unknown;
  /** Logs normal events. */
  info(message: unknown): unknown;
  /** Logs warnings. */
  warn(message: unknown): unknown;
  /** Logs an error: an `Error`, or a string. */
  error(message: unknown): unknown;
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof LoggerLike)[];

/** The option `logger`. */
export const LOGGER: OptionKind = methods(...LEVELS);

/** Maximum characters of a logged message: it can contain text of the other side. */
const MAX_LENGTH = 2_000;

/**
 * Writes to a logger, if there is one: a message on one line, or an error. Removes invisible characters and escape sequences of terminals.
 * All logging of this library uses this function. If the logger fails, synchronously or later, the failure is reported on stderr, and so is
 * the error that it was given.
 */
export function writeLog(logger: LoggerLike | undefined, level: keyof LoggerLike, message: unknown): void {
  const fail = (failure: unknown): void => {
    reportToStderr(failure, 'The logger failed');
    if (level === 'error') reportToStderr(message);
  };
  try {
    const written = logger?.[level](typeof message === 'string' ? plainLine(message, MAX_LENGTH) : clean(message));
    if (written instanceof Promise) written.catch(fail);
  } catch (failure) {
    fail(failure);
  }
}

/** Returns an error unchanged if there is nothing to sanitize. */
function clean(logged: unknown): unknown {
  if (!(logged instanceof Error)) return logged;
  const { message, stack = '' } = logged;
  const shown = { message: sanitizeText(message), stack: sanitizeText(stack) };
  if (shown.message === message && shown.stack === stack) return logged;
  return Object.create(logged, { message: { value: shown.message }, stack: { value: shown.stack } });
}

/** Returns a listener that logs errors and passes them on. Without a logger it returns the listener unchanged. */
export function errorListener(
  onError: ErrorListener | undefined,
  logger: LoggerLike | undefined,
): ErrorListener | undefined {
  if (logger === undefined) return onError;
  return (error) => {
    writeLog(logger, 'error', error);
    onError?.(error);
  };
}
