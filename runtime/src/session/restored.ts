import type { AuthInfo, PeerInfo } from '../codegen/v1.js';

/** What is known of a session that another process has opened, to continue it in this one. */
export interface RestoredSession {
  /** The revision that was negotiated. */
  readonly revision: string;
  /** The client's program, and the capabilities it declared. */
  readonly client: PeerInfo;
  /** What the server has kept of the session. */
  readonly state: { readonly [name: string]: unknown };
  /** Who sends the request that the session is continued for: the caller that opened it. */
  readonly auth: AuthInfo | undefined;
  /** How often the session was claimed: 2 or more. */
  readonly claim: number;
}
