import * as Method from '@mcp-gen/protocol/registry/methods';
import { type ErrorListener, type InvalidCapabilityHandler, reportToStderr } from '@mcp-gen/runtime';
import { isStateless } from './era.js';
import { plainLine } from './guard/plain.js';
import { redactText } from './guard/secrets.js';
import { writeLog, type LoggerLike } from './logger.js';
import { SUPPORTED_REVISIONS, type RevisionChoice } from './revisions.js';
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

/** Returns a handler of the runtime that reports each omitted capability as a loss, once for each revision. */
export function lostCapabilities(onLoss: LossListener): InvalidCapabilityHandler {
  const reported = new Set<string>();
  return (pointer, revision) => {
    const subject = `${revision} ${pointer}`;
    if (reported.has(subject)) return;
    reported.add(subject);
    const method = isStateless(revision) ? Method.serverDiscover : Method.initialize;
    onLoss({ pointer, what: 'a capability in another shape' }, { method, revision });
  };
}

/** The options of one side that decide what happens to an omitted capability. */
interface Omitting {
  /** The revisions that it supports. Default: all. */
  readonly revisions?: readonly RevisionChoice[] | undefined;
  readonly onLoss?: LossListener | undefined;
}

/**
 * Returns the same for capabilities of a side itself, in the unified types, which are those of the newest revision: it must accept them.
 * Without a listener, the newest revision that is supported must accept them, too, and what an earlier one omits is an error.
 *
 * @param side the side that declares them, for the error
 */
export function lostOwnCapabilities(
  side: 'server' | 'client',
  { revisions = SUPPORTED_REVISIONS, onLoss }: Omitting,
  report: ErrorListener,
): InvalidCapabilityHandler {
  const newest = SUPPORTED_REVISIONS.filter((id) => revisions.includes(id)).at(-1);
  const refusal = (pointer: string, revision: string): string =>
    `Invalid option "capabilities" for the ${side}: revision ${revision} does not accept the value at ${pointer}`;
  const reportLoss: LossListener = ({ pointer }, { revision }) =>
    report(new Error(`${refusal(pointer, revision)}, which is omitted`));
  const lost = lostCapabilities(onLoss ?? reportLoss);
  return (pointer, revision) => {
    if (revision === SUPPORTED_REVISIONS.at(-1) || (revision === newest && onLoss === undefined)) {
      throw new TypeError(refusal(pointer, revision));
    }
    lost(pointer, revision);
  };
}
