/** All that emitters ask about a revision, answered once and handed to them as data. */

import type { Protocol } from '../model/protocol.js';
import { findSendChecks, type SendCheck } from './sendRules.js';
import { planUnions, type Unions } from './unions.js';

export interface Plan {
  readonly protocol: Protocol;
  readonly unions: Unions;
  /** What is checked before sending, by definition, in the order of the schema. Nothing for what is never sent. */
  readonly sendChecks: ReadonlyMap<string, SendCheck>;
}

/** @throws {SchemaProblems} naming every place where a rule for senders cannot be checked */
export function planRevision(protocol: Protocol): Plan {
  const unions = planUnions(protocol.definitions);
  return { protocol, unions, sendChecks: findSendChecks(protocol, unions) };
}
