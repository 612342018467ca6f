/** What a check of clients is: what the client does, what the server does to it, and a function that judges what happened. */

import type { RequirementId } from '../requirements/index.js';
import type { CheckedRevision, CheckedTransport } from '../revisions.js';
import type { Fields } from '../wire/message.js';
import type { Script, SeenRequest } from './script.js';

/** What a client program does. */
export const SCENARIOS = [
  'use',
  'without-roots',
  'roots',
  'decline',
  'progress',
  'errors',
  'cancel',
  'timeout',
  'auth',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** What happened. */
export interface Played {
  readonly revision: CheckedRevision;
  readonly transport: CheckedTransport;
  /** Every message of the client, oldest first. */
  readonly messages: readonly Fields[];
  readonly noise: readonly string[];
  readonly events: readonly string[];
  readonly requests: readonly SeenRequest[];
  readonly grants: readonly URLSearchParams[];
  /** What the client printed on standard output. */
  readonly output: string;
}

export interface ClientCheck {
  readonly id: string;
  readonly rows: readonly [RequirementId, ...RequirementId[]];
  /** Default: the revisions of the rows. */
  readonly revisions?: readonly CheckedRevision[];
  /** Default: all. */
  readonly transports?: readonly CheckedTransport[];
  /** Default: `use`. */
  readonly scenario?: Scenario;
  readonly script?: Script;
  /** Throws if the client does not conform. */
  readonly judge: (played: Played) => void;
}
