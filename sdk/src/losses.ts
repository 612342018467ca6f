import { reportToStderr } from '@mcp-gen/runtime';
import { plainLine } from './guard/plain.js';
import { redactText } from './guard/secrets.js';
import { writeLog, type LoggerLike } from './logger.js';
import type { LossListener } from './translator.js';

/** Maximum characters that describe where something was lost. */
const MAX_SUBJECT_LENGTH = 500;

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
    // The other side chooses names, URIs, and keys of messages: they can contain secrets, and escape sequences of terminals.
    const subject = plainLine(redactText(`${message}, at "${pointer}"`, '[redacted]', false), MAX_SUBJECT_LENGTH);
    const text = `${about}Lost in revision ${revision}: ${what} (${subject}). Logged once; the option onLoss receives every loss`;
    if (logger !== undefined) writeLog(logger, 'warn', text);
    // The place of the error in the program would be one of this library.
    else reportToStderr(Object.assign(new Error(text), { name: 'Warning', stack: undefined }));
  };
}
