import { brandError } from '../../errors.js';

/** A process has written to a session that another node has claimed since. Nothing was written. */
export class StaleClaimError extends Error {
  override readonly name = 'StaleClaimError';
  /** The code of this error class. */
  readonly code = 'STALE_CLAIM';

  static {
    brandError(this, 'StaleClaimError');
  }

  /** Makes the error. */
  constructor() {
    super('another node has claimed the session');
  }
}
