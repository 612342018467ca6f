import { reportToStderr } from '@mcp-gen/runtime';
import { writeLog, type LoggerLike } from './logger.js';
import type { LossListener } from './translator.js';

/**
 * Returns the listener of an application. Without one, returns a listener that logs the first loss of each kind: in a message, in a revision,
 * of the same part.
 *
 * @param logger where losses are logged. Default: stderr
 * @param server the server of a host, which starts what is logged. Default: none
 */
export function lossListener(onLoss: LossListener | undefined, logger?: LoggerLike, server?: string): LossListener {
  if (onLoss !== undefined) return onLoss;
  const logged = new Set<string>();
  return ({ pointer, what }, { method, revision, target }) => {
    const kind = `${revision} ${method} ${what}`;
    if (logged.has(kind)) return;
    logged.add(kind);
    const message = target === undefined ? method : `${method} of ${JSON.stringify(target)}`;
    const about = server === undefined ? '' : `${server}: `;
    const text = `${about}Lost in revision ${revision}: ${what} (${message}, at "${pointer}"). Logged once; the option onLoss receives every loss`;
    if (logger !== undefined) writeLog(logger, 'warn', text);
    // The place of the error in the program would be one of this library.
    else reportToStderr(Object.assign(new Error(text), { name: 'Warning', stack: undefined }));
  };
}
