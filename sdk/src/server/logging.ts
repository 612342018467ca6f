import type { LoggingLevel } from '@mcp-gen/protocol/author';
import type { ServerNotificationMethod } from '../registry.js';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { LOG_LEVELS } from '../loggingLevels.js';
import type { Limits } from './limits.js';
import type { UnifiedNotifications } from '../unified.js';

/** Returns whether a message has at least a minimum level. */
export function isWanted(level: LoggingLevel, lowest: LoggingLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest);
}

/** Writes a log message for the client: any JSON value, and optionally the name of the logger. */
export type LogFunction = (data: unknown, logger?: string) => void;

/** A function for each level, from `debug` to `emergency`: `log.info('done')`. */
export type Logger = { readonly [Level in LoggingLevel]: LogFunction };

/** Sends a notification, in the unified types. */
export type Notify = <Method extends ServerNotificationMethod>(
  method: Method,
  params: UnifiedNotifications[Method]['params'],
) => Promise<void>;

/** Log options shared by all clients of one server. */
export interface LogOptions {
  readonly report: (error: unknown) => void;
  /** Redacts log data before it is sent. */
  readonly redact: (data: unknown) => unknown;
  readonly limits: Pick<Limits, 'admits'>;
}

/** A log message, in the unified types. */
type LogParams = UnifiedNotifications[typeof Method.notificationsMessage]['params'];

/** Sends a log message, redacted. Returns undefined if it is dropped: it is below the client's level, or beyond the limit. */
export type SendLog = (params: LogParams) => Promise<void> | undefined;

/**
 * Returns a function that sends log messages to one client.
 *
 * @param lowest returns the client's current minimum level; undefined if it receives no messages
 * @param caller the key of the caller for the rate limit
 */
export function logSender(
  { redact, limits }: LogOptions,
  lowest: () => LoggingLevel | undefined,
  caller: string,
  notify: Notify,
): SendLog {
  return (params) => {
    const level = lowest();
    // A level that the protocol does not have is refused when the message is sent.
    if (level === undefined || (LOG_LEVELS.includes(params.level) && !isWanted(params.level, level))) return undefined;
    const admitted = limits.admits('logs', caller);
    if (admitted === false) return undefined;
    const redacted = { ...params, data: redact(params.data) ?? null };
    const send = (): Promise<void> => notify(Method.notificationsMessage, redacted);
    return admitted === true ? send() : admitted.then((late) => (late ? send() : undefined));
  };
}

/** Creates a logger. If a message cannot be sent, the error is reported, and the handler does not fail. */
export function clientLogger(send: SendLog, report: (error: unknown) => void): Logger {
  const write = (level: LoggingLevel, data: unknown, logger?: string): void => {
    try {
      send({ level, data, ...(logger !== undefined && { logger }) })?.catch(report);
    } catch (error) {
      report(error);
    }
  };
  const functions = LOG_LEVELS.map((level): [LoggingLevel, LogFunction] => [
    level,
    (data, logger) => write(level, data, logger),
  ]);
  return Object.fromEntries(functions) as Logger;
}
