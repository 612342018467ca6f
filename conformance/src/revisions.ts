/** The revisions of the protocol, and what the suite has to know of each. */

import { EVERY, WITH_SESSIONS } from './requirements/requirement.js';

/** The revisions with checks, oldest first. */
export const CHECKED_REVISIONS = EVERY;
/** One of these revisions. */
export type CheckedRevision = (typeof CHECKED_REVISIONS)[number];

/** The transports that the suite speaks. `sse` is HTTP with SSE, of 2024-11-05. */
export const TRANSPORTS: readonly CheckedTransport[] = ['stdio', 'http', 'sse'];
/** A transport: stdio, Streamable HTTP, or HTTP with SSE. */
export type CheckedTransport = 'stdio' | 'http' | 'sse';

/** Whether a client opens a session. From 2026-07-28 on, each request stands alone. */
export function hasSessions(revision: CheckedRevision): boolean {
  return WITH_SESSIONS.some((id) => id === revision);
}

/** Whether a revision is this one, or a later one. */
export function isSince(revision: CheckedRevision, first: CheckedRevision): boolean {
  return CHECKED_REVISIONS.indexOf(revision) >= CHECKED_REVISIONS.indexOf(first);
}

/** Returns the transports that a revision defines. */
export function transportsOf(revision: CheckedRevision): readonly CheckedTransport[] {
  return revision === '2024-11-05' ? ['stdio', 'sse'] : ['stdio', 'http'];
}
