/** A raw server that a client can reach. */

import type { SeenRequest } from './script.js';

export interface Served {
  /** How a client starts it. */
  readonly command?: readonly string[];
  /** Where a client finds it. */
  readonly url?: string;
  /** The requests of HTTP, oldest first. */
  readonly requests?: readonly SeenRequest[];
  /** The requests for tokens, oldest first. */
  readonly grants?: readonly URLSearchParams[];
  /** Resolves when all that the client has done is known, or after a while. */
  settle?(): Promise<void>;
  close(): Promise<void>;
}
