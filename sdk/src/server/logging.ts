import type { AuthorNotifications, LoggingLevel } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Limits } from './limits.js';

/** Log levels from the least to the most severe (specification: Logging, Log Levels). */
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

/** Returns whether a message has at least a minimum level. */
export function isWanted(level: LoggingLevel, lowest: LoggingLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest);
}

/** Writes a log message for the client: any JSON value, and optionally the name of the logger. */
export type LogFunction = (data: unknown, logger?: string) => void;

/** A function for each level, from `debug` to `emergency`: `log.info('done')`. */
export type Logger = { readonly [Level in LoggingLevel]: LogFunction };

/** Sends a notification, in the unified types. */
export type Notify = <Method extends keyof AuthorNotifications>(
  method: Method,
  params: AuthorNotifications[Method]['params'],
) => Promise<void>;

/** Log options shared by all clients of one server. */
export interface LogOptions {
  readonly report: (error: unknown) => void;
  /** Redacts log data before it is sent. */
  readonly redact: (data: unknown) => unknown;
  readonly limits: Pick<Limits, 'admits'>;
}

/**
 * Creates the logger for one client. If a message cannot be sent, the error is reported, and the handler does not fail.
 *
 * @param settings returns the client's current minimum level; undefined if it receives no messages
 * @param caller the key of the caller for the rate limit
 */
export function clientLogger(
  { report, redact, limits }: LogOptions,
  settings: { readonly logLevel: () => LoggingLevel | undefined },
  caller: string,
  notify: Notify,
): Logger {
  return createLogger((level, data, logger) => {
    const lowest = settings.logLevel();
    if (lowest === undefined || !isWanted(level, lowest)) return;
    const admitted = limits.admits('logs', caller);
    if (admitted === false) return;
    try {
      const params = { level, data: redact(data) ?? null, ...(logger !== undefined && { logger }) };
      const send = (): Promise<void> => notify(Method.notificationsMessage, params);
      const sent = admitted === true ? send() : admitted.then((late) => (late ? send() : undefined));
      sent.catch(report);
    } catch (error) {
      report(error);
    }
  });
}

/** @param write sends a message of any level */
function createLogger(write: (level: LoggingLevel, data: unknown, logger?: string) => void): Logger {
  const functions = LOG_LEVELS.map((level): [LoggingLevel, LogFunction] => [
    level,
    (data, logger) => write(level, data, logger),
  ]);
  return Object.fromEntries(functions) as Logger;
}
