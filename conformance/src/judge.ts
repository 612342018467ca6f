/** Runs checks against a server, and says what came of each. */

import type { Check } from './check.js';
import { citationsOf, type Citation } from './citation.js';
import { surveyOf, type Offer } from './offer.js';
import { Peer } from './peer.js';
import { transportsOf, type CheckedRevision, type CheckedTransport } from './revisions.js';
import { mediumOf, type Target } from './target.js';
import { NotApplicableError, ViolationError } from './violation.js';
import { Connection } from './wire/connection.js';
import { within, type Timing } from './wire/waiting.js';

/** What came of one check. */
export interface CheckResult {
  /** The revision that was spoken. */
  readonly revision: CheckedRevision;
  /** Which side was checked. */
  readonly leg: 'server' | 'client';
  /** The transport that was used. */
  readonly transport: CheckedTransport;
  /** The name of the check. */
  readonly check: string;
  /** 1 if the other side does what is required. Of this and the next three, one is 1, and the others are 0. */
  readonly passed: number;
  /** 1 if it does not, and the specification says MUST. */
  readonly failed: number;
  /** 1 if it does not, and the specification says SHOULD. */
  readonly warnings: number;
  /** 1 if the check does not apply: the other side has not what it needs. */
  readonly skipped: number;
  /** What is wrong, or why the check does not apply. */
  readonly reason?: string;
  /** What the check rests on. */
  readonly requirements: readonly Citation[];
}

/** How long all of a check may take, as a multiple of the time for an answer. */
const ANSWERS_OF_A_CHECK = 10;

/** Whether a check applies to a revision over a transport. */
export function applies(check: Check, revision: CheckedRevision, transport: CheckedTransport): boolean {
  const { revisions, transports, rows } = check;
  return (
    (transports === undefined || transports.includes(transport)) &&
    (revisions === undefined || revisions.includes(revision)) &&
    citationsOf(rows, revision).length > 0
  );
}

/**
 * Judges a server in some revisions, over all transports that both have.
 *
 * @param signal see `judgePeer`
 */
export async function judgeServer(
  target: Target,
  revisions: readonly CheckedRevision[],
  checks: readonly Check[],
  timing: Timing,
  signal?: AbortSignal,
): Promise<readonly CheckResult[]> {
  const judge = async (transport: CheckedTransport, revision: CheckedRevision): Promise<readonly CheckResult[]> => {
    const makeMedium = mediumOf(target, transport);
    if (makeMedium === undefined || !transportsOf(revision).includes(transport)) return [];
    const applied = checks.filter((check) => applies(check, revision, transport));
    return judgePeer(
      new Peer(() => new Connection(makeMedium(), revision, timing), target),
      applied,
      undefined,
      signal,
    );
  };
  // Over stdio each connection has a process of its own. Over HTTP, what one client changes is told to others.
  const overStdio = Promise.all(revisions.map((revision) => judge('stdio', revision)));
  const overHttp = (async () => {
    const rows: CheckResult[] = [];
    for (const transport of ['http', 'sse'] as const) {
      for (const revision of revisions) rows.push(...(await judge(transport, revision)));
    }
    return rows;
  })();
  const rows = (await Promise.all([overStdio, overHttp])).flat(2);
  return revisions.flatMap((revision) => rows.filter((row) => row.revision === revision));
}

/**
 * Runs checks on a server in one revision over one transport, and closes all connections to it.
 *
 * @param offer what the server has. Default: what it lists
 * @param signal when it is aborted, the connections are closed at once. The results are those of the checks that have ended
 */
export async function judgePeer(
  peer: Peer,
  checks: readonly Check[],
  offer?: Offer,
  signal?: AbortSignal,
): Promise<readonly CheckResult[]> {
  const rows: CheckResult[] = [];
  const isOver = (): boolean => signal?.aborted === true;
  if (isOver()) return rows;
  let closed: Promise<void> | undefined;
  const close = (): void => void (closed = peer.release(true));
  signal?.addEventListener('abort', close);
  try {
    const unreachable = await survey(peer, offer);
    if (isOver()) return rows;
    // A server that is not there breaks no other rule.
    if (unreachable !== undefined) return [unreached(peer, unreachable)];
    for (const check of checks) {
      const outcome = await outcomeOf(check, peer);
      // Closing the connections makes the running check fail, which says nothing of the server.
      if (isOver()) break;
      rows.push(rowOf(check, placeOf(peer), outcome));
    }
  } finally {
    signal?.removeEventListener('abort', close);
    await Promise.all([closed, peer.release(true)]);
  }
  return rows;
}

/** Finds out what the server has. Resolves with what went wrong, if it did. */
async function survey(peer: Peer, offer: Offer | undefined): Promise<Error | undefined> {
  try {
    peer.offer = offer ?? (await surveyOf(await peer.connection()));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Resolves with what the check threw. */
async function outcomeOf(check: Check, peer: Peer): Promise<unknown> {
  try {
    for (const need of check.needs ?? []) {
      const reason = need(peer.offer);
      if (reason !== undefined) throw new NotApplicableError(reason);
    }
    await within(peer.answerTimeout * ANSWERS_OF_A_CHECK, 'the check to end', check.run(peer));
    await peer.release();
    return undefined;
  } catch (error) {
    // What a failed check leaves behind must not fail the next one.
    await peer.release(!(error instanceof NotApplicableError));
    return error;
  }
}

function placeOf({ revision, transport }: Peer): Pick<CheckResult, 'revision' | 'transport' | 'leg'> {
  return { revision, transport, leg: 'server' };
}

/** One row for a revision that the server does not have, or in which it cannot be reached. */
function unreached({ revision, transport }: Peer, error: Error): CheckResult {
  const isSkipped = error instanceof NotApplicableError;
  return {
    revision,
    leg: 'server',
    transport,
    check: 'revision',
    passed: 0,
    failed: isSkipped ? 0 : 1,
    warnings: 0,
    skipped: isSkipped ? 1 : 0,
    reason: reasonOf(error),
    requirements: [],
  };
}

/** The row of a check that has ended with an error, or without one. */
export function rowOf(
  check: Pick<Check, 'id' | 'rows' | 'isLenience'>,
  { revision, transport, leg }: Pick<CheckResult, 'revision' | 'transport' | 'leg'>,
  error: unknown,
): CheckResult {
  const requirements = citationsOf(check.rows, revision);
  const isSkipped = error instanceof NotApplicableError;
  const isWrong = error !== undefined && !isSkipped;
  const isMust = check.isLenience !== true && requirements.some(({ must }) => must);
  return {
    revision,
    leg,
    transport,
    check: check.id,
    passed: error === undefined ? 1 : 0,
    failed: isWrong && isMust ? 1 : 0,
    warnings: isWrong && !isMust ? 1 : 0,
    skipped: isSkipped ? 1 : 0,
    ...(error !== undefined && { reason: reasonOf(error) }),
    requirements,
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof ViolationError || error instanceof NotApplicableError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
