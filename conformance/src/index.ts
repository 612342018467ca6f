/**
 * Checks whether servers and clients conform to the protocol, in every revision. Each check rests on requirements of the specification.
 *
 * @module
 */

export { checkClient } from './checkClient.js';
export { checkServer, type CheckedServer, type ConformanceOptions } from './checkServer.js';
export type { Citation } from './citation.js';
export type { CheckResult } from './judge.js';
export { CHECKED_REVISIONS, type CheckedRevision, type CheckedTransport } from './revisions.js';
export { resultsSum } from './table.js';
