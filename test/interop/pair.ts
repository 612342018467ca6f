/** A client and a server of different packages, of which one is ours. */

import type { RequirementId } from '../../conformance/src/requirements/index.js';
import type { Connect } from '../support/clients/client.js';
import { covers } from '../support/covers.js';
import type { Start } from '../support/servers.js';

/** Two that talk. */
export interface Pair {
  readonly connect: Connect;
  /** The server, by how it is reached. */
  readonly server: { readonly [way: string]: Start };
  /** Which of the two is ours. */
  readonly ours: 'client' | 'server';
  /** The error of a resource that does not exist, where it is not the one that the session revisions ask for. */
  readonly resourceNotFound?: number;
}

/** The requirements that a test covers, by the side that it proves them of. */
type Covered = { readonly [side in Pair['ours']]?: readonly RequirementId[] };

/** Declares what a test covers of the requirements on our side. */
export function coversFor(ours: Pair['ours']): (covered: Covered) => void {
  return (covered) => {
    covers(...(covered[ours] ?? []));
  };
}
