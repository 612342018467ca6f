/** Counts what the other side makes this process hold. */

export { Account, Holding, overBudget } from './account.js';
export { Ledger, processLedger } from './ledger.js';
export type { BudgetOptions, LedgerOptions, Resource } from './options.js';
export { weigh } from './weigh.js';
