/** The eras of the protocol: revisions with sessions, and those where each request stands alone. */

import { revisions } from '@mcp-gen/protocol/registry/revisions';

export const ERAS = ['session', 'stateless'] as const;
export type Era = (typeof ERAS)[number];

/** Returns the era of a revision. */
export function eraOf(revision: string): Era {
  return Object.entries(revisions).find(([id]) => id === revision)?.[1].era ?? 'session';
}
