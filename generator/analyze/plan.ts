/** Answers all questions of emitters once, as data. */

import type { Protocol } from '../model/protocol.js';
import { checkExtends } from './checkExtends.js';
import { buildRegistry, type Registry } from './registry.js';
import { findSendChecks, type SendCheck } from './sendRules.js';
import { planUnions, type Unions } from './unions.js';

/** What is generated together. */
export interface Plan {
  /** Oldest first. */
  readonly revisions: readonly RevisionPlan[];
  /** The facts of all revisions in one table: messages, features, capabilities, error codes, HTTP headers, and keys of `_meta`. */
  readonly registry: Registry;
}

/** One revision, and the answers to questions about it. */
export interface RevisionPlan {
  /** Its messages, definitions, and facts. */
  readonly protocol: Protocol;
  /** How the member that a value matches is found, for each union of its definitions. */
  readonly unions: Unions;
  /** The checks before sending, by definition, in the order of the schema. Definitions that are never sent have none. */
  readonly sendChecks: ReadonlyMap<string, SendCheck>;
}

/**
 * @param protocols oldest first
 * @throws {SchemaProblems} naming every property that is not assignable to an extended interface, and every place where a rule for senders
 *   cannot be checked
 */
export function makePlan(protocols: readonly Protocol[]): Plan {
  return { revisions: protocols.map(planRevision), registry: buildRegistry(protocols) };
}

/** Returns the plan of one revision. @throws {SchemaProblems} see {@link makePlan} */
export function planRevision(protocol: Protocol): RevisionPlan {
  checkExtends(protocol);
  const unions = planUnions(protocol.definitions);
  return { protocol, unions, sendChecks: findSendChecks(protocol, unions) };
}
