import type { LoggingLevel } from '@mcp-gen/protocol/author';

/** From the least to the most severe (specification: Logging, Log Levels). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const satisfies readonly LoggingLevel[];

/** Whether a message of one level is sent to a client that wants those from another one on. */
export function isWanted(level: LoggingLevel, lowest: LoggingLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest);
}

/** Writes a log message for the client: any JSON value, and the name of what speaks, if it matters. */
export type LogFunction = (data: unknown, logger?: string) => void;

/** A function for each level, from `debug` to `emergency`: `log.info('done')`. */
export type Logger = { readonly [Level in LoggingLevel]: LogFunction };

/** @param write takes a message of any level. */
export function createLogger(write: (level: LoggingLevel, data: unknown, logger?: string) => void): Logger {
  const functions = LOG_LEVELS.map((level): [LoggingLevel, LogFunction] => [
    level,
    (data, logger) => write(level, data, logger),
  ]);
  return Object.fromEntries(functions) as Logger;
}
