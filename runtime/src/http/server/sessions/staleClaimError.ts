import { brandError } from '../../../errors.js';

/** A process tried to write to a session that another node has claimed. Nothing was written. */
export class StaleClaimError extends Error {
  override readonly name = 'StaleClaimError';
  /** The error code of this class. */
  readonly code = 'STALE_CLAIM';

  static {
    brandError(this, 'StaleClaimError');
  }

  /** Creates the error. */
  constructor() {
    super('Stale claim: another node has claimed the session');
  }
}
