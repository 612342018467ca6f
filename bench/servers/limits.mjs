// What a benchmark must raise, since it calls more often than a caller may: nothing else is changed for it.
import { Ledger } from '@mcp-gen/runtime';

/** As a limit: none that a benchmark reaches. */
export const UNREACHED = 1e9;

/** Rate limits of a server: all are counted as they are for users. */
export const rateLimits = { toolCalls: { perSecond: UNREACHED, burst: UNREACHED } };

/** Budgets for messages larger than those of users, and for more that is kept. */
export const unreachedBudgets = Object.fromEntries(
  ['reading', 'retained', 'output'].map((resource) => [resource, { caller: UNREACHED, total: UNREACHED }]),
);

/** A ledger with the budgets that users have, but for those given. */
export function ledger(budgets) {
  return new Ledger({ requestRate: UNREACHED, requestBurst: UNREACHED, ...budgets });
}

/** How answers are sent over HTTP, by what the programs are told: `json`, `sse`, `stateless`, or `alone`: revision 2026-07-28. */
export const HTTP_OPTIONS = {
  json: {},
  sse: { streams: { responses: 'stream' } },
  stateless: { sessions: 'none' },
  alone: {},
};
