// What a benchmark must raise, since it calls more often than a caller may: nothing else is changed for it.
import { Ledger } from '@mcp-gen/runtime';

const UNREACHED = 1e9;

/** Limits of a server: all are counted as they are for users. */
export const limits = { toolCalls: { perSecond: UNREACHED, burst: UNREACHED } };

/** A ledger with the budgets that users have. */
export function ledger() {
  return new Ledger({ requestRate: UNREACHED, requestBurst: UNREACHED });
}

/** How answers are sent over HTTP, by what the programs are told: `json`, `sse`, or `stateless`. */
export const HTTP_OPTIONS = { json: {}, sse: { answers: 'stream' }, stateless: { sessions: 'none' } };
