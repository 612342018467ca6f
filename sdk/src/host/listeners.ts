import { reportToStderr, safeListener, type ErrorListener } from '@mcp-gen/runtime';
import { plainLine } from '../guard/index.js';
import { writeLog, type LoggerLike } from '../logger.js';
import type { HostEvent } from './events.js';
import type { HostOptions } from './hostOptions.js';

/** Returns a listener for errors that no caller receives. It logs them, and passes them on with their server. */
export function reporter({ onError, logger }: HostOptions, server?: string): ErrorListener {
  const listener = onError ?? (logger === undefined ? reportToStderr : undefined);
  return safeListener((error) => {
    if (logger !== undefined) writeLog(logger, 'error', server === undefined ? error : errorOf(error, server));
    listener?.(error, server);
  });
}

/** Returns an error whose message names its server. */
function errorOf(cause: unknown, server: string): Error {
  return new Error(`${server}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

/** Returns a listener whose errors are reported. */
export function guarded<Value>(
  listener: ((value: Value) => void) | undefined,
  report: ErrorListener,
): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      report(error);
    }
  };
}

/** Maximum characters of an error in the log: it can contain text of the server. */
const MAX_LENGTH = 1_000;

/** Logs the start and end of servers, and the outcome of calls. */
export function logEvent(logger: LoggerLike, event: HostEvent): void {
  if (event.type === 'result') {
    const { name, outcome, milliseconds } = event.record;
    writeLog(logger, 'debug', `Called ${name}: ${outcome}, ${Math.round(milliseconds)} ms`);
  }
  if (event.type !== 'server') return;
  const { name, status, error, info, revision } = event.server;
  const why = error === undefined ? '' : `: ${plainLine(error.message, MAX_LENGTH)}`;
  const who = info === undefined ? '' : `: ${plainLine(`${info.name} ${info.version}`)}, revision ${revision}`;
  const level = status === 'failed' ? 'error' : status === 'restarting' || status === 'needs-login' ? 'warn' : 'info';
  writeLog(logger, level, `Server ${name} is ${status}${who}${why}`);
}
