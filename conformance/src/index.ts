/**
 * Checks whether servers and clients conform to the protocol, in every revision. Each check rests on requirements of the specification.
 *
 * @module
 */

export type { Check } from './check.js';
export { CLIENT_CHECKS } from './checks/client/index.js';
export { SERVER_CHECKS } from './checks/server/index.js';
export { citationsOf, type Citation } from './citation.js';
export type { ClientCheck } from './client/clientCheck.js';
export { commandClient } from './client/program.js';
export { judgeServer, type Row } from './judge.js';
export { judgeClient } from './judgeClient.js';
export { REQUIREMENTS, type Requirement, type RequirementId } from './requirements/index.js';
export { REVISIONS, TRANSPORTS, type RevisionId, type TransportName } from './revisions.js';
export { sumOf, tableOf } from './table.js';
export type { Protection, Target } from './target.js';
export type { Fetch } from './wire/http.js';
export type { Timing } from './wire/waiting.js';
