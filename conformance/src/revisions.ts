/** The revisions of the protocol, and what the suite has to know of each. */

import { EVERY, WITH_SESSIONS } from './requirements/requirement.js';

export const REVISIONS = EVERY;
export type RevisionId = (typeof REVISIONS)[number];

/** The transports that the suite speaks. `sse` is HTTP with SSE, of 2024-11-05. */
export const TRANSPORTS = ['stdio', 'http', 'sse'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** Whether a client opens a session. From 2026-07-28 on, each request stands alone. */
export function hasSessions(revision: RevisionId): boolean {
  return WITH_SESSIONS.some((id) => id === revision);
}

/** Whether a revision is this one, or a later one. */
export function isSince(revision: RevisionId, first: RevisionId): boolean {
  return REVISIONS.indexOf(revision) >= REVISIONS.indexOf(first);
}

/** Returns the transports that a revision defines. */
export function transportsOf(revision: RevisionId): readonly TransportName[] {
  return revision === '2024-11-05' ? ['stdio', 'sse'] : ['stdio', 'http'];
}
