/** What a check is: data, and a function that throws if the peer does not conform. */

import type { RequirementId } from './requirements/index.js';
import type { CheckedRevision, CheckedTransport } from './revisions.js';
import type { Need } from './offer.js';
import type { Peer } from './peer.js';

export interface Check {
  /** What `--check` names it by. */
  readonly id: string;
  /** The rows of the table of requirements that it rests on. It applies to the revisions of these. */
  readonly rows: readonly [RequirementId, ...RequirementId[]];
  /** Default: the revisions of the rows. */
  readonly revisions?: readonly CheckedRevision[];
  /** Whether the rows bind the other side alone, so that a peer which accepts more is warned of. */
  readonly isLenience?: boolean;
  /** Default: all. */
  readonly transports?: readonly CheckedTransport[];
  /** What a server must have. One that does not is not judged. */
  readonly needs?: readonly Need[];
  /** Throws if the server does not conform. */
  readonly run: (peer: Peer) => Promise<void>;
}
