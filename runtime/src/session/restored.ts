import type { AuthInfo, PeerInfo } from '../codegen/v1.js';

/** A session that another process has opened, to be continued in this one. */
export interface RestoredSession {
  /** The negotiated revision. */
  readonly revision: string;
  /** The client's info, and its declared capabilities. */
  readonly client: PeerInfo;
  /** The data of the server in the session record. */
  readonly state: { readonly [name: string]: unknown };
  /** The sender of the request for which the session is continued: the caller that opened it. */
  readonly auth: AuthInfo | undefined;
  /** The number of claims of the session: 2 or more. */
  readonly claim: number;
}
