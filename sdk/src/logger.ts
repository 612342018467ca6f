import { reportToStderr, type ErrorListener } from '@mcp-gen/runtime';
import { describe } from './content/errors.js';

/** A logger of the application: `console` is one, and so is an instance of pino or winston. */
export interface LoggerLike {
  /** Logs details. */
  debug(message: unknown): unknown;
  /** Logs normal events. */
  info(message: unknown): unknown;
  /** Logs what may become a problem. */
  warn(message: unknown): unknown;
  /** Logs an error: an `Error`, or a string. */
  error(message: unknown): unknown;
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof LoggerLike)[];

/**
 * @param what whose option it is
 * @throws {TypeError} if it is not a logger.
 */
export function checkLogger(what: string, logger: Partial<LoggerLike> | undefined): void {
  if (logger === undefined) return;
  const missing = LEVELS.find((level) => typeof (logger as Partial<LoggerLike> | null)?.[level] !== 'function');
  if (missing === undefined) return;
  throw new TypeError(`The option logger of ${what} must have the method ${missing}, but it is ${describe(logger)}`);
}

/** Writes to a logger, if there is one. If it fails, that is reported on stderr. */
export function writeLog(logger: LoggerLike | undefined, level: keyof LoggerLike, message: unknown): void {
  try {
    logger?.[level](message);
  } catch (failure) {
    reportToStderr(failure, 'The logger failed');
  }
}

/** Returns a listener that logs errors and passes them on. Without a logger it is the listener itself. */
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
